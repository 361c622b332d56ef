import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Fact } from '../../harness/contracts/evidence.js'
import type { Policy, PolicyRule } from '../../harness/contracts/results.js'
import { judgeUnder, levelUnder } from '../../harness/judge/policy.js'
import { keptList } from '../../harness/runner/kept-list.js'
import { requirements } from '../../requirements/index.js'
import { type Reading, readings, readingsOf } from '../../requirements/readings.js'

const policy = (...rules: readonly Omit<PolicyRule, 'reason'>[]): Policy => ({
  name: 'Admission',
  digest: '',
  requirements: rules.map((rule) => ({ ...rule, reason: 'so we read it' })),
})
const rule = (holds: boolean): Fact => ({ kind: 'rule', says: 'It holds', holds, expected: 'a', got: 'b' })
const seen = (name: string, value: string): Fact => ({ kind: 'observation', name, value })

const ambiguous = Object.entries<Readonly<Record<string, Reading>>>(readings)
const checks = (keptList() ?? []).map(({ check }) => check)

test('exactly the ambiguous requirements have readings, two at least', () => {
  const ids = requirements.filter(({ status }) => status === 'ambiguous').map(({ id }) => id)
  assert.deepEqual(ambiguous.map(([id]) => id).sort(), [...ids].sort())
  assert.equal(ids.length, 12)
  for (const [id, named] of ambiguous) assert.ok(Object.keys(named).length >= 2, id)
})

test('a reading rests on checks of its requirement', () => {
  assert.ok(checks.length > 0)
  for (const [id, named] of ambiguous)
    for (const { wants, leaves = [] } of Object.values(named))
      for (const check of [...wants.map((one) => one.check), ...leaves])
        assert.ok(
          checks.some((one) => one.id === check && one.requirements.includes(id)),
          `${check} of ${id}`,
        )
})

/** Facts of one check that keep to a reading; what it does not speak of was refused. */
function factsOf(check: string, { wants }: Reading, all: readonly Reading[]): readonly Fact[] {
  const names = new Set(
    all.flatMap((one) => one.wants.filter((wanted) => wanted.check === check)).map((one) => one.observed),
  )
  return [
    rule(true),
    ...[...names].map((name) =>
      seen(name, wants.find((one) => one.check === check && one.observed === name)?.is[0] ?? 'refused'),
    ),
  ]
}

describe('two policies read the same facts otherwise', () => {
  for (const [id, named] of ambiguous.filter(([id]) => id !== 'JWT-SUB'))
    test(id, () => {
      const all = Object.values(named)
      let apart = 0
      for (const [name, reading] of Object.entries(named)) {
        const ids = [...new Set(all.flatMap(({ wants }) => wants.map(({ check }) => check)))]
        const verdicts = Object.keys(named).map((other) =>
          ids.map((check) => {
            const read = policy({ id, level: 'must', reading: other })
            const judged = { id: check, requirements: [id], level: 'should' } as const
            return judgeUnder(judged, factsOf(check, reading, all), { strict: false, policy: read }).verdict
          }),
        )
        const own = verdicts[Object.keys(named).indexOf(name)] ?? []
        assert.ok(
          own.every((verdict) => verdict === 'pass'),
          `${name}: ${own.join()}`,
        )
        apart += verdicts.filter((each) => each.includes('fail')).length
      }
      assert.ok(apart > 0, 'all readings make the same of these facts')
    })
  test('JWT-SUB', () => {
    const check = { id: 'forwarding.other-sub', requirements: ['JWT-SUB'], level: 'strict' } as const
    const under = (reading: string) =>
      judgeUnder(check, [rule(false)], { strict: true, policy: policy({ id: 'JWT-SUB', reading }) }).verdict
    assert.deepEqual([under('as-iss'), under('by-use')], ['fail', 'not-applicable'])
    const token = { id: 'delegation.token-sub', requirements: ['JWT-SUB'], level: 'should' } as const
    const facts = [rule(true), seen('sub of delegation_token', 'did:example:subject')]
    const tokenUnder = (reading: string) =>
      judgeUnder(token, facts, { strict: true, policy: policy({ id: 'JWT-SUB', level: 'must', reading }) }).verdict
    assert.deepEqual([tokenUnder('as-iss'), tokenUnder('by-use')], ['fail', 'pass'])
  })
})

test('what says nothing of a reading is no verdict', () => {
  const check = { id: 'audience.array-of-one', requirements: ['ASSERTION-AUD-ARRAY'], level: 'should' } as const
  const read = policy({ id: 'ASSERTION-AUD-ARRAY', level: 'must', reading: 'array-of-one' })
  const verdict = (...facts: readonly Fact[]) =>
    judgeUnder(check, [rule(true), ...facts], { strict: false, policy: read })
  assert.equal(verdict(seen('aud=in a list', 'granted')).verdict, 'pass')
  assert.equal(verdict(seen('aud=in a list', 'refused')).verdict, 'fail')
  assert.equal(verdict(seen('aud=in a list', 'granted, with something around it')).verdict, 'fail')
  for (const value of ['no-answer', 'deferred', 'refused, as was a conforming stranger'])
    assert.equal(verdict(seen('aud=in a list', value)).verdict, 'inconclusive', value)
  assert.match(verdict().reason, /did not record "aud=in a list"/)
  assert.equal(verdict().verdict, 'inconclusive')
})

test('the gravest level of the requirements of a check counts, and off only where all are off', () => {
  const check = { id: 'x', requirements: ['A', 'B'], level: 'strict' } as const
  assert.equal(levelUnder(undefined, check), 'strict')
  assert.equal(levelUnder(policy({ id: 'A', level: 'must' }), check), 'must')
  assert.equal(levelUnder(policy({ id: 'A', level: 'off' }), check), 'strict')
  assert.equal(levelUnder(policy({ id: 'A', level: 'off' }, { id: 'B', level: 'should' }), check), 'should')
  assert.equal(levelUnder(policy({ id: 'A', level: 'off' }, { id: 'B', level: 'off' }), check), 'off')
})

test('a verdict that a policy changes says so', () => {
  const check = { id: 'x', requirements: ['A'], level: 'must' } as const
  const under = (level: PolicyRule['level'], strict = false) =>
    judgeUnder(check, [rule(false)], { strict, policy: policy({ id: 'A', ...(level && { level }) }) })
  assert.equal(under('must').verdict, 'fail')
  assert.equal(under('strict').verdict, 'finding')
  assert.equal(under('strict', true).verdict, 'fail')
  assert.equal(under('should', true).verdict, 'finding')
  assert.equal(under('off').verdict, 'not-applicable')
  for (const level of ['must', 'should', 'off'] as const)
    assert.match(under(level).reason, new RegExp(`A is ${level} by the policy "Admission": so we read it`))
  assert.deepEqual(readingsOf('constructor'), {})
})
