import type { Json } from '../../contracts/json.js'
import { membersOf, type Parameters, partsOf } from '../encoding/form.js'
import { headerValues } from '../engine/received.js'
import { type Change, only, unless } from '../engine/rule.js'
import { chosenVariants, type RuleChanges, varied } from '../engine/variants.js'
import { digestOf } from '../participant/replay-store.js'
import { keyUsage } from '../pki/extension-values.js'
import { RegistryFailure } from '../registry/transport.js'
import { namedParties } from './named-parties.js'
import { olderForm } from './older-form.js'
import { askingBeforehand, askingBriefly, insistingOnAnswer } from './rules/revocation.js'
import { tolerance } from './rules/time.js'
import type { RoleRules, TokenRule } from './rules.js'
import type { TokenRequest } from './token-request.js'

type Variant = RuleChanges<TokenRequest, TokenRule>

const asked = 'the registry is asked about client_id'
const unexpired = 'it has not expired'
const unused = 'the assertion was not used before'
const gone: Change<TokenRequest> = () => () => true

const byPath: Change<TokenRequest> = () => async (request) => {
  const { registry } = request.participant
  request.answer = await registry.lookUp(registry.itemPath + encodeURIComponent(request.lookedUp))
  return true
}

/** Looks the stated client up before anything is verified. */
const lookUpFirst: Change<TokenRequest> = (right) => async (request) => {
  request.lookedUp = request.clientId
  await request.consultRegistry()
  request.excuse('lookup', 'parties token')
  return right(request)
}

const isRegistered = (request: TokenRequest): boolean => request.record !== null && request.record !== undefined

/** Remembers for two seconds that the registry does not know a party. */
function rememberUnknown(): Variant {
  const unknown = new Map<string, number>()
  return {
    [asked]: (right) => (request) => {
      if ((unknown.get(request.lookedUp) ?? 0) < Date.now()) return right(request)
      request.record = null
      return request.excuse('lookup', 'parties token')
    },
    'the party is known': (right) => (request) => {
      if (!isRegistered(request)) unknown.set(request.lookedUp, Date.now() + 2000)
      return right(request)
    },
  }
}

/** Remembers for six seconds what the registry says of a party, however often that comes. */
function rememberRecords(): Variant {
  const known = new Map<string, { readonly record: TokenRequest['record']; readonly until: number }>()
  return {
    'the party is known': (right) => (request) => {
      const { record, until = 0 } = known.get(request.lookedUp) ?? {}
      if (until > Date.now()) request.record = record
      else known.set(request.lookedUp, { record: request.record, until: Date.now() + 6000 })
      return right(request)
    },
  }
}

/** Asks a failing registry four times within some 12 seconds. */
const insistent: Change<TokenRequest> = (right) => async (request) => {
  for (const seconds of [2, 4, 6]) {
    const failed = await Promise.resolve(right(request)).catch((error: unknown) => error)
    if (!(failed instanceof RegistryFailure) && (request.answer?.status ?? 500) < 500) return true
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  }
  return right(request)
}

/** Asks nobody for a while after three failures in a row. */
function breaking(): Variant {
  let failures = 0
  let closedAt = 0
  return {
    [asked]: (right) => async (request) => {
      if (Date.now() < closedAt) throw new RegistryFailure('unreachable')
      const failed = await Promise.resolve(right(request)).catch((error: unknown) => error)
      failures = failed instanceof Error || (request.answer?.status ?? 500) >= 500 ? failures + 1 : 0
      if (failures >= 3) closedAt = Date.now() + 3000
      if (failed instanceof Error) throw failed
      return true
    },
  }
}

const takesOneElement = unless<TokenRequest>((request) => {
  const aud = request.claim('aud')
  return Array.isArray(aud) && aud.length === 1 && (aud as readonly Json[])[0] === request.participant.kit.partyId
})

/** The bits of the key usage extension as they stand in the DER: 0x40 and nothing else is exactly nonRepudiation. */
function isExactlyNonRepudiation({ leaf }: TokenRequest): boolean {
  const bits = leaf?.said(keyUsage)
  return bits === undefined || bits.toString('hex') === '40'
}

/** Takes the client from the assertion where no parameter names it. */
const clientOfAssertion: Change<TokenRequest> = (right) => (request) => {
  if (request.parameters.has('client_id')) return right(request)
  const [issuer = ''] = namedParties(request.received).issuers
  request.clientId = issuer
  return issuer !== ''
}

/** The parameters of a body that is no form; nothing where the body is one. */
function otherBody({ received }: TokenRequest): Parameters | undefined {
  const [[type = ''], text] = [headerValues(received, 'content-type'), received.body.toString()]
  if (type.startsWith('application/json')) return listed(membersOf(text))
  return type.startsWith('multipart/form-data') ? listed(partsOf(text)) : undefined
}

