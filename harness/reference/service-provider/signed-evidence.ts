import { X509Certificate } from 'node:crypto'
import { isObject } from '../../contracts/json.js'
import { decodeCanonical } from '../encoding/base64url.js'
import type { Participant } from '../participant/participant.js'
import type { Certificate } from '../pki/certificate.js'
import { isSoundPath } from '../pki/sound-path.js'
import { digests, pkcs1 } from '../token-endpoint/verifiers.js'
import type { Members } from './service-call.js'

/** A `delegation_token` whose signature holds under a sound chain. */
export interface SignedEvidence {
  readonly claims: Members
  readonly leaf: Certificate
  /** Whether neither list nor responder calls the certificate revoked; what stays undetermined passes. */
  readonly isUnrevoked: () => Promise<boolean>
}

/** Reads the answer of an AuthorisationRegistry of the older form: what its `delegation_token` says, and nothing that stands beside it. */
export const signedEvidence =
  ({ certificates, revocation, roots }: Participant) =>
  (answer: Members): SignedEvidence | undefined => {
    const compact = typeof answer.delegation_token === 'string' ? answer.delegation_token : ''
    const [header = '', payload = '', signature = '', ...more] = compact.split('.')
    const [head, claims, bytes] = [parsed(header), parsed(payload), decodeCanonical(signature)]
    const x5c = head?.x5c
    if (!head || !claims || !bytes || more.length > 0 || !isChain(x5c)) return undefined
    const chain = x5c.map((each) => certificates.read(Buffer.from(each, 'base64')))
    const [leaf, issuer] = chain
    const digest = Object.hasOwn(digests, String(head.alg)) ? digests[String(head.alg)] : undefined
    const isSigned =
      leaf !== undefined &&
      digest !== undefined &&
      leaf.key.asymmetricKeyType === 'rsa' &&
      pkcs1(digest)(Buffer.from(`${header}.${payload}`), bytes, leaf) &&
      isSoundPath(chain, roots)
    if (!isSigned) return undefined
    const isUnrevoked = async (): Promise<boolean> => {
      if (!issuer) return true
      const statuses = await Promise.all([revocation.byCrl(leaf, issuer), revocation.byOcsp(leaf, issuer)])
      return !statuses.some((status) => status === 'revoked' || status === 'held')
    }
    return { claims, leaf, isUnrevoked }
  }

/** Whether it is a list of certificates. */
export const isChain = (x5c: unknown): x5c is readonly string[] =>
  Array.isArray(x5c) && x5c.length > 0 && (x5c as readonly unknown[]).every(isCertificate)

function isCertificate(element: unknown): boolean {
  try {
    return typeof element === 'string' && new X509Certificate(Buffer.from(element, 'base64')).raw.length > 0
  } catch {
    return false
  }
}

function parsed(part: string): Members | undefined {
  try {
    const json: unknown = JSON.parse(decodeCanonical(part)?.toString() ?? '')
    return isObject(json as never) ? (json as Members) : undefined
  } catch {
    return undefined
  }
}
