import { constants, type KeyObject, sign as signWithCallback } from 'node:crypto'
import { promisify } from 'node:util'
import { PkiError } from '../errors.js'
import { integer, nothing, oid, sequence, tagged } from './der.js'

const signAsync = promisify(
  (
    digest: string,
    data: Buffer,
    key: Parameters<typeof signWithCallback>[2],
    done: (error: Error | null, signature?: Buffer) => void,
  ) => signWithCallback(digest, data, key, done),
)

/** How a certificate, CRL or OCSP response is signed; `pss-sha256` is RSASSA-PSS. */
export type SignatureAlgorithm = 'sha256' | 'sha384' | 'sha512' | 'sha1' | 'md5' | 'pss-sha256'

const sha256 = sequence(oid('2.16.840.1.101.3.4.2.1'), nothing)

/** RSASSA-PSS-params: SHA-256, MGF1 with SHA-256, 32 octets of salt (RFC 4055 §3.1). */
export const pssParameters: Buffer = sequence(
  tagged(0, sha256),
  tagged(1, sequence(oid('1.2.840.113549.1.1.8'), sha256)),
  tagged(2, integer(32)),
)

const rsa: Readonly<Record<SignatureAlgorithm, Buffer>> = {
  sha256: sequence(oid('1.2.840.113549.1.1.11'), nothing),
  sha384: sequence(oid('1.2.840.113549.1.1.12'), nothing),
  sha512: sequence(oid('1.2.840.113549.1.1.13'), nothing),
  sha1: sequence(oid('1.2.840.113549.1.1.5'), nothing),
  md5: sequence(oid('1.2.840.113549.1.1.4'), nothing),
  'pss-sha256': sequence(oid('1.2.840.113549.1.1.10'), pssParameters),
}
const ecdsaSha256 = sequence(oid('1.2.840.10045.4.3.2'))

/** AlgorithmIdentifier of a signature that `key` makes. EC keys sign with SHA-256 only. */
export const algorithmIdentifier = (key: KeyObject, algorithm: SignatureAlgorithm): Buffer => {
  if (key.asymmetricKeyType === 'rsa') return rsa[algorithm]
  if (key.asymmetricKeyType === 'ec' && algorithm === 'sha256') return ecdsaSha256
  throw new PkiError(`An issuer key of type ${key.asymmetricKeyType} does not sign with ${algorithm}.`)
}

/** Signs `data`; runs on the thread pool. */
export const signData = async (data: Buffer, key: KeyObject, algorithm: SignatureAlgorithm): Promise<Buffer> => {
  const pss = { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }
  const signature =
    algorithm === 'pss-sha256' ? await signAsync('sha256', data, pss) : await signAsync(algorithm, data, key)
  if (signature === undefined) throw new PkiError('The signature is missing.')
  return signature
}
