import { createHash, X509Certificate } from 'node:crypto'
import type { JsonObject } from '../json.js'
import type { Speaker } from '../mutations/parties-token.js'
import type { RegistryInterface } from './interface.js'

/** The registry's record of a party of the lab itself, in the preset's names. */
export const recordOf = ({ partyId, certified }: Speaker, { record: names }: RegistryInterface): JsonObject => {
  const der = certified.chain[0] ?? Buffer.alloc(0)
  return {
    [names.partyId]: partyId,
    [names.status]: 'Active',
    [names.certificates]: [
      {
        [names.subjectName]: new X509Certificate(der).subject.replaceAll('\n', ', '),
        [names.certificateType]: 'eSeal',
        [names.x5c]: der.toString('base64'),
        [names.fingerprint]: createHash('sha256').update(der).digest('hex'),
      },
    ],
  }
}
