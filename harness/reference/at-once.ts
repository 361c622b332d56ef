import { setTimeout as wait } from 'node:timers/promises'

/** How long a participant is busy with each of those who ask at once, milliseconds. */
const busyMs = 20

const asking = new WeakMap<object, Map<string, unknown>>()

/** What becomes of what is known of a party where a participant keeps that in one place for all who ask at once, as only a fault does: that of another one. */
export async function mixedUp<T>(participant: object, party: string, own: T): Promise<T> {
  const all = asking.get(participant) ?? new Map<string, unknown>()
  asking.set(participant, all.set(party, own))
  await wait(busyMs)
  const another = [...all].find(([each]) => each !== party)
  all.delete(party)
  return another ? (another[1] as T) : own
}
