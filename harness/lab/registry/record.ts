import { createHash, X509Certificate } from 'node:crypto'
import type { JsonObject } from '../../contracts/json.js'
import type { Speaker } from '../../mutations/signed-token.js'

/** The registry's record of a party of the lab itself, with further members, in the names of the interface text. */
export const recordOf = (speaker: Speaker, more: Readonly<JsonObject> = {}): JsonObject => ({
  party_id: speaker.partyId,
  status: 'Active',
  certificates: [entryOf(speaker)],
  ...more,
})

/** What a record says of a certificate. */
export const entryOf = ({ certified }: Speaker): JsonObject => {
  const der = certified.chain[0] ?? Buffer.alloc(0)
  return {
    subjectName: new X509Certificate(der).subject.replaceAll('\n', ', '),
    certificateType: 'eSeal',
    x5c: der.toString('base64'),
    'x5t#s256': createHash('sha256').update(der).digest('hex'),
  }
}
