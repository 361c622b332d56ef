import type { Judge, Message } from '../../harness/check/types.js'

/**
 * Judges what every control relies on: the message has to be granted, before any control. Where it is not, `control` has to be, or
 * nothing can be said.
 */
export const grantsAtOnce = async (judge: Judge, says: string, message: Message, control: Message): Promise<void> => {
  const { outcome } = await judge.records(message, says)
  if (outcome.kind !== 'granted' && outcome.kind !== 'refused')
    judge.inconclusive(`No answer to judge: ${outcome.kind}.`)
  if (outcome.kind === 'refused') await judge.grants(control)
  judge.rule(says, outcome.kind === 'granted', { expected: 'an access token', got: outcome.kind })
}
