import type { Message } from '../../../harness/check/types.js'
import { claims } from '../../../harness/mutations/mutation.js'
import type { Fixtures } from '../test.js'
import { jtiOf } from '../values/assertion.js'

/**
 * Has a participant authenticate with a jti that a stranger has used before (ruling 6: a jti is of its issuer); ends the check where it cannot.
 * @param participant Some message of that participant.
 * @returns the access token of the stranger.
 */
export async function usingJtiOfStranger(
  { client, judge }: Pick<Fixtures, 'client' | 'judge'>,
  participant: Message,
): Promise<string> {
  const sent = await judge.grants(await client.message())
  const jti = jtiOf(sent)
  const mutate = claims("a stranger's jti", (own) => void Object.assign(own, { jti }))
  await judge.applies(
    client.next(participant, { mutate }),
    mutate.name,
    'It takes no jti that another client has used, as another check says.',
  )
  return sent.accessToken ?? ''
}
