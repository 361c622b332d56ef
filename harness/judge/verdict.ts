import type { Level, Profile } from '../../requirements/types.js'
import { profiles } from '../../requirements/types.js'
import type { Fact, Outcome, Sought } from '../contracts/evidence.js'
import type { CheckVerdict, RoleVerdict } from '../contracts/results.js'
import { isJudged as isJudgement } from '../evidence/compare.js'
import { isUnanswered } from './outcome.js'

/** A verdict with one sentence for a person: what was expected and what came. */
export interface Judgement {
  readonly verdict: CheckVerdict
  readonly reason: string
  /** Ids of the requirements that were broken, where each violation names its own. */
  readonly breaks?: readonly string[]
}

/**
 * The verdict of one check, from its facts alone. A violation outweighs all but our own error; what could not be
 * judged is never a pass.
 * @param strict Whether a violation of a `strict` requirement fails (`--strict`).
 */
export function judgeCheck(facts: readonly Fact[], level: Level, strict: boolean): Judgement {
  const error = firstReason(facts, 'harness-error')
  if (error !== undefined) return { verdict: 'harness-error', reason: error }
  const disabled = firstReason(facts, 'disabled')
  if (disabled !== undefined) return { verdict: 'disabled', reason: disabled }
  const violation = facts.map(violationOf).find((reason) => reason !== undefined)
  if (violation !== undefined) return weighed(facts, level, strict, violation)
  const apart = firstReason(facts, 'not-applicable')
  if (apart !== undefined) {
    // What a policy asks for is not recorded where the check does not concern the target.
    const sent = facts.filter(({ kind }) => kind !== 'inconclusive')
    const why = [...sent.map(doubtOf), ...sent.map(gapIn)].find((reason) => reason !== undefined)
    return why === undefined
      ? { verdict: 'not-applicable', reason: apart }
      : { verdict: 'inconclusive', reason: `${why} So nobody knows whether this is so: ${apart}` }
  }
  const lacking = firstReason(facts, 'not-testable')
  if (lacking !== undefined) return { verdict: 'not-testable', reason: lacking }
  const doubt = facts.map(doubtOf).find((reason) => reason !== undefined)
  if (doubt !== undefined) return { verdict: 'inconclusive', reason: doubt }
  const judged = facts.filter(isJudged(level))
  if (judged.length === 0) return { verdict: 'inconclusive', reason: 'The check judged nothing.' }
  return { verdict: 'pass', reason: [summary(judged), ...facts.flatMap(noteOn)].join(' ') }
}

/** A violation at the level of the check, or at the lighter one that a fact names. */
function weighed(facts: readonly Fact[], level: Level, strict: boolean, violation: string): Judgement {
  const weights = facts.filter((fact) => fact.kind === 'weight')
  const counts = fails(level, strict) && weights.every((weight) => fails(weight.level, strict))
  const reason = [violation, ...weights.map((weight) => weight.reason)].join(' ')
  const breaks = brokenBy(facts.filter((fact) => violationOf(fact) !== undefined))
  return { verdict: counts ? 'fail' : 'finding', reason, ...(breaks && { breaks }) }
}

/** What violations break; nothing where one of them speaks of the check as a whole. */
function brokenBy(violations: readonly Fact[]): readonly string[] | undefined {
  const named = violations.map((fact) => (fact.kind === 'rule' ? fact.breaks : undefined))
  return named.every((ids) => ids !== undefined) ? [...new Set(named.flat())] : undefined
}

/** What a reader of a pass has to know: that a fixture was not there to be misjudged (ruling 25). */
const noteOn = (fact: Fact): readonly string[] =>
  fact.kind === 'observation' && fact.name === 'fixture' ? [`Fixture ${String(fact.value)}.`] : []

/** What the verdict of a role is computed from. */
export interface JudgedCheck {
  readonly verdict: CheckVerdict
  readonly level: Level
  readonly profile: Profile
}

/** The run that a role is judged in. `complete: false`: it was cut short, or holds only a part. */
export interface JudgedRun {
  readonly strict: boolean
  readonly complete: boolean
  readonly profile: Profile
}

/**
 * The verdict of a role. Ignores checks of a deeper profile than the run's; any check that could not be judged
 * prevents *certified*.
 */
export function judgeRole(checks: readonly JudgedCheck[], run: JudgedRun): RoleVerdict {
  const counted = checks.filter((check) => within(check.profile, run.profile))
  if (counted.some(({ verdict }) => verdict === 'fail' || verdict === 'waived')) return 'not-certified'
  if (!isVerified(checks, run)) return 'not-fully-verified'
  return counted.some(({ verdict }) => verdict === 'finding') ? 'certified-with-findings' : 'certified'
}

/** Whether everything was judged that decides about a role, whatever came of it. */
export function isVerified(checks: readonly JudgedCheck[], run: JudgedRun): boolean {
  const counted = checks.filter((check) => within(check.profile, run.profile))
  const open = counted.some(({ verdict, level }) => isOpen(verdict) && fails(level, run.strict))
  return run.complete && !open && counted.some(({ verdict }) => isJudgement(verdict))
}

