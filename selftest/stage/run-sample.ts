import type { PlannedCheck } from '../../harness/contracts/plan.js'
import type { CheckResult, CheckVerdict, Results, RunResult, TargetResult } from '../../harness/contracts/results.js'
import { conclude, concludeAgain } from '../../harness/judge/conclude.js'
import { shardName, share } from '../../harness/run/shards/shard.js'
import { sample } from '../reports/reports-sample.js'

/** A run as it was concluded: one target in one role, a check per verdict, each with evidence at its place. */
export function runOf(
  verdicts: readonly CheckVerdict[],
  more: Partial<RunResult & { readonly target: string }> = {},
): Results {
  const { targets, requirements, checks, waivers: _, ...rest } = sample(0)
  const { target: name = 'Acme', ...run } = more
  const [target, check] = [targets[0] as TargetResult, checks[0] as CheckResult]
  return concludeAgain({
    ...rest,
    run: { ...rest.run, ...run },
    targets: [{ ...target, name }],
    requirements: requirements.filter((row) => row.target === target.name).map((row) => ({ ...row, target: name })),
    checks: verdicts.map((verdict, index) => ({
      ...check,
      target: name,
      id: `check.${index}`,
      verdict,
      reason: `It is ${verdict}.`,
      evidence: `evidence/acme/ServiceProvider/check.${index}.json`,
    })),
  }).results
}

/** The results of each of `count` machines, had they shared this run. */
export function splitRun(results: Results, count: number): readonly Results[] {
  return Array.from({ length: count }, (_, position) => {
    const shard = { index: position + 1, count }
    const selected = share(results.checks.map(planned), shard).map((one) => one.selected)
    return conclude({
      ...results,
      run: { ...results.run, id: `${results.run.id}-${shard.index}`, shard: shardName(shard) },
      interrupted: false,
      targets: results.targets.map((target) => ({ ...target, roles: target.roles.map(({ role }) => role) })),
      checks: results.checks.map((row, index) => seen(row, selected[index] as PlannedCheck['selected'])),
      waivers: results.waivers ?? [],
      baseline: undefined,
    }).results
  })
}

const isLeftOut = ({ verdict }: CheckResult): boolean => verdict === 'disabled' || verdict === 'not-applicable'

const planned = (row: CheckResult): PlannedCheck =>
  ({
    target: row.target,
    role: row.role,
    check: { id: row.id },
    selected: isLeftOut(row) ? { run: false, verdict: row.verdict, reason: row.reason } : { run: true },
  }) as PlannedCheck

/** A check as one shard tells of it. */
function seen(row: CheckResult, selected: PlannedCheck['selected']): CheckResult {
  const { shard } = selected
  if (shard === undefined) return row
  if (selected.run) return { ...row, shard }
  const { evidence: _, observations: _seen, waiver: _waiver, ...rest } = row
  return { ...rest, durationMs: 0, verdict: selected.verdict, reason: selected.reason, shard }
}
