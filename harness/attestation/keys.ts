import {
  constants,
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import { readFileSync } from 'node:fs'
import { detached } from '../../ca/index.js'
import { ConfigError } from '../contracts/errors.js'

/** Hash that goes with a curve; RSA signs SHA-256 with PKCS #1 v1.5, Ed25519 hashes by itself. */
const curves: Readonly<Record<string, string>> = { prime256v1: 'sha256', secp384r1: 'sha384', secp521r1: 'sha512' }

const usable = 'an Ed25519 key, an EC key on P-256, P-384 or P-521, or an RSA key of 2048 bits and more'

/** A key made for one run alone. */
export const makeRunKey = (): KeyObject => detached(generateKeyPairSync('ed25519').privateKey)

/** Reads the private key that the user gives. @throws ConfigError where it is none that can sign. */
export function readSigningKey(file: string): KeyObject {
  const pem = read(file, '--sign-key')
  const protectedBy = /ENCRYPTED/.test(pem) ? ' It is protected by a passphrase: give one that is not.' : ''
  return fit(file, '--sign-key', protectedBy, () => createPrivateKey(pem))
}

/** Reads the public key, or the certificate that holds it, by which the user knows the signer. @throws ConfigError where it is neither. */
export function readPublicKey(file: string): KeyObject {
  const pem = read(file, '--public-key')
  const isPrivate = /PRIVATE KEY/.test(pem) ? ' It is a private key: name its public half.' : ''
  return fit(file, '--public-key', isPrivate, () => {
    if (isPrivate !== '') throw new Error('private')
    return createPublicKey(pem)
  })
}

function fit(file: string, flag: string, hint: string, make: () => KeyObject): KeyObject {
  try {
    const key = make()
    if (isUsable(key)) return key
  } catch {
    // Told below.
  }
  throw new ConfigError(`${flag} ${file} holds no key that is taken here: name a PEM file with ${usable}.${hint}`)
}

function read(file: string, flag: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new ConfigError(`${flag} ${file} cannot be read: name a PEM file with ${usable}.`, { cause })
  }
}

const isUsable = ({ asymmetricKeyType, asymmetricKeyDetails: details }: KeyObject): boolean =>
  asymmetricKeyType === 'ed25519' ||
  (asymmetricKeyType === 'ec' && Object.hasOwn(curves, details?.namedCurve ?? '')) ||
  (asymmetricKeyType === 'rsa' && (details?.modulusLength ?? 0) >= 2048)

const hashFor = ({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string | null =>
  asymmetricKeyType === 'ed25519' ? null : (curves[asymmetricKeyDetails?.namedCurve ?? ''] ?? 'sha256')

const withPadding = (key: KeyObject) =>
  key.asymmetricKeyType === 'rsa' ? { key, padding: constants.RSA_PKCS1_PADDING } : key

/** Signs; ECDSA signatures are DER. */
export const signBytes = (key: KeyObject, bytes: Buffer): Buffer => sign(hashFor(key), bytes, withPadding(key))

/** Whether the signature is one of that key over these bytes. */
export const isSignedBy = (key: KeyObject, bytes: Buffer, signature: Buffer): boolean =>
  isUsable(key) && verify(hashFor(key), bytes, withPadding(key), signature)

/** SHA-256 of a public key as SubjectPublicKeyInfo, lower-case hex; of a private key that of its public half. */
export const keyId = (key: KeyObject): string =>
  createHash('sha256')
    .update(publicHalf(key).export({ type: 'spki', format: 'der' }))
    .digest('hex')

/** The public key as PEM. */
export const publicPem = (key: KeyObject): string => publicHalf(key).export({ type: 'spki', format: 'pem' }).toString()

const publicHalf = (key: KeyObject): KeyObject => (key.type === 'private' ? createPublicKey(key) : key)
