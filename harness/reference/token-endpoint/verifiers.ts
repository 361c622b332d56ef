import {
  constants,
  createHash,
  createHmac,
  type KeyObject,
  publicDecrypt,
  timingSafeEqual,
  verify,
  X509Certificate,
} from 'node:crypto'
import type { Certificate } from '../pki/certificate.js'
import type { Verifier } from './token-request.js'

/** Digests of the three algorithms that are allowed (L246). */
export const digests: Readonly<Record<string, string>> = { RS256: 'sha256', RS384: 'sha384', RS512: 'sha512' }

/** The digest of an `alg`; that of RS256 where it has none. */
export const digestOf = (alg: unknown): string => digests[String(alg)] ?? 'sha256'

/** A check that throws on odd keys or signatures says no. */
export function holds(check: () => boolean): boolean {
  try {
    return check()
  } catch {
    return false
  }
}

/** RSASSA-PKCS1-v1_5 (RFC 7518 §3.3). */
export const pkcs1 =
  (digest: string): Verifier =>
  (input, signature, { key }) =>
    holds(() => verify(digest, input, key, signature))

/** RSASSA-PSS (RFC 7518 §3.5). */
export const pss =
  (digest: string): Verifier =>
  (input, signature, { key }) =>
    holds(() =>
      verify(
        digest,
        input,
        { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO },
        signature,
      ),
    )

/** ECDSA in the form of RFC 7518 §3.4, or EdDSA when there is no digest. */
export const curve =
  (digest: string | undefined): Verifier =>
  (input, signature, { key }) =>
    holds(() => verify(digest, input, { key, dsaEncoding: 'ieee-p1363' }, signature))

/** HMAC with SHA-256 under any of the secrets. */
export const hmac =
  (secrets: (certificate: Certificate) => readonly (string | Buffer)[]): Verifier =>
  (input, signature, certificate) =>
    secrets(certificate).some((secret) => {
      const expected = createHmac('sha256', secret).update(input).digest()
      return signature.length === expected.length && timingSafeEqual(signature, expected)
    })

/** Any of several verifiers. */
export const anyOf =
  (...verifiers: readonly Verifier[]): Verifier =>
  (...message) =>
    verifiers.some((each) => each(...message))

/** Every way in which a public key gets into the hands of an HMAC as its secret. */
export const publicSecrets = ({ key, raw }: Certificate): readonly (string | Buffer)[] => {
  const texts = [
    key.export({ type: 'spki', format: 'pem' }).toString(),
    key.export({ type: 'pkcs1', format: 'pem' }).toString(),
    new X509Certificate(raw).toString(),
  ]
  const { n = '' } = key.export({ format: 'jwk' })
  return [
    ...texts,
    ...texts.map((text) => text.trimEnd()),
    key.export({ type: 'spki', format: 'der' }),
    raw,
    raw.toString('base64'),
    n,
  ]
}

/** The certificate as PEM whose base64 has no line breaks. */
export const pemInOneLine = ({ raw }: Certificate): readonly string[] => {
  const text = `-----BEGIN CERTIFICATE-----\n${raw.toString('base64')}\n-----END CERTIFICATE-----`
  return [text, `${text}\n`]
}

/** The encoded message of an RSA signature (RFC 8017 §9.2): what the public key makes of it. */
export const encodedMessage = (signature: Buffer, key: KeyObject): Buffer =>
  publicDecrypt({ key, padding: constants.RSA_NO_PADDING }, signature)

/** Looks only whether the digest, or a part of it that an odd digest length leaves, stands somewhere in the encoded message. */
export const loosePkcs1: Verifier = (input, signature, { key }) =>
  holds(() => encodedMessage(signature, key).includes(createHash('sha256').update(input).digest()))

/** The signature as a number below the modulus, in as many bytes as the modulus has; the same when it is so already. */
export function reduced(signature: Buffer, key: KeyObject): Buffer {
  const { n = '' } = key.export({ format: 'jwk' })
  const modulus = BigInt(`0x${Buffer.from(n, 'base64url').toString('hex')}`)
  const length = Math.ceil((key.asymmetricKeyDetails?.modulusLength ?? 0) / 8)
  const value = BigInt(`0x0${signature.toString('hex')}`) % modulus
  return Buffer.from(value.toString(16).padStart(2 * length, '0'), 'hex')
}
