import type { Policy, PolicyRule, Results } from '../harness/contracts/results.js'
import { counted } from './text.js'

/** By which policy the verdicts stand, in a sentence; empty where they are the suite's own. */
export function policySentence({ policy }: Pick<Results, 'policy'>): string {
  if (!policy) return ''
  const { name, digest, strict, requirements } = policy
  const read =
    requirements.length === 0 ? '' : `, which reads ${counted(requirements.length, 'requirement')} in its own way`
  const deciding = strict === undefined ? '' : ` Strict rules ${strict ? 'decide' : 'inform'} by it.`
  return `Judged by the policy "${name}" (sha256 ${digest.slice(0, 12)})${read}.${deciding}`
}

/** What a policy says of a requirement, in words. */
export const ruleWords = ({ level, reading }: PolicyRule): string =>
  [level, reading === undefined ? undefined : `read as "${reading}"`].filter((one) => one !== undefined).join(', ')

/** Name of the policy for places with little room; empty where there is none. */
export const policyName = (policy: Policy | undefined): string => (policy ? `policy ${policy.name}` : '')
