import { createHash, createPublicKey, type JsonWebKey, verify, X509Certificate } from 'node:crypto'
import { global } from '../engine/fault.js'
import { type Change, ruleAbout } from '../engine/rule.js'
import type { Certificate } from '../pki/certificate.js'
import type { Issued } from './issued-tokens.js'
import { objectIn, payloadIn } from './named-parties.js'
import { hmac, holds, publicSecrets } from './verifiers.js'

/** What came as an access token, on its way to what it stands for. */
export interface Presented {
  text: string
  /** The access tokens that were issued, the latest last; read by faults alone. */
  readonly issued: () => readonly (readonly [token: string, issued: Issued])[]
  /** Who issued them; read by faults alone. */
  readonly issuer: { readonly partyId: string; readonly certificate: Certificate }
}

type JoseHeader = ReturnType<typeof objectIn>

const rule = ruleAbout<Presented, 'bearer'>()

/** Takes what anybody makes of a request for the access token that was issued on it. */
const takingWhatIsMadeOf =
  (made: (issued: Issued) => unknown): Change<Presented> =>
  () =>
  (presented) => {
    const found = presented.issued().findLast(([, issued]) => made(issued) === presented.text)
    if (found) presented.text = found[0]
    return true
  }

/** Takes a JWT in its own name for the access token that it issued to the party named there, if the signature holds. */
const takingJwt =
  (isSigned: (signed: Buffer, signature: Buffer, header: JoseHeader, own: Certificate) => boolean): Change<Presented> =>
  () =>
  (presented) => {
    const { text, issued, issuer } = presented
    const [header = '', payload = '', signature = ''] = text.split('.')
    const { iss, sub } = payloadIn(text)
    const found = issued().findLast(([, { partyId }]) => partyId === sub)
    const signed = Buffer.from(`${header}.${payload}`)
    const isTaken = (): boolean =>
      isSigned(signed, Buffer.from(signature, 'base64url'), objectIn(header), issuer.certificate)
    if (found && iss === issuer.partyId && holds(isTaken)) presented.text = found[0]
    return true
  }

const signedUnder =
  (secrets: (own: Certificate) => readonly (string | Buffer)[]): Parameters<typeof takingJwt>[0] =>
  (signed, signature, _header, own) =>
    hmac(secrets)(signed, signature, own)

/** What an access token is known by. */
export const bearerRules = [
  rule('bearer', 'an access token is the text that was issued', () => true, {
    'takes-jti-for-token': global(
      'takes the jti of an assertion for the access token that it issued on it',
      takingWhatIsMadeOf(({ assertion }) => payloadIn(assertion).jti),
    ),
    'takes-client-id-for-token': global(
      'takes the Party Identifier of a client for the access token that it issued to it',
      takingWhatIsMadeOf(({ partyId }) => partyId),
    ),
    'takes-digest-for-token': global(
      'takes the SHA-256 of an assertion for the access token that it issued on it',
      takingWhatIsMadeOf(({ assertion }) => createHash('sha256').update(assertion).digest('hex')),
    ),
    'takes-jwt-of-participant-for-token': global(
      'takes a JWT that any participant signed in its name for an access token',
      takingJwt((signed, signature, { x5c }) => {
        const [leaf = ''] = Array.isArray(x5c) ? x5c : []
        return verify('sha256', signed, new X509Certificate(Buffer.from(String(leaf), 'base64')).publicKey, signature)
      }),
    ),
    'takes-jwt-by-own-key-for-token': global(
      'takes a JWT in its name for an access token whose header holds the key that signed it',
      takingJwt((signed, signature, { jwk }) =>
        verify('sha256', signed, createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' }), signature),
      ),
    ),
    'takes-jwt-under-public-key-for-token': global(
      'takes a JWT in its name for an access token that was signed by HS256 with its public key as the secret',
      takingJwt(signedUnder(publicSecrets)),
    ),
    'takes-jwt-under-everyday-secret-for-token': global(
      'takes a JWT in its name for an access token that was signed with the secret of an example',
      takingJwt(signedUnder(() => ['secret'])),
    ),
  }),
]
