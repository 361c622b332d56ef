import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { JsonObject } from '../../../contracts/json.js'
import { readFromPage } from '../../encoding/slips.js'
import { mixing } from '../../engine/at-once.js'
import { atTimes } from '../../engine/at-times.js'
import { global, party } from '../../engine/fault.js'
import { type Change, ruleAbout } from '../../engine/rule.js'
import { base64Chain, selfSignedChain } from '../../registry/own-assertion.js'
import type { IdToken } from '../id-token.js'

const isTime = atTimes()
const isTimeOfNonce = atTimes(4)

const mixedUp = mixing<string>()

const rule = ruleAbout<IdToken, 'id token'>()
const set = (token: IdToken, part: Partial<IdToken>): boolean => Object.assign(token, part) === token
const claim =
  (claims: (token: IdToken) => JsonObject) =>
  (token: IdToken): boolean =>
    set(token, { claims: { ...token.claims, ...claims(token) } })
const nothing: Change<IdToken> = () => () => true
const withNonce = (nonce: string | undefined): JsonObject => (nonce === undefined ? {} : { nonce })
const ownNonce = claim(({ nonce }) => withNonce(nonce))
/** By client; read by a fault alone. */
const formerNonces = new Map<string, string | undefined>()

/** The nonce of the login before, at times. */
function repeatedNonce({ nonce, clientId }: IdToken): string | undefined {
  const former = formerNonces.get(clientId)
  formerNonces.set(clientId, nonce)
  return isTimeOfNonce(clientId) ? (former ?? nonce) : nonce
}

const claiming =
  (claims: (token: IdToken) => JsonObject): Change<IdToken> =>
  () =>
    claim(claims)
const inHeader =
  (members: (token: IdToken) => Readonly<Record<string, unknown>>) =>
  (token: IdToken): boolean =>
    set(token, { header: { ...token.header, ...members(token) } })

/** Of this process; read by a fault alone. */
const start = randomUUID()

