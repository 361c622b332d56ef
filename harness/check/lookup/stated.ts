import { sha256 } from '../../wire/decode.js'
import type { CheckClient } from '../message/client.js'
import type { Sender } from '../message/sender.js'
import type { GivenParty } from '../parties/statements.js'
import type { Message } from '../types.js'
import type { World } from '../world.js'
import { notAdhering } from './forms.js'
import { isAdhering } from './record.js'
import type { Lookups } from './types.js'

/**
 * What the record at a ParticipantRegistry says against what the target file says of the party of a message: such a
 * statement is looked up before anything is judged by it. `undefined` where nothing is said, or nothing speaks against
 * it; a certificate that the registry does not hold is `registrability`'s.
 */
export const contradiction =
  (world: World, client: CheckClient, sender: Sender, lookups: Lookups) =>
  async ({ party }: Message): Promise<string | undefined> => {
    const stated = world.given?.find((one) => isSame(one, party))
    const { is, partyId } = stated ?? {}
    const isOfRecord = is !== undefined && !is.includes('certificate')
    if (world.target.role !== 'ParticipantRegistry' || !isOfRecord || !partyId) return undefined
    const { party: caller } = await client.probe()
    for (const form of lookups.forms) {
      const asked = lookups.message(caller, notAdhering(`a party that is ${is}`, partyId), { form })
      const sent = await sender.probe(asked, `is it ${is}?`)
      const record = sent && lookups.read(sent)
      const found = record !== undefined && (record.partyId === partyId || record.certificates.length > 0)
      if (found && (is === 'unknown' || isAdhering(record.status)))
        return `The target file says of ${partyId}: ${is}, but its record ${form.name} has the status ${JSON.stringify(record.status ?? null)}. Mend \`participants\`.`
    }
    return undefined
  }

const isSame = ({ is, partyId, certified }: GivenParty, party: GivenParty): boolean =>
  is !== undefined &&
  partyId === party.partyId &&
  sha256(certified.chain[0] ?? Buffer.alloc(0)) === sha256(party.certified.chain[0] ?? Buffer.alloc(0))
