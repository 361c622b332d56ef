import { createPublicKey, type KeyObject, sign } from 'node:crypto'
import { readDer } from '../pki/der.js'
import { element, sequence } from '../pki/der-writer.js'
import { constructed, tag } from '../pki/element.js'
import { Fields } from '../pki/fields.js'

/** AlgorithmIdentifier of RSASSA-PKCS1-v1_5 with SHA-256 (RFC 4055 §5). */
const rsaSha256 = Buffer.from('300d06092a864886f70d01010b0500', 'hex')

/** DER of a certificate that an RSA key issued to itself, with the names and dates of a leaf and without extensions. */
export function selfSigned(key: KeyObject, leaf: Buffer): Buffer {
  const fields = new Fields(new Fields(readDer(leaf)).take(tag.sequence))
  const version = fields.take(constructed(0)).bytes
  const serial = fields.take(tag.integer).bytes
  fields.take(tag.sequence)
  fields.take(tag.sequence)
  const dates = fields.take(tag.sequence).bytes
  const name = fields.take(tag.sequence).bytes
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' })
  const signed = sequence(version, serial, rsaSha256, name, dates, name, publicKey)
  return sequence(signed, rsaSha256, element(tag.bits, Buffer.of(0), sign('sha256', signed, key)))
}
