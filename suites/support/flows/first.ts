import type { Judge, Message } from '../../../harness/check/types.js'
import type { Sought } from '../../../harness/contracts/evidence.js'

/**
 * Judges the very first grant, for which there is no control yet. If it is refused, `control` has to be granted, or
 * nothing can be said; then the message is sent once more, since the reason may have passed, and that decides.
 * @param again Makes the second message, where it has to be another one: a party is met for the first time only once.
 */
export const grantsAtOnce = async (
  judge: Judge,
  says: string,
  message: Message,
  control: Message,
  expected: Sought = 'an access token',
  again: () => Promise<Message> = async () => message,
): Promise<void> => {
  const outcomeOf = async (one: Message): Promise<'granted' | 'refused'> => {
    const { kind } = (await judge.records(one, says)).outcome
    return kind === 'granted' || kind === 'refused' ? kind : judge.inconclusive(`No answer to judge: ${kind}.`)
  }
  let got = await outcomeOf(message)
  if (got === 'refused') {
    await judge.grants(control)
    got = await outcomeOf(await again())
  }
  judge.rule(says, got === 'granted', { expected, got })
}
