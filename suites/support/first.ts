import type { Judge, Message } from '../../harness/check/types.js'
import type { Sought } from '../../harness/evidence/types.js'

/**
 * Judges what every control relies on: the message has to be granted, before any control. Where it is not, `control` has to be, or
 * nothing can be said; and as a refusal may have had a passing reason, the message is sent once more and judged by that.
 * @param again What is sent then, where it has to be another one: a party that is met for the first time is not met so twice.
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
