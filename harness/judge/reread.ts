import type { Evidence } from '../contracts/evidence.js'
import type { CheckResult, Policy, RequirementResult, Results } from '../contracts/results.js'
import { type Concluded, concludeAgain } from './conclude.js'
import { judgeUnder, levelUnder, ruleOf } from './policy.js'

/**
 * Verdicts and gate anew from the facts of a run, as a policy reads them. What was judged under another policy before
 * is read from the suite's own levels.
 * @param evidenceOf Reads an evidence file of the run; a check without one keeps its verdict.
 */
export function reread(
  results: Results,
  policy: Policy,
  evidenceOf: (path: string) => Evidence | undefined,
): Concluded {
  const strict = policy.strict ?? results.run.strict === true
  const checks = results.checks.map((check): CheckResult => {
    const { waiver: _, breaks: __, ...bare } = check
    const evidence = check.evidence === undefined ? undefined : evidenceOf(check.evidence)
    const levelled = withLevel(bare, levelUnder(policy, { ...check, level: ownLevel(check) }))
    if (check.evidence === undefined) return levelled
    if (!Array.isArray(evidence?.facts))
      return { ...levelled, verdict: 'inconclusive', reason: 'Its evidence cannot be read.' }
    return { ...levelled, ...judgeUnder({ ...check, level: evidence.level }, evidence.facts, { strict, policy }) }
  })
  const requirements = results.requirements.map(
    (row): RequirementResult => withLevel(row, ruleOf(policy, row.id)?.level ?? ownLevel(row)),
  )
  // A baseline was compared as the run was judged, so that it says nothing here.
  const { baseline: _, ...rest } = results
  return concludeAgain({ ...rest, run: { ...results.run, strict }, policy, checks, requirements })
}

/** The level that the suite gives, whatever a policy makes of it. */
export const ownLevel = ({ level = 'must', suiteLevel }: Pick<CheckResult, 'level' | 'suiteLevel'>) =>
  suiteLevel ?? level

/** With the level of a policy, and the suite's own beside it where they differ. What is off decides nothing. */
export function withLevel<T extends Pick<CheckResult, 'level' | 'suiteLevel'>>(
  one: T,
  level: CheckResult['level'] | 'off',
): T {
  const { suiteLevel: _, ...bare } = one
  const own = ownLevel(one)
  const now = level === 'off' ? 'should' : level
  return { ...bare, level: now, ...(level !== own && { suiteLevel: own }) } as T
}
