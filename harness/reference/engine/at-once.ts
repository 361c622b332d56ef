import { setTimeout as wait } from 'node:timers/promises'
import { Refusal } from './refusal.js'
import type { Change } from './rule.js'

/** How long a participant is busy with each of those who ask at once, milliseconds. */
const busyMs = 20

/** One of those who ask, and what is known of it. */
interface Asking<T> {
  readonly party: string
  readonly own: T
}

/** Simulates a shared variable: while several requests run at once, each gets the value of another one. */
export function mixing<T>(): (participant: object, party: string, own: T) => Promise<T> {
  const places = new WeakMap<object, Set<Asking<T>>>()
  return async (participant, party, own) => {
    const all = places.get(participant) ?? new Set<Asking<T>>()
    const asking = { party, own }
    places.set(participant, all.add(asking))
    await wait(busyMs)
    const another = [...all].find((each) => each.party !== party) ?? asking
    all.delete(asking)
    return another.own
  }
}

/** What a rule says of another one of those who ask at once stands for each of them. */
export function mixingVerdicts<S>(who: (subject: S) => readonly [participant: object, party: string]): Change<S> {
  const mixedUp = mixing<boolean>()
  return (right) => async (subject) => {
    const [participant, party] = who(subject)
    return mixedUp(participant, party, await holds(async () => right(subject)))
  }
}

/** What a rule says of the first of those of one party who ask at once stands for all of them. */
export function sharingVerdicts<S>(who: (subject: S) => readonly [participant: object, party: string]): Change<S> {
  const verdicts = new WeakMap<object, Map<string, Promise<boolean>>>()
  return (right) => async (subject) => {
    const [participant, party] = who(subject)
    const ofParties = verdicts.get(participant) ?? new Map<string, Promise<boolean>>()
    verdicts.set(participant, ofParties)
    const shared = ofParties.get(party)
    if (shared !== undefined) return shared
    const own = wait(busyMs).then(() => holds(async () => right(subject)))
    ofParties.set(party, own)
    return own.finally(() => ofParties.delete(party))
  }
}

async function holds(check: () => Promise<boolean>): Promise<boolean> {
  try {
    return await check()
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
