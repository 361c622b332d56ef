import { createHash } from 'node:crypto'
import type { Shard } from '../../contracts/plan.js'
import type { BaselineResult, Change, CheckResult, Results, RunResult, TargetResult } from '../../contracts/results.js'
import { keyOf } from '../../evidence/compare.js'
import { type Concluded, conclude } from '../../judge/conclude.js'
import { shardName } from './shard.js'
import { type KeptShard, requireOneRun } from './shard-group.js'

/** A run put together from its shards. */
export interface Merged extends Concluded {
  /** Whose evidence belongs to a check. */
  readonly ownerOf: (check: CheckResult) => KeptShard
}

/**
 * One verdict from the shards of a run, in the order of their numbers. Certifies no role if one is missing or was cut
 * short.
 * @throws ConfigError where they are of different runs.
 */
export function mergeShards(group: readonly KeptShard[]): Merged {
  requireOneRun(group)
  const all = group.map(({ results }) => results)
  const whole = group.find(({ results }) => results.checks.length > 0) ?? (group[0] as KeptShard)
  const known = whole.results
  const { count } = whole.shard
  const byNumber = new Map(group.map((one) => [one.shard.index, one]))
  const rows = new Map(
    group.map((one) => [one.shard.index, new Map(one.results.checks.map((row) => [keyOf(row), row]))]),
  )
  const checks = known.checks.map((row) => {
    const { shard } = row
    return shard === undefined
      ? row
      : (rows.get(shard)?.get(keyOf(row)) ?? unreached(row, shard, count, byNumber.has(shard)))
  })
  const concluded = conclude({
    run: runOf(all, { total: count, present: [...byNumber.keys()] }),
    suite: known.suite,
    ...(known.policy && { policy: known.policy }),
    complete: byNumber.size === count && all.every(({ complete }) => complete),
    interrupted: false,
    targets: known.targets.map((target) => ({
      ...target,
      roles: target.roles.map(({ role }) => role),
      ...outagesOf(target.name, all),
      ...blockedOf(target.name, all),
    })),
    checks,
    requirements: known.requirements,
    assumptions: known.assumptions,
    waivers: known.waivers ?? [],
    baseline: known.baseline && (() => together(known.baseline as BaselineResult, group, checks)),
  })
  return { ...concluded, ownerOf: ({ shard = 0 }) => byNumber.get(shard) ?? whole }
}

/** Each shard had a target of its own. */
function outagesOf(target: string, all: readonly Results[]): Pick<TargetResult, 'outages'> {
  const outages = all.flatMap(({ targets }) => targets.find(({ name }) => name === target)?.outages ?? [])
  return outages.length > 0 ? { outages } : {}
}

/** The shards say the same of it, but for what a target answered. */
function blockedOf(target: string, all: readonly Results[]): Pick<TargetResult, 'blocked'> {
  const each = all.flatMap(({ targets }) => targets.find(({ name }) => name === target)?.blocked ?? [])
  const blocked = [...new Map(each.map((one) => [JSON.stringify(one), one])).values()]
  return blocked.length > 0 ? { blocked } : {}
}

/** A check whose shard is not there, or was cut short before it knew its checks. */
function unreached(row: CheckResult, index: number, count: number, present: boolean): CheckResult {
  const name = shardName({ index, count })
  return present
    ? { ...row, verdict: 'inconclusive', reason: `Shard ${name} was cut short before this check.` }
    : { ...row, verdict: 'disabled', reason: `Shard ${name}, to which it was left, is missing.` }
}

/** The run as a whole. Its id follows from those of the shards, so that merging them again gives the same. */
function runOf(all: readonly Results[], shards: NonNullable<RunResult['shards']>): RunResult {
  const runs = all.map(({ run }) => run)
  const first = runs[0] as RunResult
  const id = createHash('sha256')
    .update(JSON.stringify(runs.map((run) => run.id)))
    .digest('hex')
  const startedAt = runs.map((run) => run.startedAt).sort()[0] as string
  const finishedAt = runs
    .map((run) => run.finishedAt)
    .sort()
    .at(-1) as string
  const { profile, strict, safe, seed, only } = first
  return {
    id: `merged-${id.slice(0, 32)}`,
    startedAt,
    finishedAt,
    durationMs: Date.parse(finishedAt) - Date.parse(startedAt),
    shards,
    ...(profile && { profile }),
    ...(strict !== undefined && { strict }),
    ...(safe && { safe }),
    ...(first.seedChosen === true && seed !== undefined && { seed, seedChosen: true }),
    ...(only && { only }),
  }
}

/** What changed in any shard. Each speaks of its own checks and of those that are nobody's. */
function together(first: BaselineResult, group: readonly KeptShard[], checks: readonly CheckResult[]): BaselineResult {
  const owners = new Map(checks.map((check) => [keyOf(check), check.shard]))
  const speaks = (one: Change, { index }: Shard) => (owners.get(keyOf(one)) ?? index) === index
  const united = (name: 'failing' | 'newlyFailing' | 'newlyPassing' | 'lostCoverage'): readonly Change[] => {
    const changes = group.flatMap(({ results: { baseline }, shard }) =>
      (baseline?.[name] ?? []).filter((one) => speaks(one, shard)),
    )
    return [...new Map(changes.map((one) => [keyOf(one), one])).values()]
  }
  return {
    ...first,
    failing: united('failing'),
    newlyFailing: united('newlyFailing'),
    newlyPassing: united('newlyPassing'),
    lostCoverage: united('lostCoverage'),
  }
}