const listed = (pairs: readonly (readonly [name: string, value: string])[]): Parameters =>
  new Map(pairs.map(([name, value]) => [name, [value]]))

const takeOtherBody: Change<TokenRequest> = (right) => (request) => {
  const parameters = otherBody(request)
  if (!parameters) return right(request)
  request.parameters = parameters
  return true
}

/** Adds the trusted root to a chain that ends right below it. */
const appendRoot: Change<TokenRequest> = (right) => (request) => {
  const last = request.chain.at(-1)
  const root = request.participant.roots.find((each) => last && !each.equals(last) && last.isIssuedBy(each))
  if (root && last && !last.selfIssued) request.chain = [...request.chain, root]
  return right(request)
}

/** Remembers what `key` says instead of `iss` and `jti`, for so many seconds. */
const rememberBy =
  (key: (request: TokenRequest) => readonly [string, string], seconds: number): Change<TokenRequest> =>
  () =>
  (request) => {
    const { exp = 0, now, participant, received } = request
    const [first, second] = key(request)
    const used = { exp, until: now + seconds, content: '-', jti: digestOf(second), connection: received.connection }
    return !participant.replays.find(first, second) && participant.replays.add(first, second, used, now)
  }

const content = ({ bytes }: TokenRequest): readonly [string, string] => [
  'content',
  `${bytes.header.toString('base64')}.${bytes.payload.toString('base64')}`,
]

/** Another tolerance of clocks, seconds. */
const tolerating = (seconds: number): Variant => ({
  [unexpired]:
    () =>
    ({ exp = 0, now }) =>
      exp + seconds > now,
  'iat is not in the future':
    () =>
    ({ iat = 0, now }) =>
      iat <= now + seconds,
  [unused]: rememberBy((request) => [request.issuer, String(request.claim('jti'))], 90 + 2 * seconds),
})

/** Other ways to be a conforming server than the reference's own; those with a memory are made anew for each list of rules. */
export const requestVariants: Readonly<Record<string, Variant | (() => Variant)>> = {
  'speaks-older-form': olderForm,
  'looks-up-by-path': { [asked]: byPath },
  'looks-up-first': { 'alg is RS256, RS384 or RS512': lookUpFirst },
  'remembers-unknown-parties': rememberUnknown,
  'remembers-records-for-six-seconds': rememberRecords,
  'asks-registry-again': { [asked]: insistent },
  'spares-failing-registry': breaking,
  'accepts-one-element-aud': { 'aud is the Party Identifier of this server': takesOneElement },
  'checks-no-revocation': {
    'no CRL lists the leaf': gone,
    'no responder calls the leaf revoked': gone,
    'no intermediate is revoked': gone,
    'the certificate of parties_token is not revoked': gone,
  },
  'asks-for-revocation-briefly': askingBriefly,
  'asks-for-revocation-beforehand': askingBeforehand,
  'insists-on-revocation-status': insistingOnAnswer,
  'relies-on-crl': {
    'no responder calls the leaf revoked':
      () =>
      ({ leaf }) =>
        (leaf?.crlUrls.length ?? 0) > 0,
  },
  'relies-on-ocsp': {
    'no CRL lists the leaf':
      () =>
      ({ leaf }) =>
        (leaf?.ocspUrls.length ?? 0) > 0,
  },
  'accepts-active': { 'the status is Active': unless(({ record }) => record?.status === 'active') },
  'remembers-content': { [unused]: rememberBy(content, 90) },
  'wants-exact-key-usage': { 'the key usage of an eSeal holds nonRepudiation': only(isExactlyNonRepudiation) },
  'accepts-missing-client-id': { 'client_id names a party': clientOfAssertion },
  'takes-other-bodies': {
    'the body is a form': unless((request) => otherBody(request) !== undefined),
    'the parameters come from the body': takeOtherBody,
  },
  'accepts-any-typ': { 'typ is JWT where it stands': gone },
  'accepts-missing-root': { 'x5c is a complete path from the leaf to a trusted root': appendRoot },
  'tolerates-nothing': tolerating(0),
  'tolerates-a-minute': tolerating(60),
  'honours-nbf': {
    [unexpired]: only((request) => Number(request.claim('nbf') ?? 0) <= request.now + tolerance),
  },
}

/** The rules as the variants of `ASSAY_REFERENCE_VARIANT` have them. */
export function withVariants(rules: RoleRules, text: string | undefined): RoleRules {
  const chosen = chosenVariants(requestVariants, text).map((each) => (typeof each === 'function' ? each() : each))
  return {
    beforeLookup: varied(rules.beforeLookup, chosen),
    lookup: varied(rules.lookup, chosen),
    afterLookup: varied(rules.afterLookup, chosen),
  }
}
