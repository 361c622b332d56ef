import { randomBytes } from 'node:crypto'
import { bitString, integer, integerOctets, naturalOctets, sequence, tagged, time } from '../encoding/der.js'
import { authorityKeyIdentifier, crlNumber, encodeExtension, reasonCode } from '../encoding/extensions.js'
import { algorithmIdentifier, signData } from '../encoding/signature.js'
import type { Issuer } from '../issuer.js'
import type { ResolvedAnswer } from './answer.js'

const entry = (serial: Buffer, ...rest: readonly Buffer[]): Buffer =>
  sequence(integerOctets(naturalOctets(serial)), ...rest)

/** Entries about certificates that nobody has. */
const entriesOfOthers = (count: number, revokedAt: Buffer): readonly Buffer[] => {
  const serials = randomBytes(16 * count)
  return Array.from({ length: count }, (_, index) => entry(serials.subarray(16 * index, 16 * index + 16), revokedAt))
}

/** DER of a CRL (RFC 5280 §5). */
export const buildCrl = async (issuer: Issuer, answer: ResolvedAnswer): Promise<Buffer> => {
  const algorithm = algorithmIdentifier(answer.signer, 'sha256')
  const reason = answer.reason ? [sequence(encodeExtension(reasonCode(answer.reason)))] : []
  const revokedAt = time(answer.revokedAt)
  const entries = [
    ...entriesOfOthers(answer.others, revokedAt),
    ...[...answer.revoked].map((hex) => entry(Buffer.from(hex, 'hex'), revokedAt, ...reason)),
  ]
  const extensions = [
    authorityKeyIdentifier(issuer.keyId),
    ...(answer.misbehaviour === 'no-crl-number'
      ? []
      : [crlNumber(Math.floor(answer.thisUpdate.getTime() / 1000), answer.misbehaviour === 'critical-crl-number')]),
  ]
  const signed = sequence(
    integer(1),
    algorithm,
    issuer.name,
    time(answer.thisUpdate),
    time(answer.nextUpdate),
    ...(entries.length > 0 ? [sequence(...entries)] : []),
    tagged(0, sequence(...extensions.map(encodeExtension))),
  )
  return sequence(signed, algorithm, bitString(await signData(signed, answer.signer, 'sha256')))
}
