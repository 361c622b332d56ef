import { createHash, randomBytes } from 'node:crypto'
import { keyHash, publicKeyBits, publicKeyOf, signCertificate } from '../certificate.js'
import { participantDraft } from '../drafts.js'
import {
  bitString,
  enumerated,
  generalizedTime,
  integerOctets,
  octetString,
  oid,
  sequence,
  tagged,
  taggedPrimitive,
} from '../encoding/der.js'
import { childAt, type Element, readChildren, readElement } from '../encoding/der-reader.js'
import { reasonIn } from '../encoding/extensions.js'
import { namesOf, usualSubject } from '../encoding/names.js'
import { algorithmIdentifier, signData } from '../encoding/signature.js'
import { PkiError } from '../errors.js'
import type { Issuer } from '../issuer.js'
import { type ResolvedAnswer, serialHex } from './answer.js'

const basicResponse = oid('1.3.6.1.5.5.7.48.1.1')
const nonceType = oid('1.3.6.1.5.5.7.48.1.2')
const hashes = new Map(
  Object.entries({
    sha1: '1.3.14.3.2.26',
    sha256: '2.16.840.1.101.3.4.2.1',
    sha384: '2.16.840.1.101.3.4.2.2',
    sha512: '2.16.840.1.101.3.4.2.3',
  }).map(([name, id]) => [oid(id).toString('hex'), name]),
)

/** An answer without content: `malformedRequest` 1, `tryLater` 3 (RFC 6960 §4.2.1). */
export const ocspFailure = (status: number): Buffer => sequence(enumerated(status))

/** Who answers: whose key signs, its hash, and the certificate that comes with it. */
async function responderOf(issuer: Issuer, { signer, participant }: ResolvedAnswer) {
  if (!participant) return { key: signer, hash: issuer.keyHash, certificates: [] }
  const draft = participantDraft({ key: participant, issuer, names: namesOf('responder', usualSubject) })
  const certificate = await signCertificate(draft, issuer.key)
  return { key: participant, hash: keyHash(draft.publicKey), certificates: [tagged(0, sequence(certificate))] }
}

/** DER of an OCSP response (RFC 6960 §4.2), by the issuer itself where nothing else is to be. Throws `PkiError` if the request cannot be read. */
export const buildOcsp = async (
  issuer: Issuer,
  requestDer: Buffer,
  answer: ResolvedAnswer,
  onRevoked?: (serial: string) => void,
): Promise<Buffer> => {
  if (answer.misbehaviour === 'try-later') return ocspFailure(3)
  const request = childAt(readElement(requestDer), 0)
  const parts = readChildren(request)
  const asked = parts.find(({ tag }) => tag === 0x30)
  const nonce = asked && nonceOf(parts.find(({ tag }) => tag === 0xa2))
  const responses = (asked ? readChildren(asked) : []).map((one) =>
    singleResponse(childAt(one, 0), issuer, answer, onRevoked),
  )
  const { key, hash, certificates } = await responderOf(issuer, answer)
  const signed = sequence(
    tagged(2, octetString(hash)),
    generalizedTime(answer.thisUpdate),
    sequence(...responses),
    ...(nonce ? [tagged(1, sequence(nonceExtension(nonce, answer)))] : []),
  )
  const signature = bitString(await signData(signed, key, 'sha256'))
  const basic = sequence(signed, algorithmIdentifier(key, 'sha256'), signature, ...certificates)
  return sequence(enumerated(0), tagged(0, sequence(basicResponse, octetString(basic))))
}

const nonceOf = (extensions: Element | undefined): Element | undefined =>
  extensions && readChildren(childAt(extensions, 0)).find((extension) => childAt(extension, 0).bytes.equals(nonceType))

const nonceExtension = (asked: Element, { misbehaviour }: ResolvedAnswer): Buffer =>
  misbehaviour === 'other-nonce' ? sequence(nonceType, octetString(octetString(randomBytes(16)))) : asked.bytes

const singleResponse = (
  certificateId: Element,
  issuer: Issuer,
  answer: ResolvedAnswer,
  onRevoked?: (serial: string) => void,
): Buffer => {
  const [algorithm, nameHash, keyHash, serial] = readChildren(certificateId)
  if (!algorithm || !nameHash || !keyHash || !serial) throw new PkiError('An OCSP request names no certificate.')
  const id =
    answer.misbehaviour === 'other-serial'
      ? sequence(algorithm.bytes, nameHash.bytes, keyHash.bytes, integerOctets(randomBytes(16).fill(0x41, 0, 1)))
      : certificateId.bytes
  const known = isIssuer(issuer, algorithm, nameHash, keyHash) && answer.misbehaviour !== 'unknown'
  const hex = serialHex(serial.content)
  if (known && answer.revoked.has(hex)) onRevoked?.(hex)
  return sequence(
    id,
    known ? status(serial, answer) : taggedPrimitive(2, Buffer.alloc(0)),
    generalizedTime(answer.thisUpdate),
    ...(answer.nextUpdate ? [tagged(0, generalizedTime(answer.nextUpdate))] : []),
  )
}

const status = (serial: Element, { revoked, revokedAt, reason }: ResolvedAnswer): Buffer =>
  revoked.has(serialHex(serial.content))
    ? tagged(1, generalizedTime(revokedAt), ...(reason ? [tagged(0, reasonIn(reason))] : []))
    : taggedPrimitive(0, Buffer.alloc(0))

const isIssuer = (issuer: Issuer, algorithm: Element, nameHash: Element, keyHash: Element): boolean => {
  const hash = hashes.get(childAt(algorithm, 0).bytes.toString('hex'))
  if (hash === undefined) return false
  const digest = (data: Buffer): Buffer => createHash(hash).update(data).digest()
  return (
    nameHash.content.equals(digest(issuer.name)) &&
    keyHash.content.equals(digest(publicKeyBits(publicKeyOf(issuer.key))))
  )
}
