import assert from 'node:assert/strict'
import { test } from 'node:test'
import type {
  CheckResult,
  RequirementResult,
  Results,
  RunResult,
  TargetResult,
} from '../../harness/contracts/results.js'
import { concludeAgain } from '../../harness/judge/conclude.js'
import { sample } from '../reports/reports-sample.js'

const { targets, requirements, checks, waivers: _, ...rest } = sample(0)
const [target, row, check] = [
  targets[0] as TargetResult,
  requirements[0] as RequirementResult,
  checks[0] as CheckResult,
]
const { strict: _strict, shard: _shard, profile: _profile, ...run } = rest.run

/** A target in one role with the given checks, concluded. */
const concluded = (
  given: readonly Partial<CheckResult>[],
  { run: ofRun = {}, ...more }: Partial<Omit<Results, 'run'>> & { readonly run?: Partial<RunResult> } = {},
): Results =>
  concludeAgain({
    ...rest,
    complete: true,
    run: { ...run, ...ofRun },
    targets: [target],
    requirements: [],
    checks: given.map((one, index) => ({ ...check, id: `check.${index}`, verdict: 'pass', ...one })),
    ...more,
  }).results

const verdictOf = (...given: Parameters<typeof concluded>) => concluded(...given).targets[0]?.roles[0]?.verdict

const pass = { verdict: 'pass', level: 'must', profile: 'quick' } as const
const open = { ...pass, verdict: 'inconclusive' } as const

test('a run of which a part is missing certifies nobody', () => {
  assert.equal(verdictOf([pass]), 'certified')
  assert.equal(verdictOf([pass], { complete: false }), 'not-fully-verified')
  assert.equal(verdictOf([pass], { run: { shard: '1/2' } }), 'not-fully-verified')
  assert.equal(verdictOf([pass], { run: { shard: '1/2' }, complete: false }), 'not-fully-verified')
})

test('a strict requirement that was not judged keeps a role back in a strict run alone', () => {
  const given = [pass, { ...open, level: 'strict' }] as const
  assert.equal(verdictOf(given), 'certified')
  assert.equal(verdictOf(given, { run: { strict: false } }), 'certified')
  assert.equal(verdictOf(given, { run: { strict: true } }), 'not-fully-verified')
})

test('a run that names no profile was a standard one', () => {
  assert.equal(verdictOf([pass, { ...open, profile: 'standard' }]), 'not-fully-verified')
  assert.equal(verdictOf([pass, { ...open, profile: 'deep' }]), 'certified')
  assert.equal(verdictOf([pass, { ...open, profile: 'deep' }], { run: { profile: 'deep' } }), 'not-fully-verified')
  assert.equal(concluded([pass]).targets[0]?.roles[0]?.profile, undefined)
  assert.equal(concluded([pass], { run: { profile: 'deep' } }).targets[0]?.roles[0]?.profile, 'deep')
})

test('a check that names neither level nor profile counts as mandatory and quick', () => {
  const { level: _level, profile: _its, ...bare } = check
  const results = concludeAgain({
    ...concluded([pass], { run: { profile: 'quick' } }),
    checks: [
      { ...check, ...pass },
      { ...bare, verdict: 'inconclusive' },
    ],
  }).results
  assert.equal(results.targets[0]?.roles[0]?.verdict, 'not-fully-verified')
})

test('a check that broke some of its requirements says nothing against the others', () => {
  const rows = ['ONE', 'TWO', 'THREE'].map((id) => ({ ...row, id }))
  const verdictsOf = (...given: readonly Partial<CheckResult>[]) =>
    concluded(given, { requirements: rows }).requirements.map(({ verdict }) => verdict)
  const whole = { ...pass, verdict: 'fail', requirements: ['ONE', 'TWO'] } as const
  const fails = { ...whole, breaks: ['ONE'] }
  const others = { ...pass, requirements: ['TWO', 'THREE'] } as const
  assert.deepEqual(verdictsOf(fails, others), ['fail', 'pass', 'pass'])
  assert.deepEqual(verdictsOf(whole, others), ['fail', 'fail', 'pass'])
  // Nothing else speaks of it, so that a failing check does.
  assert.deepEqual(verdictsOf(fails, { ...others, requirements: ['THREE'] }), ['fail', 'fail', 'pass'])
})

test('a requirement has the verdict of the checks that name it, of its target and role alone', () => {
  const rowOf = (id: string, more: Partial<RequirementResult> = {}) => ({ ...row, id, ...more })
  const results = concluded(
    [
      { ...pass, requirements: ['ONE', 'TWO'] },
      { ...pass, verdict: 'fail', requirements: ['TWO'] },
      { ...pass, verdict: 'fail', requirements: ['ONE'], role: 'EntitledParty' },
      { ...pass, verdict: 'fail', requirements: ['ONE'], target: 'another' },
    ],
    {
      requirements: ['ONE', 'TWO', 'NONE'].map((id) => rowOf(id, { target: check.target, role: check.role })),
    },
  )
  assert.deepEqual(
    results.requirements.map(({ id, verdict, checks: its }) => ({ id, verdict, its })),
    [
      { id: 'ONE', verdict: 'pass', its: ['check.0'] },
      { id: 'TWO', verdict: 'fail', its: ['check.0', 'check.1'] },
      { id: 'NONE', verdict: 'not-testable', its: [] },
    ],
  )
  const unchecked = concluded([], { requirements: [rowOf('ONE')] }).requirements[0]
  assert.deepEqual([unchecked?.verdict, unchecked?.checks], ['not-testable', []])
})

test('results name their version, and waivers only where some were given', () => {
  const waiver = {
    ...{
      target: check.target,
      id: 'check.0',
      reason: 'Mended next week.',
      owner: 'Ada',
      link: 'https://example.org/1',
      expires: '2999-01-01',
    },
    state: 'used',
  } as const
  assert.equal(concluded([pass]).version, 1)
  assert.equal('waivers' in concluded([pass], { waivers: [] }), false)
  const results = concluded([{ ...pass, verdict: 'fail' }], { waivers: [waiver] })
  assert.equal(results.waivers?.length, 1)
  assert.equal(results.checks[0]?.verdict, 'waived')
  assert.equal(results.targets[0]?.roles[0]?.verdict, 'not-certified')
})
