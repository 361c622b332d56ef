import type { Json } from '../../../harness/contracts/json.js'
import type { LedgerEntry } from '../../../harness/contracts/lab-protocol.js'
import { insteadOfKey } from '../../../harness/evidence/private-keys.js'
import { memberOf } from '../../../harness/wire/decode.js'
import type { Coverage } from '../row.js'
import { chainProblem, notRoot } from '../values/sent-chain.js'

/** What a rule about a target's own assertions may compare with. */
export interface Conversation {
  /** Party Identifier of the target. */
  readonly own: string
  /** Party Identifier of whom it called. */
  readonly receiver: string
  /** DER of the roots that the target trusts. */
  readonly roots: readonly Buffer[]
  /** Names of the parameter that names the target. */
  readonly clientIdNames: readonly string[]
  /** Media types of a body in which the target sends parameters. */
  readonly parameterTypes: readonly string[]
}

/** A rule about each token request that a target sends. */
export interface Conduct extends Omit<Coverage, 'id' | 'roles'> {
  /** Of the check of each server that a target calls; `byConsumer` is the registry, where a ServiceConsumer calls it. */
  readonly ids: Readonly<Record<'registry' | 'evidence' | 'provider' | 'byConsumer', string>>
  /** Of the check of an IdentityProvider, by who calls it. */
  readonly idsAtLogin: Readonly<Record<'serviceProvider' | 'broker', string>>
  /** A present-tense sentence about the target. */
  readonly title: string
  readonly expected: string
  /** What contradicts it in one request; `undefined` where nothing does. */
  readonly contradiction: (call: LedgerEntry, conversation: Conversation) => Json | undefined
}

/** A member of the header of the assertion that a request carries. */
const inHeader = (call: LedgerEntry, name: string): Json | undefined => memberOf(call.assertion?.header, name)
/** A claim of the assertion that a request carries. */
export const inPayload = (call: LedgerEntry, name: string): Json | undefined => memberOf(call.assertion?.payload, name)
/** What was seen, unless the rule holds. */
export const unless = (holds: boolean, got: Json | undefined): Json | undefined =>
  holds ? undefined : (got ?? 'nothing')

/** Seconds from `iat` to the arrival of the request. */
export const ageOnArrival = (call: LedgerEntry): number => Math.round(call.at / 1000 - Number(inPayload(call, 'iat')))

/** What a token request holds beside code and assertion is not shown where a human logs in (L218), and OpenID Connect leaves this out at will. */
const isNamedByAssertion = ({ kind, form = {} }: LedgerEntry): boolean =>
  kind === 'login-token' && form.client_id === undefined

const allowed: readonly (Json | undefined)[] = ['alg', 'typ', 'x5c']
/** No time in seconds of the next thousand years is later; milliseconds are. */
const farthest = 1e11
/** Clock differences that preflight lets pass, seconds. */
const slack = 10
const algorithms: readonly (Json | undefined)[] = ['RS256', 'RS384', 'RS512']

/** Parameters that may stand several times (RFC 8693 §2.1, RFC 8707 §2). */
const mayRepeat: readonly string[] = ['audience', 'resource']

/** One string (L256); an array that holds just it is a reading that ruling 5 leaves open. */
export const addresses = (call: LedgerEntry, partyId: string): boolean => {
  const aud = inPayload(call, 'aud')
  return aud === partyId || (Array.isArray(aud) && aud.length === 1 && aud[0] === partyId)
}

