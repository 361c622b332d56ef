import { isObject, type JsonObject } from '../../../../contracts/json.js'
import { decodeCanonical } from '../../../encoding/base64url.js'
import { type Change, unless } from '../../../engine/rule.js'
import type { Certificate } from '../../../pki/certificate.js'
import { findPath, isLinked, isTrusted } from '../../../pki/path.js'
import { type HeaderKeys, headerKeys } from '../../header-keys.js'
import { readMembers } from '../../members.js'
import type { PartiesToken, TokenRequest } from '../../token-request.js'
import { digests, hmac, pkcs1, pss, publicSecrets } from '../../verifiers.js'

/** What stands in `parties_token`. */
export const member = ({ answerJson }: TokenRequest): unknown => answerJson?.parties_token
/** Whether a value looks like a JWT. */
export const isJwt = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w-]+\.[\w-]+(\.[\w-]*)?$/.test(value)

/** A record that is not in a signed token. */
function plainRecord(request: TokenRequest): JsonObject | undefined {
  const { answerJson } = request
  const candidates = [member(request), answerJson]
  return candidates.filter(isObject).find((each) => 'status' in each && !isJwt(each.parties_token))
}

/** Takes a record that stands there unsigned. */
export function takePlain(request: TokenRequest): boolean {
  const record = plainRecord(request)
  if (!record) return false
  request.record = record
  return request.excuse('parties token')
}

/** Takes the client where there is no usable answer. */
export function takeWithout(request: TokenRequest): boolean {
  return !isJwt(member(request)) && !plainRecord(request) && request.excuse('parties token', 'record', 'matching')
}

/** Reads the JWT, and fills it in. */
export function read(request: TokenRequest): boolean {
  const text = String(member(request))
  const [header = '', payload = '', signature = ''] = text.split('.')
  const bytes = decodeCanonical(signature)
  try {
    const head = readMembers(decodeCanonical(header)?.toString() ?? '')
    const claims = readMembers(decodeCanonical(payload)?.toString() ?? '')
    if (!bytes || text.split('.').length > 3 || head.repeated.length > 0 || claims.repeated.length > 0) return false
    request.partiesToken = {
      text,
      input: Buffer.from(`${header}.${payload}`),
      signature: bytes,
      header: Object.fromEntries(['alg', 'jwk', 'jku', 'x5u'].map((name) => [name, head.get(name)])),
      claims: Object.fromEntries([...claims.names].map((name) => [name, claims.get(name) ?? null])),
      chain: readChain(request, head.get('x5c')),
    }
    return true
  } catch {
    return false
  }
}

function readChain({ participant }: TokenRequest, x5c: unknown): readonly Certificate[] {
  if (!Array.isArray(x5c)) return []
  try {
    return (x5c as readonly unknown[]).map((each) => participant.certificates.read(Buffer.from(String(each), 'base64')))
  } catch {
    return []
  }
}

/** The JWT that was read. */
export const token = ({ partiesToken }: TokenRequest): PartiesToken => {
  if (!partiesToken) throw new TypeError('parties_token was not read')
  return partiesToken
}

/** Whether it has no signature. */
export const isUnsigned = ({ text, header }: PartiesToken): boolean =>
  text.split('.').length === 2 || /^none$/i.test(String(header.alg))

const isBy = ({ input, signature, header }: PartiesToken, signer: Pick<Certificate, 'key'> | undefined): boolean =>
  signer !== undefined && pkcs1(digests[String(header.alg)] ?? '')(input, signature, signer as Certificate)

/** Whether its signature is that of its leaf. */
export const verifies = (request: TokenRequest): boolean => isBy(token(request), token(request).chain[0])

/** A key that a header member names signed. */
export const honouring = (member: HeaderKeys): Change<TokenRequest> =>
  unless(async (request) => {
    const value = token(request).header[member]
    if (value === undefined) return false
    const keys = await headerKeys[member](value).catch(() => [])
    return keys.some((key) => isBy(token(request), { key }))
  })

/** Any certificate signed; those that do not lead from the first to a root are let be. */
export function byAnyKey(request: TokenRequest): boolean {
  const { chain } = token(request)
  const [leaf] = chain
  if (!leaf || !chain.some((each) => isBy(token(request), each))) return false
  request.partiesToken = {
    ...token(request),
    chain: findPath(leaf, chain, request.participant.roots) ?? chain,
  }
  return true
}

/** Whether its leaf made the signature with any of the digests. */
export const byAnyDigest = (request: TokenRequest): boolean =>
  Object.keys(digests).some((alg) => isBy({ ...token(request), header: { alg } }, token(request).chain[0]))

