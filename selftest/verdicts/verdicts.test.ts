import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listChecks } from '../../harness/cli/list-checks.js'
import { slug } from '../../harness/evidence/store.js'
import { checkVariants } from '../../harness/reference/every-variant.js'
import { mostChecks } from '../../harness/runner/own-runner.js'
import { roles } from '../../requirements/types.js'
import { topicOf } from '../kill-matrix/pairing.js'
import { compare, type Judged } from './compare.js'
import { type Listed, runsOf } from './plan.js'
import { report } from './report.js'
import { nameOf, variantRuns } from './variants.js'

const names = { before: 'A', after: 'B' }
const one: Judged = {
  where: 'ServiceProvider',
  check: 'audience.two',
  level: 'must',
  verdict: 'pass',
  facts: ['control'],
}
const reported = (before: readonly Judged[], after: readonly Judged[]) => report(compare(before, after), names)

const list: readonly Listed[] = (await listChecks())
  .filter(({ selected }) => selected.run)
  .map(({ role, check: { id, level, profile, detects } }) => ({ id, role, level, profile, detects }))

describe('two sides', () => {
  it('that say the same differ in nothing, in whatever order they say it', () => {
    const other = { ...one, check: 'audience.none' }
    assert.deepEqual(compare([one, other], [other, one]), [])
    assert.deepEqual(report([], names), [])
  })

  for (const [what, changed, words] of [
    ['the verdict', { verdict: 'fail' }, 'pass → fail (must)'],
    ['the level', { level: 'should' }, 'pass as before (must → should)'],
    ['a kind of facts', { facts: [] }, 'pass as before (must), facts: control → none'],
    [
      'all three',
      { verdict: 'finding', level: 'strict', facts: ['control', 'refusal'] },
      'pass → finding (must → strict), facts: control → control, refusal',
    ],
  ] as const)
    it(`differ by ${what}`, () => {
      assert.deepEqual(reported([one], [{ ...one, ...changed }]), [
        'Changed (1)',
        `  audience.two: ${words}`,
        '      ServiceProvider',
      ])
    })

  it('say why one of them judged nothing, and do not differ by the words of it', () => {
    const other: Judged = { ...one, verdict: 'inconclusive', reason: 'Nobody answers.' }
    assert.deepEqual(reported([{ ...one, reason: 'As it should be.' }], [other]), [
      'Changed (1)',
      '  audience.two: pass → inconclusive (must)',
      '      ServiceProvider',
      '        inconclusive: Nobody answers.',
    ])
    assert.deepEqual(compare([one], [{ ...one, reason: 'In other words.' }]), [])
  })

  it('differ by a check that only one of them has', () => {
    const line = '  audience.two: pass (must), facts: control'
    assert.deepEqual(reported([one], []), ['Only at A (1)', line, '      ServiceProvider'])
    assert.deepEqual(reported([], [one]), ['Only at B (1)', line, '      ServiceProvider'])
  })

  it('that differ in the same way in several runs are reported together', () => {
    const everywhere = [one, { ...one, where: 'IdentityBroker' }]
    assert.deepEqual(
      reported(
        everywhere,
        everywhere.map((each) => ({ ...each, verdict: 'fail' })),
      ),
      ['Changed (2)', '  audience.two: pass → fail (must)', '      ServiceProvider', '      IdentityBroker'],
    )
  })
})

describe('what is played', () => {
  const runs = runsOf(list, list, false)
  const faulty = runs.filter(({ fault }) => fault !== undefined)

  it('are fault runs of every role and every topic, each of them carried by one process', () => {
    assert.deepEqual(new Set(faulty.flatMap(({ references = [] }) => references)), new Set(roles))
    const topics = list
      .filter(({ profile, detects }) => profile !== 'deep' && detects.length > 0)
      .map(({ id }) => topicOf(id))
    const played = new Set(faulty.flatMap(({ only = [] }) => only.map(topicOf)))
    assert.deepEqual(
      [...new Set(topics)].filter((topic) => !played.has(topic)),
      [],
    )
    for (const { name, only = [] } of faulty) assert.ok(only.length > 0 && only.length <= mostChecks, name)
  })

  it('are fewer runs where a few minutes have to do, and none of a fault that one side does not know', () => {
    const quick = runsOf(list, list, true)
    assert.ok(quick.length > 1 && quick.length < runs.length / 4, `${quick.length}`)
    const older = list.map((check) => ({ ...check, detects: check.detects.filter((fault) => fault !== 'signs-ps256') }))
    assert.ok(runs.some(({ fault }) => fault?.before === 'signs-ps256'))
    assert.ok(!runsOf(older, list, false).some(({ fault }) => fault?.after === 'signs-ps256'))
  })

  it('name parties as each side names them, whose list of checks another one has changed', () => {
    const [first, ...rest] = list
    assert.ok(first)
    for (const { fault } of runsOf(rest, list, true).filter((run) => run.fault?.before.includes('@')))
      assert.notEqual(fault?.before, fault?.after)
    for (const { fault } of runsOf(list, list, true)) assert.equal(fault?.before, fault?.after)
  })

  it('a check that one side alone has meets no fault', () => {
    const older = list.filter(({ id }) => id !== 'audience.two')
    const has = (side: readonly Listed[]) =>
      runsOf(side, list, false).some(({ only }) => only?.includes('audience.two'))
    assert.ok(has(list))
    assert.ok(!has(older))
  })

  it('are variants that the references have', () => {
    for (const { variants } of variantRuns) assert.doesNotThrow(() => checkVariants(variants.join()))
    assert.deepEqual(new Set(variantRuns.map(({ role }) => role)), new Set(roles))
    // Evidence lies in folders of these names, letter case and punctuation apart.
    assert.equal(new Set(variantRuns.map((run) => slug(nameOf(run)))).size, variantRuns.length)
  })
})