const rows: readonly Conduct[] = [
  {
    ids: {
      registry: 'client.algorithm',
      evidence: 'asking.algorithm',
      provider: 'consumer.algorithm',
      byConsumer: 'consumer.registry-algorithm',
    },
    idsAtLogin: { serviceProvider: 'login-client.algorithm', broker: 'broker-client.algorithm' },
    title: 'signs its own assertions with RS256, RS384 or RS512',
    requirements: ['JWT-ALG'],
    cases: ['CLI-01'],
    detects: ['signs-ps256'],
    expected: 'RS256, RS384 or RS512',
    contradiction: (call) => unless(algorithms.includes(inHeader(call, 'alg')), inHeader(call, 'alg')),
  },
  {
    ids: {
      registry: 'client.signature',
      evidence: 'asking.signature',
      provider: 'consumer.signature',
      byConsumer: 'consumer.registry-signature',
    },
    idsAtLogin: { serviceProvider: 'login-client.signature', broker: 'broker-client.signature' },
    title: 'signs its own assertions with the key of the first certificate of x5c',
    requirements: ['JWT-SIGNED'],
    cases: ['CLI-03'],
    detects: ['corrupts-own-assertion'],
    expected: 'a signature that verifies',
    contradiction: ({ assertion }) => (assertion ? assertion.signatureProblem : 'no assertion'),
  },
  {
    ids: {
      registry: 'client.header',
      evidence: 'asking.header',
      provider: 'consumer.header',
      byConsumer: 'consumer.registry-header',
    },
    idsAtLogin: { serviceProvider: 'login-client.header', broker: 'broker-client.header' },
    title: 'puts nothing but alg, typ and x5c into the header of its own assertions',
    requirements: ['JWT-HEADER-ONLY'],
    cases: ['CLI-02'],
    detects: ['adds-kid'],
    expected: 'alg, typ and x5c',
    contradiction: (call) => {
      const names = Object.keys(call.assertion?.header ?? {})
      return unless(
        names.every((name) => allowed.includes(name)),
        names,
      )
    },
  },
  {
    ids: {
      registry: 'client.chain',
      evidence: 'asking.chain',
      provider: 'consumer.chain',
      byConsumer: 'consumer.registry-chain',
    },
    idsAtLogin: { serviceProvider: 'login-client.chain', broker: 'broker-client.chain' },
    title: 'sends its complete chain to a trusted root, leaf first, in x5c of its own assertions',
    requirements: ['JWT-X5C-CHAIN'],
    cases: ['CLI-03'],
    detects: ['sends-leaf-only', 'sends-self-signed-chain'],
    expected: 'a chain to a trusted root, in which each certificate is issued by the next',
    contradiction: (call, { roots }) => chainProblem(inHeader(call, 'x5c'), roots),
  },
  // Receivers may refuse a chain without it (JWT-X5C-COMPLETE).
  {
    ids: {
      registry: 'client.chain-root',
      evidence: 'asking.chain-root',
      provider: 'consumer.chain-root',
      byConsumer: 'consumer.registry-chain-root',
    },
    idsAtLogin: { serviceProvider: 'login-client.chain-root', broker: 'broker-client.chain-root' },
    title: 'sends the root at the end of the chain in x5c of its own assertions',
    requirements: ['JWT-X5C-CHAIN'],
    cases: [],
    level: 'should',
    detects: ['sends-no-root', 'sends-leaf-only', 'sends-self-signed-chain'],
    expected: 'a trusted root as the last certificate',
    contradiction: (call, { roots }) => notRoot(inHeader(call, 'x5c'), roots),
  },
  {
    ids: {
      registry: 'client.names',
      evidence: 'asking.names',
      provider: 'consumer.names',
      byConsumer: 'consumer.registry-names',
    },
    idsAtLogin: { serviceProvider: 'login-client.names', broker: 'broker-client.names' },
    title: 'names itself as iss, sub and client_id of its own assertions',
    requirements: ['ASSERTION-ISS-SUB', 'JWT-ISS', 'ASSERTION-OWN'],
    cases: ['CLI-04'],
    detects: ['writes-url-into-own-sub'],
    expected: 'its own id three times',
    contradiction: (call, { own, clientIdNames }) => {
      const [iss, sub] = ['iss', 'sub'].map((name) => inPayload(call, name))
      const clientId = clientIdNames.some((name) => call.form?.[name] === own) || isNamedByAssertion(call)
      return unless(iss === own && sub === own && clientId, {
        iss: iss ?? null,
        sub: sub ?? null,
        form: call.form ?? null,
      })
    },
  },
  {
    ids: {
      registry: 'client.audience',
      evidence: 'asking.audience',
      provider: 'consumer.audience',
      byConsumer: 'consumer.registry-audience',
    },
    idsAtLogin: { serviceProvider: 'login-client.audience', broker: 'broker-client.audience' },
    title: 'names the party that it calls as the only aud of its own assertions',
    requirements: ['ASSERTION-AUD', 'ASSERTION-SINGLE-AUD'],
    cases: ['CLI-04'],
    detects: ['addresses-url'],
    expected: 'the id of the party that it calls',
    contradiction: (call, { receiver }) => unless(addresses(call, receiver), inPayload(call, 'aud')),
  },
  {
    ids: {
      registry: 'client.lifetime',
      evidence: 'asking.lifetime',
      provider: 'consumer.lifetime',
      byConsumer: 'consumer.registry-lifetime',
    },
    idsAtLogin: { serviceProvider: 'login-client.lifetime', broker: 'broker-client.lifetime' },
    title: 'signs its own assertions for exactly 30 seconds',
    requirements: ['JWT-LIFETIME'],
    cases: ['CLI-05'],
    detects: ['lives-60-seconds', 'dates-own-assertion-in-fractions'],
    expected: 'integers, exp = iat + 30',
    contradiction: (call) => {
      const [iat, exp] = [inPayload(call, 'iat'), inPayload(call, 'exp')]
      // Of milliseconds speaks the rule about the moment of arrival.
      const unitsPerSecond = Number(iat) > farthest ? 1000 : 1
      const life = Number.isInteger(iat) && Number.isInteger(exp) && Number(exp) - Number(iat)
      return unless(life === 30 * unitsPerSecond, { iat: iat ?? null, exp: exp ?? null })
    },
  },
  {
    ids: {
      registry: 'client.current',
      evidence: 'asking.current',
      provider: 'consumer.current',
      byConsumer: 'consumer.registry-current',
    },
    idsAtLogin: { serviceProvider: 'login-client.current', broker: 'broker-client.current' },
    title: 'sends own assertions that are valid when they arrive',
    requirements: ['JWT-TIME-UNIT'],
    cases: ['CLI-05'],
    detects: ['dates-own-assertion-in-milliseconds', 'dates-own-assertion-in-local-time'],
    expected: 'seconds, iat not in the future and exp not past',
    contradiction: (call) => {
      const [iat, exp] = [inPayload(call, 'iat'), inPayload(call, 'exp')]
      const arrival = call.at / 1000
      // That they are whole is said of the lifetime.
      const holds =
        typeof iat === 'number' &&
        typeof exp === 'number' &&
        Number(iat) <= arrival + slack &&
        arrival <= Number(exp) + slack
      return unless(holds, { iat: iat ?? null, exp: exp ?? null, arrival: Math.round(arrival) })
    },
  },
  {
    ids: {
      registry: 'client.jti',
      evidence: 'asking.jti',
      provider: 'consumer.jti',
      byConsumer: 'consumer.registry-jti',
    },
    idsAtLogin: { serviceProvider: 'login-client.jti', broker: 'broker-client.jti' },
    title: 'gives its own assertions a jti',
    requirements: ['JWT-JTI'],
    cases: ['CLI-06'],
    detects: ['omits-own-jti'],
    expected: 'a text that is not empty',
    contradiction: (call) => {
      const jti = inPayload(call, 'jti')
      return unless(typeof jti === 'string' && jti !== '', jti)
    },
  },
  {
    ids: {
      registry: 'client.post',
      evidence: 'asking.post',
      provider: 'consumer.post',
      byConsumer: 'consumer.registry-post',
    },
    idsAtLogin: { serviceProvider: 'login-client.post', broker: 'broker-client.post' },
    title: 'sends its own assertions by POST',
    requirements: ['TOKEN-POST'],
    cases: ['CLI-07'],
    detects: ['authenticates-by-query'],
    expected: 'POST',
    contradiction: ({ method }) => unless(method === 'POST', method),
  },
  {
    ids: {
      registry: 'client.body',
      evidence: 'asking.body',
      provider: 'consumer.body',
      byConsumer: 'consumer.registry-body',
    },
    idsAtLogin: { serviceProvider: 'login-client.body', broker: 'broker-client.body' },
    title: 'keeps its own assertions out of the URL',
    requirements: ['TOKEN-POST'],
    cases: ['CLI-07'],
    level: 'should',
    detects: ['authenticates-by-query'],
    expected: 'no parameters',
    contradiction: ({ inUrl = [] }) => unless(inUrl.length === 0, inUrl),
  },
  // The text names no media type (L202); RFC 6749 §4.4.2 does.
  {
    ids: {
      registry: 'client.media-type',
      evidence: 'asking.media-type',
      provider: 'consumer.media-type',
      byConsumer: 'consumer.registry-media-type',
    },
    idsAtLogin: { serviceProvider: 'login-client.media-type', broker: 'broker-client.media-type' },
    title: 'sends its own assertions in a form, and says so',
    requirements: ['TOKEN-FORM'],
    cases: [],
    level: 'should',
    detects: ['sends-token-request-as-json', 'labels-token-request-as-text'],
    expected: 'Content-Type: application/x-www-form-urlencoded',
    contradiction: ({ method, contentType = '' }, { parameterTypes }) =>
      // That it is a POST is said by another rule.
      unless(method !== 'POST' || parameterTypes.includes(contentType), contentType || undefined),
  },
  {
    ids: {
      registry: 'client.no-parameter-twice',
      evidence: 'asking.no-parameter-twice',
      provider: 'consumer.no-parameter-twice',
      byConsumer: 'consumer.registry-no-parameter-twice',
    },
    idsAtLogin: { serviceProvider: 'login-client.no-parameter-twice', broker: 'broker-client.no-parameter-twice' },
    title: 'sends each parameter beside its own assertions once',
    requirements: ['TOKEN-NO-REPEATED'],
    cases: [],
    level: 'should',
    detects: ['repeats-own-parameter'],
    expected: 'no parameter twice',
    contradiction: ({ repeated = [] }) => {
      const names = repeated.filter((name) => !mayRepeat.includes(name))
      return unless(names.length === 0, names)
    },
  },
  {
    ids: {
      registry: 'client.own-key',
      evidence: 'asking.own-key',
      provider: 'consumer.own-key',
      byConsumer: 'consumer.registry-own-key',
    },
    idsAtLogin: { serviceProvider: 'login-client.own-key', broker: 'broker-client.own-key' },
    title: 'keeps its private key to itself where it authenticates',
    requirements: ['JWT-SIGNED'],
    cases: [],
    level: 'should',
    detects: ['sends-its-private-key'],
    expected: 'no private key',
    contradiction: ({ form = {}, target }) => {
      const places = Object.entries({ ...form, 'the address': target }).filter(([, text]) =>
        text.includes(insteadOfKey),
      )
      return unless(
        places.length === 0,
        places.map(([name]) => name),
      )
    },
  },
]

/** What holds for every token request of a participant (L199, L246–259, L263), at every server. */
export const conduct: readonly Conduct[] = rows.map((row) => ({ ...row, last: true }))
