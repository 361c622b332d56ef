import { randomBytes } from 'node:crypto'
import { bitString, integer, integerOctets, naturalOctets, sequence, tagged, time } from '../encoding/der.js'
import {
  authorityKeyIdentifier,
  certificateIssuer,
  crlNumber,
  type Extension,
  encodeExtension,
  issuingDistributionPoint,
  reasonCode,
} from '../encoding/extensions.js'
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

const entryExtensions = (issuer: Issuer, { reason, misbehaviour }: ResolvedAnswer): readonly Extension[] => [
  ...(reason ? [reasonCode(reason)] : []),
  ...(misbehaviour === 'indirect' ? [certificateIssuer(issuer.name)] : []),
]

const crlExtensions = (issuer: Issuer, { thisUpdate, misbehaviour }: ResolvedAnswer): readonly Extension[] => [
  authorityKeyIdentifier(issuer.keyId),
  ...(misbehaviour === 'no-crl-number'
    ? []
    : [crlNumber(Math.floor(thisUpdate.getTime() / 1000), misbehaviour === 'critical-crl-number')]),
  ...(misbehaviour === 'for-users' ? [issuingDistributionPoint('certificates of users')] : []),
  ...(misbehaviour === 'indirect' ? [issuingDistributionPoint('certificates of several CAs')] : []),
]

/** DER of a CRL (RFC 5280 §5). */
export const buildCrl = async (issuer: Issuer, answer: ResolvedAnswer): Promise<Buffer> => {
  const algorithm = algorithmIdentifier(answer.signer, 'sha256')
  const revokedAt = time(answer.revokedAt)
  const about = entryExtensions(issuer, answer).map(encodeExtension)
  const entries = [
    ...entriesOfOthers(answer.others, revokedAt),
    ...[...answer.revoked].map((hex) =>
      entry(Buffer.from(hex, 'hex'), revokedAt, ...(about.length > 0 ? [sequence(...about)] : [])),
    ),
  ]
  const signed = sequence(
    integer(1),
    algorithm,
    issuer.name,
    time(answer.thisUpdate),
    ...(answer.nextUpdate ? [time(answer.nextUpdate)] : []),
    ...(entries.length > 0 ? [sequence(...entries)] : []),
    tagged(0, sequence(...crlExtensions(issuer, answer).map(encodeExtension))),
  )
  return sequence(signed, algorithm, bitString(await signData(signed, answer.signer, 'sha256')))
}
