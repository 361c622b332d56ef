import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { PlannedCheck, Shard } from '../../harness/contracts/plan.js'
import type { CheckVerdict, Results } from '../../harness/contracts/results.js'
import { compareWithBaseline } from '../../harness/run/baseline.js'
import { mergeShards } from '../../harness/run/shards/merge.js'
import { readShard, share } from '../../harness/run/shards/shard.js'
import { asShard, type KeptShard } from '../../harness/run/shards/shard-group.js'
import { runOf, splitRun } from '../stage/run-sample.js'

const plan = (role: string, ids: readonly string[], runs = true): readonly PlannedCheck[] =>
  ids.map(
    (id) =>
      ({
        target: 'Acme',
        role,
        check: { id },
        selected: runs ? { run: true } : { run: false, verdict: 'disabled', reason: 'Left out by --only.' },
      }) as PlannedCheck,
  )
const names = (count: number, prefix: string) => Array.from({ length: count }, (_, index) => `${prefix}.${index}`)
const whole = [
  ...plan('ServiceProvider', names(13, 'audience')),
  ...plan('EntitledParty', names(10, 'audience')),
  ...plan('EntitledParty', names(3, 'replay'), false),
]
const ownOf = (shared: readonly PlannedCheck[]) =>
  shared.filter(({ selected }) => selected.run).map(({ role, check }) => `${role} ${check.id}`)

describe('a shard', () => {
  test('is named I/N', () => {
    assert.deepEqual(readShard('2/4'), { index: 2, count: 4 })
    for (const text of ['0/4', '5/4', '1/0', '1', '1/', '/4', 'a/b', '1/4/4', '-1/4', '1.5/4', ' 1/4', ''])
      assert.equal(readShard(text), undefined, text)
  })

  test('holds each check exactly once with the others, in parts that are alike', () => {
    const count = 4
    const parts = Array.from({ length: count }, (_, index) => ownOf(share(whole, { index: index + 1, count })))
    assert.deepEqual(parts.flat().sort(), ownOf(whole).sort())
    assert.ok(
      parts.every(({ length }) => length === 5 || length === 6),
      String(parts.map(({ length }) => length)),
    )
    for (const part of parts)
      assert.ok(part.filter((name) => name.startsWith('EntitledParty')).length >= 2, 'each has its part of a role')
  })

  test('is the same in whatever order the checks are found', () => {
    const shard: Shard = { index: 3, count: 4 }
    assert.deepEqual(ownOf(share([...whole].reverse(), shard)).sort(), ownOf(share(whole, shard)).sort())
  })

  test('says of every other check to whom it was left, and leaves alone what nobody runs', () => {
    for (const { selected, check } of share(whole, { index: 1, count: 2 })) {
      if (check.id.startsWith('replay')) assert.deepEqual(selected, plan('', [''], false)[0]?.selected)
      else if (selected.run) assert.equal(selected.shard, 1)
      else assert.deepEqual(selected, { run: false, verdict: 'disabled', reason: 'Left to shard 2/2.', shard: 2 })
    }
  })

  test('may be empty', () => {
    const few = plan('ServiceProvider', ['audience.two'])
    assert.deepEqual(ownOf(share(few, { index: 2, count: 2 })), [])
    assert.equal(ownOf(share(few, { index: 1, count: 2 })).length, 1)
  })
})

const kept = (results: readonly Results[]): KeptShard[] =>
  results.map(
    (one, index) =>
      asShard({ folder: `/s${index + 1}`, file: `/s${index + 1}/results.json`, results: one }) as KeptShard,
  )
const shardsOf = (verdicts: readonly CheckVerdict[], count: number) => kept(splitRun(runOf(verdicts), count))
const withResults = (shard: KeptShard, change: (results: Results) => Partial<Results>): KeptShard => ({
  ...shard,
  results: { ...shard.results, ...change(shard.results) },
})
const verdictOf = ({ results }: { readonly results: Results }) => results.targets[0]?.roles[0]?.verdict

