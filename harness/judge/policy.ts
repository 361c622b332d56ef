import { readingsOf, type Wanted } from '../../requirements/readings.js'
import { type Level, levels } from '../../requirements/types.js'
import type { Fact } from '../contracts/evidence.js'
import type { Policy, PolicyRule } from '../contracts/results.js'
import { type Judgement, judgeCheck } from './verdict.js'

/** How the facts of a run are read. */
export interface Reading {
  /** Whether a violation of a `strict` requirement fails. */
  readonly strict: boolean
  readonly policy?: Policy | undefined
}

/** A check as far as its reading asks. `level` is the suite's own. */
export interface ReadCheck {
  readonly id: string
  readonly requirements: readonly string[]
  readonly level: Level
}

/** What a policy says of a requirement; the last word where it says something twice cannot be, since it is a group of keys. */
export const ruleOf = (policy: Policy | undefined, id: string): PolicyRule | undefined =>
  policy?.requirements.find((rule) => rule.id === id)

/**
 * The level of a check under a policy: the gravest of its requirements, of which those that the policy does not name
 * have the suite's own. `off` where the policy switches each of them off.
 */
export function levelUnder(policy: Policy | undefined, { requirements, level }: ReadCheck): Level | 'off' {
  const all = requirements.map((id) => ruleOf(policy, id)?.level ?? level)
  return levels.find((one) => all.includes(one)) ?? (all.length > 0 ? 'off' : level)
}

/** The verdict of a check as a policy reads its facts; without one, as the suite does. */
export function judgeUnder(check: ReadCheck, facts: readonly Fact[], { strict, policy }: Reading): Judgement {
  if (!policy) return judgeCheck(facts, check.level, strict)
  const rules = check.requirements.flatMap((id) => ruleOf(policy, id) ?? [])
  const level = levelUnder(policy, check)
  const why = rules.map((rule) => `${rule.id} is ${saidOf(rule)} by the policy "${policy.name}": ${rule.reason}`)
  const left = rules.find(({ id, reading = '' }) => readingsOf(id)[reading]?.leaves?.includes(check.id))
  if (level === 'off' || (left && rules.length === check.requirements.length))
    return { verdict: 'not-applicable', reason: why.join(' ') }
  const judged = judgeCheck([...facts, ...rules.flatMap((rule) => readingFacts(check.id, rule, facts))], level, strict)
  const decided = judged.verdict === 'fail' || judged.verdict === 'finding'
  return decided && why.length > 0 ? { ...judged, reason: [judged.reason, ...why].join(' ') } : judged
}

const saidOf = ({ level, reading }: PolicyRule): string =>
  [level, reading && `read as "${reading}"`].filter((one) => one !== undefined).join(', ')

/** What a reading makes of what a check observed: a rule for each thing that it wants. */
function readingFacts(check: string, { id, reading = '' }: PolicyRule, facts: readonly Fact[]): readonly Fact[] {
  const { says, wants = [] } = readingsOf(id)[reading] ?? {}
  return wants.filter((one) => one.check === check).map((wanted) => ruled(wanted, `Read as "${says}"`, facts))
}

/** Answers that say nothing of a reading. */
const unanswered: readonly string[] = ['no-answer', 'deferred']

function ruled({ observed, is }: Wanted, says: string, facts: readonly Fact[]): Fact {
  const seen = facts.find((fact) => fact.kind === 'observation' && fact.name === observed)
  if (seen?.kind !== 'observation')
    return { kind: 'inconclusive', reason: `${says}: the check did not record "${observed}". Run it again.` }
  const got = String(seen.value)
  if (unanswered.includes(got) || got.startsWith('refused, as '))
    return { kind: 'inconclusive', reason: `${says}: of "${observed}" nothing is known (${got}).` }
  return { kind: 'rule', says: `${says}, ${observed}`, holds: is.includes(got), expected: is.join(' or '), got }
}
