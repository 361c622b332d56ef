import { createHash } from 'node:crypto'
import type { Certificate } from '../certificate.js'
import { element, sequence } from '../der-writer.js'

const sha1Algorithm = Buffer.from('300906052b0e03021a0500', 'hex')

/** The request for one certificate (RFC 6960 §4.1), written by hand: it is short, and made for every new client. */
export function ocspRequest(certificate: Certificate, issuer: Certificate): Buffer {
  const { name, key } = issuerHashes(issuer, 'sha1')
  const id = sequence(sha1Algorithm, element(4, name), element(4, key), element(2, certificate.details.serial))
  return sequence(sequence(sequence(sequence(id))))
}

interface IssuerHashes {
  readonly name: Buffer
  readonly key: Buffer
}
const known = new WeakMap<Certificate, Map<string, IssuerHashes>>()

/** How a CertID names an issuer; worked out once. */
export function issuerHashes(issuer: Certificate, digest: string): IssuerHashes {
  const all = known.get(issuer) ?? new Map<string, IssuerHashes>()
  known.set(issuer, all)
  const { subject, publicKey } = issuer.details
  const hash = (bytes: Buffer) => createHash(digest).update(bytes).digest()
  const hashes = all.get(digest) ?? { name: hash(subject.bytes), key: hash(publicKey) }
  all.set(digest, hashes)
  return hashes
}