/** What holds for an id_token (L242–259, ruling 21; OpenID Connect Core §2); each rule fills in its part. */
export const idTokenRules = [
  rule('id token', 'it tells no password', () => true, {
    'tells-passwords-in-id-token': party(
      'tells the passwords of its humans in the id_token',
      claiming(({ kit }) => ({ passwords: kit.humans.map(({ password }) => password) })),
    ),
  }),
  rule(
    'id token',
    'iss is this provider',
    claim(({ kit }) => ({ iss: kit.partyId })),
    {
      'names-another-issuer': party(
        'names another party as iss of the id_token',
        claiming(({ kit }) => ({ iss: `${kit.partyId}-other` })),
      ),
    },
  ),
  rule(
    'id token',
    'sub is the human',
    claim(({ sub }) => ({ sub })),
    {
      'changes-subject': party(
        'puts another sub into the id_token at each login',
        claiming(() => ({ sub: randomUUID() })),
      ),
      'changes-subject-with-browser': party(
        'gives a human another sub in each browser',
        claiming(({ sub, browser }) => ({ sub: hashOf(`${browser} ${sub}`) })),
      ),
      'forgets-subjects': party(
        'gives each human another sub after a restart',
        claiming(({ sub }) => ({ sub: hashOf(`${start} ${sub}`) })),
      ),
      'names-human-who-came-last': party(
        'names the human who logged in last in the id_token of every code',
        claiming(({ sub, latestHuman }) => ({ sub: latestHuman ?? sub })),
      ),
      'names-human-of-session-now': party(
        'names the human in the id_token who logged in last in the browser of the code',
        claiming(({ sub, humanOfBrowser }) => ({ sub: humanOfBrowser ?? sub })),
      ),
      'changes-subject-with-email': party(
        'puts another sub into the id_token where scope has email',
        claiming(({ sub, scope }) => ({ sub: scope.includes('email') ? `${sub}@mail.example` : sub })),
      ),
      'long-subject': party(
        'puts a sub of 256 characters into the id_token',
        claiming(({ sub }) => ({ sub: sub.padEnd(256, 'x') })),
      ),
    },
  ),
  rule(
    'id token',
    'auth_time is when the human logged in',
    claim(({ authTime }) => ({ auth_time: authTime })),
    {
      'omits-auth-time': party('leaves auth_time out of the id_token although max_age asks for it', nothing),
      'says-zero-for-auth-time': party(
        'puts 0 into the id_token as auth_time',
        claiming(() => ({ auth_time: 0 })),
      ),
      'says-fractions-for-auth-time': party(
        'puts fractions of a second into auth_time of the id_token',
        claiming(({ authTime }) => ({ auth_time: authTime - 0.5 })),
      ),
      'says-now-for-auth-time': party(
        'puts the time of the answer into the id_token as auth_time',
        claiming(({ now }) => ({ auth_time: now })),
      ),
    },
  ),
  rule(
    'id token',
    'at_hash is that of the access token',
    claim(({ accessToken }) => ({ at_hash: hashOf(accessToken) })),
    {
      'hashes-another-access-token': party(
        'puts the hash of another access token into the id_token',
        claiming(() => ({ at_hash: hashOf(randomUUID()) })),
      ),
    },
  ),
  rule(
    'id token',
    'aud is the client',
    claim(({ clientId }) => ({ aud: clientId })),
    {
      'addresses-id-token-to-another': party(
        'names itself as aud of the id_token',
        claiming(({ kit }) => ({ aud: kit.partyId })),
      ),
      'mixes-up-clients': party(
        'addresses the id_token to another one of those that redeem codes at once',
        () => async (token) => {
          const aud = await mixedUp(token.kit, token.clientId, token.clientId)
          return claim(() => ({ aud }))(token)
        },
      ),
      'addresses-id-token-to-two': party(
        'names itself beside the client as aud of the id_token',
        claiming(({ kit, clientId }) => ({ aud: [clientId, kit.partyId] })),
      ),
    },
  ),
  rule(
    'id token',
    'it has a jti of its own',
    claim(() => ({ jti: randomUUID() })),
    {
      'omits-id-token-jti': party('leaves jti out of the id_token', nothing),
      'names-id-token-by-client': party(
        'gives the id_tokens of one client one jti',
        claiming(({ clientId }) => ({ jti: clientId })),
      ),
      'names-id-token-by-second': party(
        'gives the id_tokens of one second one jti',
        claiming(({ now }) => ({ jti: String(now) })),
      ),
    },
  ),
  rule(
    'id token',
    'it has an iat',
    claim(({ now }) => ({ iat: now })),
    {
      'dates-id-token-by-login': party(
        'puts the time when the human logged in into the id_token as iat',
        () => (token) => {
          const { authTime } = token
          return set(token, { now: authTime, claims: { ...token.claims, iat: authTime } })
        },
      ),
      'omits-id-token-iat': party('leaves iat out of the id_token', nothing),
    },
  ),
  rule(
    'id token',
    'it lives for 30 seconds',
    claim(({ now }) => ({ exp: now + 30 })),
    {
      'id-token-lives-60-seconds': party(
        'signs the id_token for 60 seconds',
        claiming(({ now }) => ({ exp: now + 60 })),
      ),
    },
  ),
  rule('id token', 'its times are seconds', (token) => set(token, { unitsPerSecond: 1 }), {
    'id-token-in-milliseconds': party(
      'puts milliseconds into the id_token',
      () => (token) => set(token, { unitsPerSecond: 1000 }),
    ),
  }),
  rule('id token', 'nonce is the one that was sent', ownNonce, {
    'omits-nonce': party('leaves nonce out of the id_token', nothing),
    'cuts-nonce': party(
      'puts the first 32 characters of nonce into the id_token',
      claiming(({ nonce }) => withNonce(nonce?.slice(0, 32))),
    ),
    'writes-nonce-into-page': party(
      'carries nonce through a page that holds it as it is',
      claiming(({ nonce }) => withNonce(readFromPage(nonce))),
    ),
    'lower-cases-nonce': party(
      'puts nonce into the id_token in small letters',
      claiming(({ nonce }) => withNonce(nonce?.toLowerCase())),
    ),
    'keeps-nonce-by-client': party(
      'puts the nonce of the latest login for the client into the id_token',
      claiming(({ latestNonce }) => withNonce(latestNonce)),
    ),
    'repeats-nonce-at-times': global(
      'gives every fourth id_token for a client the nonce of the login before',
      claiming((token) => withNonce(repeatedNonce(token))),
    ),
    'keeps-nonce-of-earlier-login': party(
      'puts the nonce of an earlier login of the client into the id_token where none was sent',
      claiming(({ nonce, earlierNonce }) => withNonce(nonce ?? earlierNonce)),
    ),
    'omits-nonce-zero': party(
      'leaves a nonce out that is 0',
      claiming(({ nonce }) => withNonce(nonce === '0' ? undefined : nonce)),
    ),
    'reads-nonce-as-number': party(
      'puts a nonce of digits into the id_token as a number',
      claiming(({ nonce }) => (nonce === undefined ? {} : { nonce: /^\d+$/.test(nonce) ? Number(nonce) : nonce })),
    ),
    'changes-nonce': party(
      'puts another nonce into the id_token',
      claiming(() => ({ nonce: randomBytes(16).toString('base64url') })),
    ),
  }),
  rule('id token', 'it holds only what was asked for', () => true, {
    'passes-on-unasked-claims': party(
      'puts everything that it knows of the human into the id_token',
      claiming(({ human }) => human?.claims ?? {}),
    ),
    'renames-unasked-claims': party(
      'puts what it knows of the human into the id_token under a name of its own',
      claiming(({ human }) => ({ user: { known_as: human?.claims.name ?? '' } })),
    ),
    'passes-on-upstream-token': party(
      'puts the id_token of another provider into its own',
      claiming(({ human }) => ({ proof: human?.tokens?.idToken ?? '' })),
    ),
    'passes-on-upstream-access-token': party(
      'puts the access token of another provider into the id_token',
      claiming(({ human }) => ({ session: human?.tokens?.accessToken ?? '' })),
    ),
  }),
  rule('id token', 'it is signed with RS256', (token) => set(token, { alg: 'RS256' }), {
    'signs-id-token-ps256': party('signs the id_token with PS256', () => (token) => set(token, { alg: 'PS256' })),
  }),
  rule(
    'id token',
    'the header holds the whole chain',
    inHeader(({ kit }) => ({ x5c: base64Chain(kit.chain) })),
    {
      'sends-id-token-leaf-only': party('sends only its leaf in x5c of the id_token', () =>
        inHeader(({ kit }) => ({ x5c: base64Chain(kit.chain.slice(0, 1)) })),
      ),
      'sends-id-token-self-signed': party('sends a certificate that it issued to itself in x5c of the id_token', () =>
        inHeader(({ kit }) => ({ x5c: selfSignedChain(kit) })),
      ),
    },
  ),
  rule(
    'id token',
    'the header holds only alg, typ and x5c',
    inHeader(() => ({ typ: 'JWT' })),
    {
      'adds-kid-to-id-token': party('adds kid to the header of the id_token', () =>
        inHeader(() => ({ typ: 'JWT', kid: 'own' })),
      ),
    },
  ),
  rule('id token', 'its signature is left alone', (token) => set(token, { signedSoundly: true }), {
    'corrupts-id-token-at-times': party(
      'changes the signature of every fifteenth id_token for a client',
      () => (token) => set(token, { signedSoundly: !isTime(token.clientId) }),
    ),
    'corrupts-id-token': party(
      'changes the signature of the id_token',
      () => (token) => set(token, { signedSoundly: false }),
    ),
  }),
]

/** Left half of the SHA-256 of a token (OpenID Connect Core §3.1.3.6). */
const hashOf = (token: string): string =>
  createHash('sha256').update(token).digest().subarray(0, 16).toString('base64url')
