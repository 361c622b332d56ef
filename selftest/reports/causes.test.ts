import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Evidence, Fact } from '../../harness/contracts/evidence.js'
import type { CheckResult, Results } from '../../harness/contracts/results.js'
import { causeOf } from '../../reports/causes.js'
import type { EvidenceOf } from '../../reports/evidence-files.js'
import { page } from '../../reports/html/page.js'
import { summary } from '../../reports/index.js'
import { summaryMarkdown } from '../../reports/markdown.js'
import { units } from '../../reports/units.js'
import { evidenceOfPair } from './evidence-sample.js'
import { sample } from './reports-sample.js'

const [target] = sample(0).targets
const [given] = sample(0).checks
assert.ok(target && given)
const only = { ...target, name: 'Acme', baseUrl: 'http://target.example/base' }

/** A run of one role in which these checks did not pass. */
function run(verdicts: readonly CheckResult['verdict'][], assumptions: Results['assumptions'] = []): Results {
  const checks = verdicts.map(
    (verdict, index): CheckResult => ({
      ...(given as CheckResult),
      id: `topic.${index}`,
      target: 'Acme',
      verdict,
      evidence: `evidence/${index}.json`,
    }),
  )
  return { ...sample(0), targets: [only], checks, requirements: [], assumptions }
}

/** Conforming messages that were refused with an answer, at a path below the base URL. */
const refusedAt =
  (path: (index: number) => string, status: number, body: (index: number) => string): EvidenceOf =>
  (check) => {
    const index = Number(check.id.split('.')[1])
    const made = evidenceOfPair(check, 200)
    const [control] = made.messages
    assert.ok(control)
    const [exchange] = control.exchanges
    assert.ok(exchange)
    const request = { ...exchange.request, method: 'GET', url: `http://target.example/base${path(index)}?x=${index}` }
    const response = { status, headers: {}, body: body(index), truncated: false }
    const facts: readonly Fact[] = [{ kind: 'control', message: 0, outcome: { kind: 'refused', status } }]
    return { evidence: { ...made, facts, messages: [{ ...control, exchanges: [{ ...exchange, request, response }] }] } }
  }

/** A rule that was broken. */
const broken =
  (got: (index: number) => string): EvidenceOf =>
  (check) => {
    const fact = {
      kind: 'rule',
      says: 'x',
      holds: false,
      expected: 'y',
      got: got(Number(check.id.split('.')[1])),
    } as const
    return { evidence: { ...evidenceOfPair(check, 400), facts: [fact], messages: [] } as Evidence }
  }

const causeIn = (results: Results, evidenceOf: EvidenceOf): string | undefined => {
  const [unit] = units(results)
  assert.ok(unit)
  return causeOf(unit, results, evidenceOf)?.sentence
}

const parties = [{ id: 'interface.registry.partyPath', value: '/parties/{party_id}', source: 'target file' as const }]

describe('the one cause of most fails', () => {
  it('is a path where nothing lives, with the setting that names it, whichever party is asked for', () => {
    const results = run(['fail', 'inconclusive', 'inconclusive', 'pass'], parties)
    const evidenceOf = refusedAt((index) => `/parties/did%3Aexample%3A${index}`, 404, String)
    assert.equal(
      causeIn(results, evidenceOf),
      'It answers 404 to GET /parties/{party_id}, as if nothing lived there. That path is `interface.registry.partyPath` of the target file: correct it, or serve that path. 3 of 3 checks that failed or say nothing follow from it.',
    )
    for (const view of [
      page(results, evidenceOf, 'digest').index,
      summary(results, evidenceOf).replace(/\s+/g, ' '),
      summaryMarkdown(results, evidenceOf).replaceAll('&#95;', '_').replaceAll('&#123;', '{').replaceAll('&#125;', '}'),
    ])
      assert.match(view, /It answers 404 to GET \/parties\/\{party_id\}, as if nothing lived there/)
    const terminal = summary(results, evidenceOf)
    assert.ok(terminal.indexOf('as if nothing lived there') < terminal.indexOf('✕ Fail'))
  })

  it('is what the target says each time, names and times apart', () => {
    const says = (index: number) => `{"error":"unknown party did:example:${'abcd'.repeat(5)}${index}"}`
    const found = causeIn(
      run(['fail', 'fail', 'fail']),
      refusedAt(() => '/token', 400, says),
    )
    assert.match(
      found ?? '',
      /It refuses what conforms in the same words, 400: .*Are the parties of the kit registered/,
    )
  })

  it('is what is seen each time, with the setting that it is held against', () => {
    const found = causeIn(
      run(['fail', 'fail', 'fail', 'fail', 'pass']),
      broken((index) =>
        index === 0 ? 'something else that is long' : '"3 certificates that lead to no trusted root"',
      ),
    )
    assert.match(found ?? '', /The same is seen again and again, .*trusted root.*`trust\.roots`.* 3 of 4 checks/)
  })

  it('is none where fails have several, are few, or show nothing alike', () => {
    const alike = broken(() => 'a fact of more than twenty characters')
    assert.equal(causeIn(run(['fail', 'fail']), alike), undefined)
    assert.equal(causeIn(run(['inconclusive', 'inconclusive', 'inconclusive']), alike), undefined)
    assert.equal(
      causeIn(
        run(['fail', 'fail', 'fail']),
        broken(() => 'granted'),
      ),
      undefined,
    )
    const apart = broken((index) => `${'nothing that the others show '.repeat(2)}${'abcdefghi'[index]}`)
    assert.equal(causeIn(run(['fail', 'fail', 'fail', 'fail']), apart), undefined)
    const third = broken((index) =>
      index < 3 ? 'a fact of more than twenty characters' : `nothing like ${'abcdefghi'[index]} at all`,
    )
    assert.equal(causeIn(run(Array(7).fill('fail')), third), undefined)
    assert.equal(
      causeIn(run(['fail', 'fail', 'fail']), () => ({ problem: 'missing' })),
      undefined,
    )
  })
})
