import { isDeepStrictEqual } from 'node:util'
import type { PlannedCheck } from '../contracts/plan.js'
import type { CheckResult, Results } from '../contracts/results.js'
import { keyOf } from '../evidence/compare.js'
import { levelUnder } from '../judge/policy.js'
import { withLevel } from '../judge/reread.js'
import { readShard, shardName, share } from '../run/shards/shard.js'
import { type AskedCheck, askedOf } from '../runner/planning.js'
import { conclusionProblems, requirementProblems } from './conclusions.js'
import { missingRows, nameOf } from './rows.js'

/**
 * Compares the rows of results with what the suite has for the roles of the run, by its list of checks: no check and no requirement is
 * missing, added or changed, and none is left out but by the flags, the shards or the role.
 * @returns every difference, in words.
 */
export function unlikeSuite(results: Results, checks: readonly AskedCheck[]): readonly string[] {
  // A run that was ended before its checks were known has none, and certifies nobody.
  if (results.checks.length === 0 && !results.complete) return []
  const planned = plannedBy(results, checks)
  const expected = new Map(planned.map((one) => [keyOf({ ...one, id: one.check.id }), one]))
  const found = new Set(results.checks.map(keyOf))
  const missing = planned.filter((one) => !found.has(keyOf({ ...one, id: one.check.id })))
  return [
    ...missingRows(
      'check',
      missing.map(({ check, target, role }) => ({ id: check.id, target, role })),
    ),
    ...results.checks.flatMap((row) => {
      const one = expected.get(keyOf(row))
      return one ? unlikePlanned(row, one, results) : [`${nameOf(row)} is none that Assay has for that role`]
    }),
    ...requirementProblems(results),
    ...conclusionProblems(results),
  ]
}

/** What the run was to carry out, by the flags that stand in its results. */
function plannedBy({ run, targets }: Results, checks: readonly AskedCheck[]): readonly PlannedCheck[] {
  const plan = askedOf(checks, {
    targets: targets.map(({ name, roles }) => ({ name, roles: roles.map(({ role }) => role) })),
    profile: run.profile ?? 'standard',
    only: run.only ?? [],
    safe: run.safe === true,
  })
  const shard = run.shard === undefined ? undefined : readShard(run.shard)
  // After a merge each check is somebody else's.
  const count = run.shards?.total ?? shard?.count
  return count === undefined ? plan : share(plan, { index: shard?.index ?? 0, count })
}

function unlikePlanned(row: CheckResult, planned: PlannedCheck, results: Results): readonly string[] {
  const { check, selected } = planned
  const is = withLevel(check, levelUnder(results.policy, check))
  const members = { suiteLevel: undefined, ...is, shard: selected.shard }
  const other = (Object.keys(members) as (keyof typeof members)[]).filter(
    (member) => !isDeepStrictEqual(row[member], members[member]),
  )
  return [
    ...(other.length > 0 ? [`${nameOf(row)} has another ${other.join(', ')} than Assay gives it`] : []),
    ...unlikeSelected(row, selected, results),
  ]
}

/** What has evidence was judged by it; nothing else decides whether a check may go without. */
function unlikeSelected(row: CheckResult, selected: PlannedCheck['selected'], { run, complete }: Results) {
  const { verdict, reason, evidence } = row
  const left = leftOut(selected, run)
  if (left)
    return verdict === left.verdict && reason === left.reason && evidence === undefined
      ? []
      : [`${nameOf(row)} is ${verdict}, though it was left out: ${left.reason}`]
  const cutShort = verdict === 'inconclusive' && !complete
  return evidence !== undefined || cutShort || verdict === 'harness-error'
    ? []
    : [`${nameOf(row)} is ${verdict} without any evidence, though nothing leaves it out`]
}

function leftOut(selected: PlannedCheck['selected'], { shards }: Results['run']) {
  const { shard } = selected
  if (shards === undefined || shard === undefined) return selected.run ? undefined : selected
  const { total = shard, present = [] } = shards
  return present.includes(shard)
    ? undefined
    : {
        verdict: 'disabled',
        reason: `Shard ${shardName({ index: shard, count: total })}, to which it was left, is missing.`,
      }
}