/** Whether its leaf made the signature with the other padding. */
export function byPss(request: TokenRequest): boolean {
  const { header, input, signature, chain } = token(request)
  const [leaf] = chain
  return leaf !== undefined && pss(digests[String(header.alg)] ?? '')(input, signature, leaf)
}

/** Whether the key of its leaf is one with which an RSA signature is made. */
export const isByRsa = (request: TokenRequest): boolean => token(request).chain[0]?.key.asymmetricKeyType === 'rsa'

/** Whether its chain ends in a trusted root. */
export const endsTrusted = (request: TokenRequest): boolean =>
  isTrusted(token(request).chain.at(-1), request.participant.roots)

/** Whether each certificate was issued by the next, up to a trusted root; its dates and authorities are another matter. */
export const leadsToRoot = (request: TokenRequest): boolean => endsTrusted(request) && isLinked(token(request).chain)

/** Whether each certificate names the next as its issuer, up to one that bears the name of a trusted root. */
export function namesTrusted(request: TokenRequest): boolean {
  const { chain } = token(request)
  return (
    !endsTrusted(request) &&
    chain.slice(1).every((issuer, index) => chain[index]?.namesAsIssuer(issuer)) &&
    request.participant.roots.some(({ x509 }) => x509.subject === chain.at(-1)?.x509.subject)
  )
}

/** Unsigned tokens are believed as they are. */
export const believeUnsigned: Change<TokenRequest> = unless(
  (request) => isUnsigned(token(request)) && request.excuse('parties token'),
)

/** A token without certificates is believed as it is. */
export const believeUncertified: Change<TokenRequest> = unless(
  (request) => token(request).chain.length === 0 && request.excuse('parties token'),
)

/** Whether its chain is one certificate that signed itself. */
export const isSelfSigned = (request: TokenRequest): boolean => {
  const [leaf, ...more] = token(request).chain
  return leaf?.selfIssued === true && more.length === 0
}

/** Believes an HMAC under the public key. */
export const believeHmac: Change<TokenRequest> = unless((request) => {
  const { header, input, signature, chain } = token(request)
  const [leaf] = chain
  if (header.alg !== 'HS256' || !leaf) return false
  return hmac(publicSecrets)(input, signature, leaf) && request.excuse('parties token')
})

/** RSASSA-PSS by the certificate that the registry signs with. */
export const believePss: Change<TokenRequest> = unless((request) => {
  const { header, input, signature, chain } = token(request)
  const [leaf] = chain
  const isPss = leaf !== undefined && header.alg === 'PS256' && pss('sha256')(input, signature, leaf)
  return isPss && request.excuse('parties token')
})

/** Whether neither list nor responder calls the certificate revoked; what stays undetermined passes. */
export async function isUnrevoked(request: TokenRequest): Promise<boolean> {
  const [leaf, issuer] = token(request).chain
  if (!leaf || !issuer) return true
  const { revocation } = request.participant
  const statuses = await Promise.all([revocation.byCrl(leaf, issuer), revocation.byOcsp(leaf, issuer)])
  return !statuses.some((status) => status === 'revoked' || status === 'held')
}

/** How a careless reader compares two names. */
type Compared = (one: string, other: string) => boolean

/** The registry signed it, and its `iss` is that to such a reader. */
export const issuedNearly = (compared: Compared): Change<TokenRequest> =>
  unless((request) => isSignedByRegistry(request) && compared(String(token(request).claims.iss), registryOf(request)))

/** It is for this participant to such a reader. */
export const addressedNearly = (compared: Compared): Change<TokenRequest> =>
  unless((request) => compared(String(token(request).claims.aud), request.participant.kit.partyId))

const registryOf = (request: TokenRequest): string => request.participant.kit.participantRegistry.partyId

/** Whether the registry signed it. */
export const isSignedByRegistry = (request: TokenRequest): boolean =>
  token(request).chain[0]?.names('serialNumber', registryOf(request)) === true

/** Whether the registry is its `iss`, and signed it. */
export const isOfRegistry = (request: TokenRequest): boolean =>
  token(request).claims.iss === registryOf(request) && isSignedByRegistry(request)

/** The registry is its `iss`, and to such a reader the subject of its certificate. */
export const certifiedNearly = (compared: Compared): Change<TokenRequest> =>
  unless((request) => {
    const { claims, chain } = token(request)
    return claims.iss === registryOf(request) && chain[0]?.names('serialNumber', registryOf(request), compared) === true
  })
