import { isDeepStrictEqual } from 'node:util'
import type { Change, CheckResult, CheckVerdict, Comparison, Results, RunResult } from '../contracts/results.js'

/** The parts of results that a comparison reads. */
export type Compared = Pick<Results, 'run' | 'checks' | 'assumptions'>

/** What changed between two results, by the stable ids of checks and assumptions. What another shard judges is not compared. */
export function compare(before: Compared, now: Compared): Comparison {
  const old = new Map(before.checks.map((check) => [keyOf(check), check]))
  const current = new Map(now.checks.map((check) => [keyOf(check), check]))
  const present = now.checks.filter((check) => !isElsewhere(check, now.run))
  const gone = before.checks.filter((check) => !current.has(keyOf(check)))
  const changes = [
    ...present.map((check) => change(check, old.get(keyOf(check))?.verdict, check.verdict)),
    ...gone.map((check) => change(check, check.verdict, undefined)),
  ]
  const having = (holds: (was: CheckVerdict | undefined, is: CheckVerdict | undefined) => boolean) =>
    changes.filter(({ before: was, now: is }) => holds(was, is))
  return {
    failing: having((was, is) => isFailing(was) && is === 'fail'),
    newlyFailing: having((was, is) => !isFailing(was) && is === 'fail'),
    newlyPassing: having((was, is) => isFailing(was) && isJudged(is) && !isFailing(is)),
    lostCoverage: having((was, is) => isJudged(was) && !isJudged(is)),
    changedAssumptions: changedAssumptions(before, now),
  }
}

/** What tells one check of a run from all others. */
export const keyOf = ({ target, role, id }: Pick<CheckResult, 'target' | 'role' | 'id'>): string =>
  JSON.stringify([target, role, id])

/** Whether these results leave a check to a shard that they do not hold. */
export function isElsewhere({ shard }: CheckResult, run: RunResult): boolean {
  if (shard === undefined) return false
  if (run.shards?.present !== undefined) return !run.shards.present.includes(shard)
  return run.shard !== undefined && Number.parseInt(run.shard, 10) !== shard
}

/** The requirements of which a check says something: where it broke some of its own, those alone. */
export const saysOf = ({ requirements, breaks = requirements }: Pick<CheckResult, 'requirements' | 'breaks'>) => breaks

/** Whether a check concerns its role: one that does not was never carried out. */
export const concernsRole = ({ verdict, evidence }: Pick<CheckResult, 'verdict' | 'evidence'>): boolean =>
  verdict !== 'not-applicable' || evidence !== undefined

/** Whether a verdict says something about the target. */
export const isJudged = (verdict: CheckVerdict | undefined): boolean =>
  verdict === 'pass' || verdict === 'finding' || isFailing(verdict)

/** Whether the target breaks a rule that decides, waived or not. */
export const isFailing = (verdict: CheckVerdict | undefined): boolean => verdict === 'fail' || verdict === 'waived'

const change = (
  { target, role, id }: CheckResult,
  before: CheckVerdict | undefined,
  now: CheckVerdict | undefined,
): Change => ({ target, role, id, ...(before !== undefined && { before }), ...(now !== undefined && { now }) })

function changedAssumptions(before: Compared, now: Compared): Comparison['changedAssumptions'] {
  const [was, is] = [before, now].map(({ assumptions }) => new Map(assumptions.map(({ id, value }) => [id, value])))
  return [...new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])]
    .filter((id) => !isDeepStrictEqual(was?.get(id), is?.get(id)))
    .map((id) => {
      const [old, current] = [was?.get(id), is?.get(id)]
      return { id, ...(old !== undefined && { before: old }), ...(current !== undefined && { now: current }) }
    })
}
