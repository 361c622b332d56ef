import { isObject } from '../../contracts/json.js'
import { decodeCanonical } from '../encoding/base64url.js'
import type { Participant } from '../participant/participant.js'
import { isSoundPath } from '../pki/sound-path.js'
import { tolerance } from '../token-endpoint/rules/time.js'
import { digests, pkcs1 } from '../token-endpoint/verifiers.js'
import type { Members } from './service-call.js'

/** Reads the answer of an AuthorisationRegistry of the older form: what its `delegation_token` says, and nothing that stands beside it. */
export const signedEvidence =
  ({ certificates, kit, roots }: Participant, registryId: string) =>
  (answer: Members): Members | undefined => {
    const compact = typeof answer.delegation_token === 'string' ? answer.delegation_token : ''
    const [header = '', payload = '', signature = '', ...more] = compact.split('.')
    const [head, claims, bytes] = [parsed(header), parsed(payload), decodeCanonical(signature)]
    const x5c = head?.x5c
    if (!head || !claims || !bytes || more.length > 0 || !Array.isArray(x5c)) return undefined
    const chain = (x5c as readonly unknown[]).map((each) => certificates.read(Buffer.from(String(each), 'base64')))
    const [leaf] = chain
    const digest = Object.hasOwn(digests, String(head.alg)) ? digests[String(head.alg)] : undefined
    const isSigned =
      leaf !== undefined &&
      digest !== undefined &&
      leaf.key.asymmetricKeyType === 'rsa' &&
      pkcs1(digest)(Buffer.from(`${header}.${payload}`), bytes, leaf) &&
      isSoundPath(chain, roots) &&
      leaf.names('serialNumber', registryId)
    const { iss, aud, exp } = claims
    const isForUs = iss === registryId && aud === kit.partyId
    return isSigned && isForUs && typeof exp === 'number' && exp + tolerance > Date.now() / 1000 ? claims : undefined
  }

function parsed(part: string): Members | undefined {
  try {
    const json: unknown = JSON.parse(decodeCanonical(part)?.toString() ?? '')
    return isObject(json as never) ? (json as Members) : undefined
  } catch {
    return undefined
  }
}
