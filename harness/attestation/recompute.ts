import { isDeepStrictEqual } from 'node:util'
import type { Evidence } from '../contracts/evidence.js'
import type { CheckResult, CheckVerdict, Results } from '../contracts/results.js'
import { policyDigest } from '../evidence/policy-digest.js'
import { concludeAgain } from '../judge/conclude.js'
import { judgeUnder, type Reading } from '../judge/policy.js'
import { ownLevel } from '../judge/reread.js'

/** Verdicts that only evidence can bear out. */
const judged: ReadonlySet<CheckVerdict> = new Set(['pass', 'fail', 'finding', 'waived'] as const)

/**
 * Computes every verdict anew: of checks from their evidence, of requirements, roles and the gate from the checks.
 * @returns every difference from the results, in words.
 */
export function recompute(results: Results, evidenceOf: (path: string) => Evidence | undefined): readonly string[] {
  const reading = { strict: results.run.strict === true, policy: results.policy }
  const problems = results.checks.flatMap((check) => checkProblem(check, evidenceOf, reading) ?? [])
  const again = concludeAgain(results).results
  const says = (what: string, is: string, computed: string | undefined) => {
    if (computed !== is) problems.push(`${what} is ${is}, not ${computed}`)
  }
  for (const [index, { id, target, role, verdict }] of results.checks.entries())
    says(`check ${id} of ${target} as ${role}`, verdict, again.checks[index]?.verdict)
  for (const [index, { id, target, role, verdict }] of results.requirements.entries())
    says(`requirement ${id} of ${target} as ${role}`, verdict, again.requirements[index]?.verdict)
  for (const [index, { name, roles }] of results.targets.entries())
    for (const [position, { role, verdict }] of roles.entries())
      says(`${name} as ${role}`, verdict, again.targets[index]?.roles[position]?.verdict)
  says('the gate', results.gate, again.gate)
  if (results.policy && policyDigest(results.policy) !== results.policy.digest)
    problems.push(`the policy "${results.policy.name}" says something else than the one whose digest stands there`)
  return problems
}

function checkProblem(
  check: CheckResult,
  evidenceOf: (path: string) => Evidence | undefined,
  reading: Reading,
): string | undefined {
  const { id, target, role, verdict, evidence: path } = check
  const name = `check ${id} of ${target} as ${role}`
  if (path === undefined) return judged.has(verdict) ? `${name} is ${verdict} without any evidence` : undefined
  const evidence = evidenceOf(path)
  if (!Array.isArray(evidence?.facts)) return `${name} has evidence that cannot be read`
  if (evidence.id !== id || evidence.target !== target || evidence.role !== role)
    return `${name} shows the evidence of another check`
  if (evidence.level !== ownLevel(check)) return `${name} is of level ${ownLevel(check)}, not ${evidence.level}`
  const computed = judgeUnder({ ...check, level: evidence.level }, evidence.facts, reading)
  if (verdict === 'waived')
    return computed.verdict === 'fail' && check.waiver ? undefined : `${name} is waived, not ${computed.verdict}`
  if (computed.verdict !== verdict) return `${name} is ${verdict}, not ${computed.verdict}`
  if (!isDeepStrictEqual(computed.breaks, check.breaks)) return `${name} breaks other requirements than it says`
  return computed.reason === check.reason ? undefined : `${name} gives another reason than its evidence`
}
