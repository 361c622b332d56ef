import { isObject, type JsonObject } from '../../../json.js'
import { decodeCanonical } from '../../encoding/base64url.js'
import { type Change, only, removed, unless } from '../../engine/rule.js'
import type { Certificate } from '../../pki/certificate.js'
import { findPath, isLinked, isTrusted } from '../../pki/path.js'
import { isInTime, isSoundPath, mayIssue } from '../../pki/sound-path.js'
import { type HeaderKeys, headerKeys } from '../header-keys.js'
import { readMembers } from '../members.js'
import { type PartiesToken, rule, type TokenRequest } from '../token-request.js'
import { digests, hmac, pkcs1, pss, publicSecrets } from '../verifiers.js'
import { tolerance } from './time.js'

const member = ({ answerJson }: TokenRequest): unknown => answerJson?.parties_token
const isJwt = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w-]+\.[\w-]+(\.[\w-]*)?$/.test(value)

/** A record that is not in a signed token. */
function plainRecord(request: TokenRequest): JsonObject | undefined {
  const { answerJson } = request
  const candidates = [member(request), answerJson]
  return candidates.filter(isObject).find((each) => 'status' in each && !isJwt(each.parties_token))
}

function takePlain(request: TokenRequest): boolean {
  const record = plainRecord(request)
  if (!record) return false
  request.record = record
  return request.excuse('parties token')
}

function takeWithout(request: TokenRequest): boolean {
  return !isJwt(member(request)) && !plainRecord(request) && request.excuse('parties token', 'record', 'matching')
}

function read(request: TokenRequest): boolean {
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
  return (x5c as readonly unknown[]).map((each) => participant.certificates.read(Buffer.from(String(each), 'base64')))
}

const token = ({ partiesToken }: TokenRequest): PartiesToken => {
  if (!partiesToken) throw new TypeError('parties_token was not read')
  return partiesToken
}

const isUnsigned = ({ text, header }: PartiesToken): boolean =>
  text.split('.').length === 2 || /^none$/i.test(String(header.alg))

const isBy = ({ input, signature, header }: PartiesToken, signer: Pick<Certificate, 'key'> | undefined): boolean =>
  signer !== undefined && pkcs1(digests[String(header.alg)] ?? '')(input, signature, signer as Certificate)

const verifies = (request: TokenRequest): boolean => isBy(token(request), token(request).chain[0])

/** A key that a header member names signed. */
const honouring = (member: HeaderKeys): Change<TokenRequest> =>
  unless(async (request) => {
    const value = token(request).header[member]
    if (value === undefined) return false
    const keys = await headerKeys[member](value).catch(() => [])
    return keys.some((key) => isBy(token(request), { key }))
  })

/** Any certificate signed; those that do not lead from the first to a root are let be. */
function byAnyKey(request: TokenRequest): boolean {
  const { chain } = token(request)
  const [leaf] = chain
  if (!leaf || !chain.some((each) => isBy(token(request), each))) return false
  request.partiesToken = {
    ...token(request),
    chain: findPath(leaf, chain, request.participant.roots) ?? chain,
  }
  return true
}

const endsTrusted = (request: TokenRequest): boolean =>
  isTrusted(token(request).chain.at(-1), request.participant.roots)

/** Whether each certificate was issued by the next, up to a trusted root; its dates and authorities are another matter. */
const leadsToRoot = (request: TokenRequest): boolean => endsTrusted(request) && isLinked(token(request).chain)

/** Whether each certificate names the next as its issuer, up to one that bears the name of a trusted root. */
function namesTrusted(request: TokenRequest): boolean {
  const { chain } = token(request)
  return (
    !endsTrusted(request) &&
    chain.slice(1).every((issuer, index) => chain[index]?.namesAsIssuer(issuer)) &&
    request.participant.roots.some(({ x509 }) => x509.subject === chain.at(-1)?.x509.subject)
  )
}

/** Unsigned tokens are believed as they are. */
const believeUnsigned: Change<TokenRequest> = unless(
  (request) => isUnsigned(token(request)) && request.excuse('parties token'),
)

const believeHmac: Change<TokenRequest> = unless((request) => {
  const { header, input, signature, chain } = token(request)
  const [leaf] = chain
  if (header.alg !== 'HS256' || !leaf) return false
  return hmac(publicSecrets)(input, signature, leaf) && request.excuse('parties token')
})

