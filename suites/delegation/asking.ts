import { withoutForwarded } from '../../harness/check/delegation/forwarding.js'
import type { Asking, Context } from '../../harness/check/delegation/types.js'
import type { Sent } from '../../harness/check/types.js'
import type { Fixtures } from '../support/test.js'

export type Tools = Pick<Fixtures, 'delegation' | 'judge'>

/** No permit under the conditional policy in any of these contexts, where that of the ServiceProvider would do. */
export const refusesIn = async ({ delegation, judge }: Tools, contexts: readonly Context[], asking: Asking = {}) => {
  await judge.grants(delegation.ask('conditional', asking))
  for (const wrong of contexts) await judge.refuses(delegation.ask('conditional', { ...asking, context: wrong }))
}

/** No permit for something else than what the unconditional policy is about. */
export const refusesAbout = async (
  { delegation, judge }: Tools,
  about: NonNullable<Asking['about']>,
  asking: Asking = {},
): Promise<void> => {
  await judge.grants(delegation.ask('unconditional', asking))
  await judge.refuses(delegation.ask('unconditional', { ...asking, about }))
}

/** No permit under a policy in this context, where an unconditional one permits. */
export const refusesUnder = async (
  { delegation, judge }: Tools,
  policy: string,
  asking: Asking = {},
): Promise<Sent> => {
  await judge.grants(delegation.ask('unconditional', asking))
  return judge.refuses(delegation.ask(policy, asking))
}

export const ruleNoServerError = ({ judge }: Tools, { exchange: { response } }: Sent): void => {
  if (!response) return
  const seen = { expected: 'a status below 500', got: `status ${response.status}` }
  judge.rule('Answers without a server error', response.status < 500, seen)
}

/** A consumer asks about itself and forwards nothing. */
export const own = { caller: 'consumer', forwarded: withoutForwarded } as const

/** The same, asked by the consumer and by a stranger; ends the check where the stranger is permitted too. */
export async function askedByTwo({ delegation, judge }: Tools, asking: Asking) {
  const caller = { name: 'a stranger', value: await delegation.stranger() }
  const ofStranger = delegation.ask('unconditional', { ...asking, ...own, caller })
  const alone = await judge.records(ofStranger, 'a stranger without a forwarded JWT')
  if (alone.outcome.kind === 'granted') judge.notApplicable('The target permits without any forwarded JWT.')
  const ofSubject = delegation.ask('unconditional', own)
  await judge.grants(ofSubject)
  return { ofSubject, ofStranger }
}