describe('shards that are merged', () => {
  const rows: readonly (readonly [readonly CheckVerdict[], string, number])[] = [
    [['pass', 'pass', 'pass', 'pass', 'pass'], 'certified', 0],
    [['pass', 'finding', 'pass', 'not-applicable'], 'certified-with-findings', 0],
    [['pass', 'fail', 'pass', 'pass'], 'not-certified', 1],
    [['pass', 'pass', 'inconclusive'], 'not-fully-verified', 2],
    [['pass', 'harness-error'], 'not-fully-verified', 4],
  ]
  for (const [verdicts, verdict, exitCode] of rows)
    test(`come to what the run comes to as a whole: ${verdict}`, () => {
      const merged = mergeShards(shardsOf(verdicts, 3))
      assert.equal(verdictOf(merged), verdict)
      assert.equal(merged.exitCode, exitCode)
      assert.deepEqual(
        merged.results.checks.map((check) => check.verdict),
        verdicts,
      )
      assert.deepEqual(merged.results.run.shards, { total: 3, present: [1, 2, 3] })
      assert.equal(merged.results.complete, true)
    })

  test('are the same results on every machine, at any time', () => {
    const shards = shardsOf(['pass', 'fail', 'pass'], 2)
    assert.deepEqual(mergeShards(shards).results, mergeShards(shards).results)
  })

  test('certify nobody while one is missing, and say which', () => {
    const merged = mergeShards(shardsOf(['pass', 'pass', 'pass', 'pass'], 3).filter(({ shard }) => shard.index !== 2))
    assert.equal(merged.results.complete, false)
    assert.equal(verdictOf(merged), 'not-fully-verified')
    assert.equal(merged.exitCode, 2)
    assert.equal(merged.results.checks[1]?.reason, 'Shard 2/3, to which it was left, is missing.')
    assert.deepEqual(merged.results.run.shards, { total: 3, present: [1, 3] })
  })

  test('certify nobody where one was cut short', () => {
    const shards = shardsOf(['pass', 'pass', 'pass'], 2)
    const late = mergeShards(shards.map((one) => withResults(one, () => ({ complete: one.shard.index === 1 }))))
    assert.equal(late.results.complete, false)
    assert.equal(verdictOf(late), 'not-fully-verified')
    const early = mergeShards(
      shards.map((one) => (one.shard.index === 1 ? withResults(one, () => ({ complete: false, checks: [] })) : one)),
    )
    assert.equal(early.results.checks[0]?.verdict, 'inconclusive')
    assert.equal(early.results.checks[0]?.reason, 'Shard 1/2 was cut short before this check.')
    assert.equal(verdictOf(early), 'not-fully-verified')
  })

  test('judge waivers anew over all checks', () => {
    const base = runOf(['pass', 'fail'])
    const waiver = {
      target: base.targets[0]?.name ?? '',
      id: 'check.1',
      reason: 'Mended in 2.4.',
      owner: 'ops',
      link: 'https://issues.example/41',
      expires: '2027-01-31',
      state: 'undecided' as const,
    }
    const shards = kept(splitRun({ ...base, waivers: [waiver] }, 2))
    assert.deepEqual(
      shards.map(({ results }) => results.waivers?.[0]?.state),
      ['undecided', 'used'],
    )
    const merged = mergeShards(shards)
    assert.equal(merged.results.waivers?.[0]?.state, 'used')
    assert.equal(verdictOf(merged), 'not-certified')
    assert.equal(merged.exitCode, 0)
    const mended = mergeShards(kept(splitRun({ ...runOf(['pass', 'pass']), waivers: [waiver] }, 2)))
    assert.equal(mended.results.waivers?.[0]?.state, 'needless')
    assert.equal(mended.exitCode, 1)
  })

  test('put together what each found against the baseline', () => {
    const before = runOf(['pass', 'fail', 'pass', 'pass'])
    const compared = shardsOf(['fail', 'fail', 'not-testable', 'pass'], 2).map((one) =>
      withResults(one, (results) => ({ baseline: compareWithBaseline(before, results) })),
    )
    const { results, exitCode } = mergeShards(compared)
    const ids = (list: readonly { readonly id: string }[] = []) => list.map(({ id }) => id)
    assert.deepEqual(ids(results.baseline?.newlyFailing), ['check.0'])
    assert.deepEqual(ids(results.baseline?.failing), ['check.1'])
    assert.deepEqual(ids(results.baseline?.lostCoverage), ['check.2'])
    assert.equal(exitCode, 1)
  })

  const changes: Readonly<Record<string, readonly [(results: Results) => Partial<Results>, RegExp]>> = {
    'another version of Assay': [({ suite }) => ({ suite: { ...suite, version: '9.9.9' } }), /the version of Assay/],
    'other requirements': [({ suite }) => ({ suite: { ...suite, requirementsDigest: 'x' } }), /the version of Assay/],
    'another profile': [({ run }) => ({ run: { ...run, profile: 'quick' } }), /their profile/],
    '--strict': [({ run }) => ({ run: { ...run, strict: true } }), /--strict/],
    '--safe': [({ run }) => ({ run: { ...run, safe: true } }), /--safe/],
    '--only': [({ run }) => ({ run: { ...run, only: ['AUD-03'] } }), /--only/],
    'a seed that was given': [({ run }) => ({ run: { ...run, seedChosen: true } }), /--seed/],
    'another target file': [
      ({ targets }) => ({ targets: targets.map((one) => ({ ...one, configDigest: 'other' })) }),
      /the target file/,
    ],
    'another version of the target': [
      ({ targets }) => ({ targets: targets.map((one) => ({ ...one, version: '2.3.2' })) }),
      /the target file/,
    ],
    'other settings': [
      () => ({ assumptions: [{ id: 'interface.token.path', value: '/token', source: 'target file' }] }),
      /the settings of the interface/,
    ],
    'another number of shards': [({ run }) => ({ run: { ...run, shard: '2/3' } }), /one is shard 1\/2, the other 2\/3/],
    'the same number': [({ run }) => ({ run: { ...run, shard: '1/2' } }), /are both shard 1\/2: name one of them/],
    'other parts': [
      ({ checks }) => ({ checks: checks.map((check) => ({ ...check, shard: 2 })) }),
      /they shared the checks out differently/,
    ],
    'a start on another day': [
      ({ run }) => ({ run: { ...run, startedAt: '2026-11-21T12:04:00.000Z' } }),
      /more than 12 hours apart/,
    ],
  }
  for (const [title, [change, says]] of Object.entries(changes))
    test(`are refused where one has ${title}`, () => {
      const [one, other] = shardsOf(['pass', 'pass', 'pass'], 2) as [KeptShard, KeptShard]
      const results = { ...other.results, ...change(other.results) }
      const [changed] = kept([results]) as [KeptShard]
      assert.throws(() => mergeShards([one, { ...changed, file: other.file }]), says)
    })
})
