import { canSay } from '../../harness/check/delegation/context.js'
import { withoutForwarded } from '../../harness/check/delegation/forwarding.js'
import type { Asking, Context } from '../../harness/check/delegation/types.js'
import type { Sent } from '../../harness/check/types.js'
import type { Fixtures } from '../support/test.js'

export type Tools = Pick<Fixtures, 'delegation' | 'judge'>

/** Those of the contexts that can be said at the target; ends the check where there are none. */
export function sayable({ delegation, judge }: Tools, contexts: readonly Context[]): readonly Context[] {
  const { settings } = delegation
  const found = contexts.filter((context) => canSay(settings, context))
  const where = settings.context ? `only names ${settings.context.place}` : 'has no context'
  return found.length > 0
    ? found
    : judge.notApplicable(`A request ${where} (interface.delegation.context), which cannot say this.`)
}

/** Ends a check that needs a permit under conditions where the target holds none (ruling 32). */
export function needsConditions({ delegation, judge }: Tools): void {
  if (!delegation.settings.conditions)
    judge.notApplicable('The target holds no conditions (interface.delegation.conditions).')
}

/** No permit under the conditional policy in any of these contexts, where that of the ServiceProvider would do. */
export const refusesIn = async (tools: Tools, contexts: readonly Context[], asking: Asking = {}) => {
  const { delegation, judge } = tools
  const wrong = sayable(tools, contexts)
  if (!delegation.settings.conditions) return refusesWithoutConditions(tools, wrong, asking)
  await judge.grants(delegation.ask('conditional', asking))
  for (const context of wrong) await judge.refuses(delegation.ask('conditional', { ...asking, context }))
}

/** The same where conditions are not held: the unconditional policy permits in each context that it is asked in. */
async function refusesWithoutConditions(tools: Tools, contexts: readonly Context[], asking: Asking): Promise<void> {
  const { delegation, judge } = tools
  for (const context of contexts) {
    const control = delegation.ask('unconditional', { ...asking, context })
    const { outcome } = await judge.records(control, `the unconditional policy, context: ${context.name}`)
    if (outcome.kind === 'granted') await refusesUnder(tools, 'conditional', { ...asking, context })
  }
}

/** No permit for something else than what the unconditional policy is about. */
export const refusesAbout = async (
  { delegation, judge }: Tools,
  about: readonly NonNullable<Asking['about']>[],
  asking: Asking = {},
): Promise<void> => {
  await judge.grants(delegation.ask('unconditional', asking))
  for (const what of about) await judge.refuses(delegation.ask('unconditional', { ...asking, about: what }))
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
