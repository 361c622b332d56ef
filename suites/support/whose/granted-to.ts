import type { Sent } from '../../../harness/check/types.js'
import type { FaultName } from '../../../harness/faults/faults.js'
import type { Fixtures } from '../test.js'
import { twoNames } from './two-names.js'

/** Each authenticates the party that signed, and grants to another one that the request names. */
export const grantsToAnother: readonly FaultName[] = [
  'issues-token-to-repeated-client-id',
  'issues-token-to-first-issuer',
  'issues-token-to-claimed-client',
  'issues-token-to-issuer-in-capitals',
  'issues-token-to-named-subject',
  'issues-token-to-client-in-query',
  'issues-token-to-basic-user',
]

/**
 * Sends every token request that names another party beside its own, of a new client each, and hands on what came of it.
 * @param another Party Identifier of a participant by whose access token something would be granted.
 */
export async function namingAnother(
  { client, judge }: Pick<Fixtures, 'client' | 'judge'>,
  another: string,
  look: (sent: Sent, name: string) => Promise<void>,
): Promise<void> {
  await judge.grants(await client.message())
  for (const mutate of twoNames(() => another)) {
    const message = await client.message({ mutate })
    // A ParticipantRegistry has few clients, which come round.
    const ofStranger = message.party.partyId === another ? await client.message({ mutate }) : message
    await look(await judge.records(ofStranger, mutate.name), mutate.name)
  }
}
