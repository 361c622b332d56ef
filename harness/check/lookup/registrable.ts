import { sha256 } from '../../wire/decode.js'
import type { CheckClient } from '../message/client.js'
import type { Sender } from '../message/sender.js'
import type { Message } from '../types.js'
import type { World } from '../world.js'
import { notAdhering } from './forms.js'
import type { PartyRecord } from './record.js'
import type { Lookups } from './types.js'

/**
 * Why a ParticipantRegistry under test cannot accept the certificate that signs a message: the kit asks it to register
 * one of that kind, and its look-up does not show it (ruling 25). `undefined` for all other messages, and without an
 * answer.
 */
export function registrability(world: World, client: CheckClient, sender: Sender, lookups: Lookups) {
  const answers = new Map<string, Promise<string | undefined>>()
  const ask = async ({ party, recipe }: Message): Promise<string | undefined> => {
    const caller = await client.make()
    for (const form of lookups.forms) {
      const message = lookups.message(caller, notAdhering(`the party with ${recipe.certificate}`, party.partyId), {
        form,
      })
      const sent = await sender.probe(message, 'is its certificate registered?')
      const { status = 0 } = sent?.exchange.response ?? {}
      if (status !== 404 && (status < 200 || status > 299)) return undefined
      const record = sent && lookups.read(sent)
      if (record !== undefined && holds(record, party.certified.chain[0] ?? Buffer.alloc(0))) return undefined
    }
    return `not registrable: the target does not hold the certificate of kind ${recipe.certificate} that the kit names`
  }
  return async (message: Message): Promise<string | undefined> => {
    const { certificate = 'conforming' } = message.recipe
    const isFixture = certificate !== 'conforming' && !certificate.endsWith(', not registered')
    if (world.target.role !== 'ParticipantRegistry' || !isFixture) return undefined
    if (world.blocked?.lookup !== undefined)
      return `perhaps not registrable, since its look-ups cannot be read: ${world.blocked.lookup}`
    const answer = answers.get(message.party.partyId) ?? ask(message)
    answers.set(message.party.partyId, answer)
    return answer
  }
}

/** Whether a record reports a certificate, itself or by its fingerprint. */
const holds = ({ certificates }: PartyRecord, der: Buffer): boolean =>
  certificates.some(
    ({ certificate, fingerprint }) =>
      certificate?.certificate.raw.equals(der) === true || fingerprint?.bytes.toString('hex') === sha256(der),
  )
