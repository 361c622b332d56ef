import type { KeyObject } from 'node:crypto'
import { PkiError } from '../errors.js'
import type { IssuerStore } from '../issuer-store.js'
import { resolveAnswer } from './answer.js'
import { buildCrl } from './crl.js'
import { buildOcsp, ocspFailure } from './ocsp.js'
import type { RevocationAnswer } from './revocation.js'

/** Answers for the revocation of certificates. */
export interface Responder {
  /** DER of the CRL of an issuer; `null` = do not answer. Throws `PkiError` for an unknown issuer. */
  crl(issuer: string, answer?: RevocationAnswer): Promise<Buffer | null>
  /**
   * DER of the OCSP response of an issuer; `null` = do not answer. Throws `PkiError` for an unknown issuer.
   * @param onRevoked Called with each serial number that the response calls revoked.
   */
  ocsp(
    issuer: string,
    request: Buffer,
    answer?: RevocationAnswer,
    onRevoked?: (serial: string) => void,
  ): Promise<Buffer | null>
  /** DER of the certificate of an issuer. Throws `PkiError` for an unknown issuer. */
  certificateOf(issuer: string): Promise<Buffer>
}

/** How long a CRL that lists nothing is handed out unchanged; it is valid for a day. */
const crlReuseMs = 3_600_000

const nothingRevoked: RevocationAnswer = { revoked: [] }

/** Whether it is the answer about somebody of whom nothing was programmed. */
const isPlain = ({ revoked, misbehaviour, validSeconds, others }: RevocationAnswer): boolean =>
  revoked.length === 0 && [misbehaviour, validSeconds, others].every((each) => each === undefined)

/** A responder for the issuers of a store; `unrelatedKey` signs for a misbehaviour. */
export const openResponder = (store: IssuerStore, unrelatedKey: () => Promise<KeyObject>): Responder => {
  const crls = new Map<string, { readonly der: Promise<Buffer>; readonly until: number }>()
  const crl = async (id: string, answer: RevocationAnswer): Promise<Buffer> => {
    const issuer = await store.get(id)
    return buildCrl(issuer, resolveAnswer(answer, issuer, await unrelatedKey()))
  }
  return {
    certificateOf: async (id) => (await store.get(id)).chain[0] as Buffer,
    async crl(id, answer = nothingRevoked) {
      if (answer.misbehaviour === 'silent') return null
      if (answer.misbehaviour === 'empty') return Buffer.alloc(0)
      if (!isPlain(answer)) return crl(id, answer)
      const known = crls.get(id)
      if (known && known.until > Date.now()) return known.der
      const der = crl(id, answer)
      crls.set(id, { der, until: Date.now() + crlReuseMs })
      der.catch(() => crls.delete(id))
      return der
    },
    async ocsp(id, request, answer = nothingRevoked, onRevoked) {
      if (answer.misbehaviour === 'silent') return null
      const issuer = await store.get(id)
      const resolved = resolveAnswer(answer, issuer, await unrelatedKey())
      try {
        return await buildOcsp(issuer, request, resolved, onRevoked)
      } catch (error) {
        if (error instanceof PkiError) return ocspFailure(1)
        throw error
      }
    },
  }
}