/** The verdict of a requirement: the gravest of its checks; `not-applicable` only if none of them concerned the target. */
export function judgeRequirement(verdicts: readonly CheckVerdict[]): CheckVerdict {
  return gravity.find((verdict) => verdicts.includes(verdict)) ?? 'not-testable'
}

/** Whether a check of `profile` runs in a run of depth `run`. */
export const within = (profile: Profile, run: Profile): boolean => profiles.indexOf(profile) <= profiles.indexOf(run)

/** Whether a violation at this level fails the check. */
export const fails = (level: Level, strict: boolean): boolean => level === 'must' || (level === 'strict' && strict)

const gravity: readonly CheckVerdict[] = [
  'fail',
  'waived',
  'harness-error',
  'inconclusive',
  'not-testable',
  'disabled',
  'finding',
  'pass',
  'not-applicable',
]

const isOpen = (verdict: CheckVerdict): boolean =>
  verdict === 'inconclusive' || verdict === 'not-testable' || verdict === 'disabled' || verdict === 'harness-error'

/** What is only recorded may be that no answer came; where the level decides something, that is no judgement. */
const isJudged =
  (level: Level) =>
  (fact: Fact): boolean =>
    fact.kind === 'refusal' ||
    fact.kind === 'acceptance' ||
    fact.kind === 'rule' ||
    (fact.kind === 'record' && (level === 'should' || answered(fact.outcome)))

function violationOf(fact: Fact): string | undefined {
  if (fact.kind === 'refusal' && fact.outcome.kind === 'granted')
    return `Expected a refusal, got ${soughtBy(fact)}${underOf(fact)}.`
  if (fact.kind === 'acceptance' && fact.outcome.kind === 'refused' && fact.alive !== false)
    return `Expected ${soughtBy(fact)}, got a refusal with status ${fact.outcome.status}${whyOf(fact.outcome)}.`
  if (fact.kind === 'rule' && !fact.holds)
    return `${fact.says}: expected ${fact.expected}, got ${fact.got}${underOf(fact)}.`
  return undefined
}

const underOf = ({ guise }: { readonly guise?: string }): string => (guise === undefined ? '' : `, only under ${guise}`)

function doubtOf(fact: Fact): string | undefined {
  switch (fact.kind) {
    case 'inconclusive':
      return fact.reason
    case 'control':
      return fact.outcome.kind === 'granted'
        ? undefined
        : `The conforming control was not granted${fact.sought ? ` ${fact.sought}` : ''}: ${say(fact.outcome)}.`
    case 'refusal':
      if (fact.outcome.kind === 'no-answer' && fact.noAnswerIsRefusal && fact.alive === true) return undefined
      return answered(fact.outcome) ? undefined : `${say(fact.outcome)}${afterwards(fact.alive)}.`
    case 'acceptance':
      if (fact.outcome.kind === 'refused' && fact.alive === false)
        return 'It was refused at a time when a conforming stranger was refused as well.'
      return answered(fact.outcome) ? undefined : `${say(fact.outcome)}${afterwards(fact.alive)}.`
    default:
      return undefined
  }
}

/** Why what is only recorded tells nothing of a target: it was not answered, though nobody else failed. */
const gapIn = (fact: Fact): string | undefined =>
  fact.kind === 'record' && !fact.excused && isUnanswered(fact.outcome) ? `${say(fact.outcome)}.` : undefined

/** What came in place of what was sought, where something did. */
const whyOf = ({ why }: Extract<Outcome, { readonly kind: 'refused' }>): string =>
  why === undefined ? '' : ` (${why})`

const soughtBy = ({ sought }: { readonly sought?: Sought }): Sought => sought ?? 'an access token'

const answered = (outcome: Outcome): boolean => outcome.kind === 'granted' || outcome.kind === 'refused'

const afterwards = (alive: boolean | undefined): string =>
  alive === undefined ? '' : alive ? '; the target still answers others' : '; the target answers nobody since'

const say = (outcome: Outcome): string =>
  outcome.kind === 'no-answer'
    ? `No complete answer (${outcome.why})`
    : outcome.kind === 'granted'
      ? 'granted'
      : outcome.kind === 'deferred'
        ? `The target kept asking for patience (status ${outcome.status})`
        : `refused with status ${outcome.status}${whyOf(outcome)}`

const firstReason = (
  facts: readonly Fact[],
  kind: 'harness-error' | 'disabled' | 'not-applicable' | 'not-testable',
): string | undefined => facts.find((fact): fact is Extract<Fact, { kind: typeof kind }> => fact.kind === kind)?.reason

function summary(judged: readonly Fact[]): string {
  const count = (kind: Fact['kind']) => judged.filter((fact) => fact.kind === kind).length
  const parts = [
    [count('refusal'), 'refused as expected'],
    [count('acceptance'), 'granted as expected'],
    [count('rule'), 'rules hold'],
    [count('record'), 'recorded'],
  ] as const
  return `${parts
    .filter(([n]) => n > 0)
    .map(([n, what]) => `${n} ${what}`)
    .join(', ')}.`
}