/** RSASSA-PSS by the certificate that the registry signs with. */
const believePss: Change<TokenRequest> = unless((request) => {
  const { header, input, signature, chain } = token(request)
  const [leaf] = chain
  const isPss = leaf !== undefined && header.alg === 'PS256' && pss('sha256')(input, signature, leaf)
  return isPss && request.excuse('parties token')
})

/** Whether neither list nor responder calls the certificate revoked; what stays undetermined passes. */
async function isUnrevoked(request: TokenRequest): Promise<boolean> {
  const [leaf, issuer] = token(request).chain
  if (!leaf || !issuer) return true
  const { revocation } = request.participant
  const statuses = await Promise.all([revocation.byCrl(leaf, issuer), revocation.byOcsp(leaf, issuer)])
  return !statuses.includes('revoked')
}

const registryOf = (request: TokenRequest): string => request.participant.kit.participantRegistry.partyId

const isSignedByRegistry = (request: TokenRequest): boolean =>
  token(request).chain[0]?.names('serialNumber', registryOf(request)) === true

const isOfRegistry = (request: TokenRequest): boolean =>
  token(request).claims.iss === registryOf(request) && isSignedByRegistry(request)

/** The signed answer (L276). Every claim that counts is taken from it, nothing from beside it. */
export const partiesTokenRules = [
  rule('parties token', 'the answer holds parties_token', (request) => isJwt(member(request)), {
    'accepts-plain-record': unless(takePlain),
    'accepts-missing-parties-token': unless(takeWithout),
  }),
  rule('parties token', 'parties_token is a JWT', read, {}),
  rule(
    'parties token',
    'parties_token has an algorithm that is allowed',
    (request) => !isUnsigned(token(request)) && Object.hasOwn(digests, String(token(request).header.alg)),
    {
      'accepts-unsigned-parties-token': believeUnsigned,
      'accepts-hs256-parties-token': believeHmac,
      'accepts-ps256-parties-token': believePss,
      'refuses-rs384-parties-token': only((request) => token(request).header.alg === 'RS256'),
    },
  ),
  rule('parties token', 'the signature of parties_token verifies', verifies, {
    'ignores-parties-token-signature': removed,
    'honours-parties-token-jwk': honouring('jwk'),
    'honours-parties-token-jku': honouring('jku'),
    'honours-parties-token-x5u': honouring('x5u'),
    'tries-every-key-of-parties-token': unless(byAnyKey),
  }),
  rule(
    'parties token',
    'the chain of parties_token ends in a trusted root',
    (request) => isSoundPath(token(request).chain, request.participant.roots),
    {
      'trusts-any-parties-token-chain': unless((request) => isLinked(token(request).chain) && !endsTrusted(request)),
      'matches-parties-token-issuer-by-name': unless(namesTrusted),
      'trusts-last-certificate-of-parties-token': unless(
        (request) => endsTrusted(request) && !isLinked(token(request).chain),
      ),
      'accepts-expired-parties-token-certificate': unless(
        (request) => leadsToRoot(request) && token(request).chain.slice(1).every(mayIssue),
      ),
      'accepts-parties-token-under-leaf': unless(
        (request) => leadsToRoot(request) && token(request).chain.slice(0, -1).every(isInTime),
      ),
    },
  ),
  rule('parties token', 'the certificate of parties_token is not revoked', isUnrevoked, {
    'accepts-revoked-parties-token-certificate': removed,
  }),
  rule('parties token', 'the registry issued parties_token', isOfRegistry, {
    'accepts-parties-token-of-another': removed,
    'ignores-parties-token-issuer': unless(isSignedByRegistry),
  }),
  rule(
    'parties token',
    'parties_token is for this participant',
    (request) => token(request).claims.aud === request.participant.kit.partyId,
    {
      'ignores-parties-token-audience': removed,
    },
  ),
  rule(
    'parties token',
    'parties_token has not expired',
    (request) => {
      const { exp } = token(request).claims
      return typeof exp === 'number' && exp + tolerance > request.now
    },
    {
      'accepts-expired-parties-token': removed,
      'accepts-parties-token-without-exp': unless((request) => token(request).claims.exp === undefined),
    },
  ),
]

/** What the registry says is what stands in the token. */
export const tokenRecordRules = [
  rule(
    'lookup',
    'the record is the one in parties_token',
    (request) => {
      if (request.record === undefined) request.record = request.partiesToken?.claims
      return true
    },
    {
      'reads-status-beside-token': (right) => (request) => {
        const held = right(request)
        const status = request.answerJson?.status
        if (request.record && status !== undefined) request.record = { ...request.record, status }
        return held
      },
    },
  ),
]
