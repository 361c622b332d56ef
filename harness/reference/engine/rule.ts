import type { FaultName } from '../../faults/faults.js'
import type { RuleFault } from './fault.js'
import { Refusal } from './refusal.js'

/** `false` refuses with the name of the rule; a `Refusal` may be thrown for another form. Steps that only fill something in return `true`. */
export type Check<S> = (subject: S) => boolean | Promise<boolean>

/** Makes the wrong check out of the right one. */
export type Change<S> = (right: Check<S>) => Check<S>

/** The faults of one rule; each removes or replaces its check. */
export type RuleFaults<S> = { readonly [F in FaultName]?: RuleFault<S> }

/** One rule that a reference role obeys, by a name that its type knows. */
export interface Rule<S, N extends string = string> {
  /** What the rule is about. A fault that lets a message in excuses it from the other topics that would refuse it for the same reason. */
  readonly topic: string
  /** What holds when it is obeyed. Told to the client when it is not, so free of input. */
  readonly name: N
  readonly check: Check<S>
  readonly faults: RuleFaults<S>
}

/** Tells the type system which faults a rule implements; an object type alone would be lost among those with fewer members. */
export interface Implementing<F> {
  readonly implements?: F
}

/**
 * Makes rules about a subject, on the topics of its room. Keeps the name of each rule and those of its faults in the type, so that a missing
 * fault is a compile error, and so is a variant of a rule that there is not.
 */
export const ruleAbout =
  <S, T extends string = string>() =>
  <const F extends RuleFaults<S>, const N extends string>(
    topic: T,
    name: N,
    check: Check<S>,
    faults: F,
  ): Rule<S, N> & Implementing<keyof F> => ({ topic, name, check, faults })

/** Names of the rules of a list. */
export type NamesOf<L extends readonly { readonly name: string }[]> = L[number]['name']

/** Names of the faults that a list of rules implements. */
export type FaultsOf<L extends readonly unknown[]> = L[number] extends infer R
  ? R extends Implementing<infer F>
    ? F
    : never
  : never

/** The rule is gone. */
export const removed = (): (() => boolean) => () => true

/** The rule is gone for subjects of which `holds` is true; `holds` may note what follows from that. */
export const unless =
  <S>(holds: Check<S>): Change<S> =>
  (right) =>
  (subject) => {
    const held = holds(subject)
    if (typeof held === 'boolean') return held || right(subject)
    return held.then((yes) => yes || right(subject))
  }

/** Something more has to hold than the rule asks. */
export const only =
  <S>(holds: (subject: S) => boolean): Change<S> =>
  (right) =>
  (subject) =>
    holds(subject) && right(subject)

/** A check in the place of the rule. */
export const instead =
  <S>(wrong: Check<S>): Change<S> =>
  () =>
    wrong

/** Rules with the faults of one request worked in. */
export type Rulebook<S> = readonly Pick<Rule<S>, 'topic' | 'name' | 'check'>[]

/** Works faults into rules, in the order of their names in the rule. */
export const withFaults = <S>(rules: readonly Rule<S>[], active: ReadonlySet<FaultName>): Rulebook<S> =>
  rules.map(({ topic, name, check, faults }) => ({ topic, name, check: changed(check, faults, active) }))

function changed<S>(check: Check<S>, faults: RuleFaults<S>, active: ReadonlySet<FaultName>): Check<S> {
  let result = check
  for (const [name, { change }] of Object.entries(faults) as [FaultName, RuleFault<S>][])
    if (active.has(name)) result = change(result)
  return result
}

/** Applies rules in order; throws the `Refusal` of the first that does not hold. */
export async function obey<S>(rules: Rulebook<S>, subject: S, excused?: ReadonlySet<string>): Promise<void> {
  for (const { topic, name, check } of rules) {
    if (excused?.has(topic)) continue
    try {
      const held = check(subject)
      if (!(typeof held === 'boolean' ? held : await held)) throw new Refusal(401, 'invalid_client', `not so: ${name}`)
    } catch (error) {
      if (error instanceof Refusal) error.topic ??= topic
      throw error
    }
  }
}
