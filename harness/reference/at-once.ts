import { setTimeout as wait } from 'node:timers/promises'

/** How long a participant is busy with each of those who ask at once, milliseconds. */
const busyMs = 20

/** Gives what becomes of what is known of a party where a participant keeps that in one place for all who ask at once, as only a fault does: that of another one. */
export function mixing<T>(): (participant: object, party: string, own: T) => Promise<T> {
  const places = new WeakMap<object, Map<string, T>>()
  return async (participant, party, own) => {
    const asking = places.get(participant) ?? new Map<string, T>()
    places.set(participant, asking.set(party, own))
    await wait(busyMs)
    const [another = own] = [...asking].flatMap(([each, kept]) => (each === party ? [] : [kept]))
    asking.delete(party)
    return another
  }
}
