import { refuse } from '../token-endpoint/refusal.js'
import { type Change, type Check, type Rule, removed, ruleAbout, unless } from '../token-endpoint/rule.js'
import type { Authorisation } from './authorisation.js'

const rule = ruleAbout<Authorisation>()
const longest = 1024
const control = /\p{Cc}/u

/** A part of a compact JWS as JSON; empty when it is none. */
function read(part: string | undefined): Record<string, unknown> {
  try {
    return JSON.parse(Buffer.from(part ?? '', 'base64url').toString()) as Record<string, unknown>
  } catch {
    return {}
  }
}

const requestObject = (request: Authorisation): readonly string[] => request.parameter('request')?.split('.') ?? []
const isUnsigned = (request: Authorisation): boolean => /^none$/i.test(String(read(requestObject(request)[0]).alg))

/** Lets the parameters of some request objects win over those beside them. */
const believing =
  (believed: (request: Authorisation) => boolean): Change<Authorisation> =>
  (right) =>
  (request) => {
    const [, claims] = requestObject(request)
    if (claims === undefined || !believed(request)) return right(request)
    const inside = Object.entries(read(claims)).map(([name, value]) => [name, [String(value)]] as const)
    const merged = new Map([...request.parameters, ...inside])
    merged.delete('request')
    request.parameters = merged
    return true
  }

/** What can be told before anybody is looked up. */
export const requestRules = [
  rule(
    'authorisation',
    'the method is GET or POST',
    ({ received }) => ['GET', 'POST'].includes(received.method) || refuse(405, 'invalid_request', 'GET is served here'),
    {},
  ),
  rule(
    'authorisation',
    'no parameter stands twice',
    ({ parameters }) => [...parameters.values()].every(({ length }) => length === 1),
    {},
  ),
  rule('authorisation', 'what counts are the parameters of the request itself', () => true, {
    'accepts-unsigned-request-object': believing(isUnsigned),
    'accepts-unverified-request-object': believing((request) => !isUnsigned(request)),
  }),
  rule(
    'authorisation',
    'client_id names a party',
    (request) => {
      request.clientId = request.parameter('client_id') ?? ''
      const { client, clientId } = request
      client.clientId = client.issuer = client.lookedUp = clientId
      return clientId !== '' && clientId.length <= longest && !control.test(clientId)
    },
    {},
  ),
]

const given = (request: Authorisation): string => request.parameter('redirect_uri') ?? ''

function parsed(uri: string): URL | undefined {
  return URL.canParse(uri) ? new URL(uri) : undefined
}

/** An address with a part of it taken away. */
function without(uri: string, part: 'search' | 'port' | 'hash' | 'username'): string {
  const url = parsed(uri)
  if (!url) return uri
  url[part] = ''
  return url.href
}

/** An address with what is percent-encoded written out. */
function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri)
  } catch {
    return uri
  }
}

type NearMiss = (uri: string, registered: string) => boolean

/** What two addresses are the same without. */
const differsIn =
  (change: (uri: string) => string): NearMiss =>
  (uri, registered) =>
    change(uri) === change(registered)
/** From the narrowest to the widest. */
const nearMisses = {
  query: differsIn((uri) => without(uri, 'search')),
  port: differsIn((uri) => without(uri, 'port')),
  fragment: differsIn((uri) => without(uri, 'hash')),
  user: differsIn((uri) => without(uri, 'username')),
  scheme: differsIn((uri) => uri.replace(/^https?:/, '')),
  case: differsIn((uri) => uri.toLowerCase()),
  encoding: differsIn(decoded),
  slash: differsIn((uri) => uri.replace(/\/$/, '')),
  path: (uri, registered) => uri.startsWith(`${registered.replace(/\/$/, '')}/`),
  prefix: (uri, registered) => uri.startsWith(registered),
} satisfies Readonly<Record<string, NearMiss>>

type Miss = keyof typeof nearMisses

/** The kind of near miss that an address is, if it is one. */
const missOf = (request: Authorisation): Miss | undefined =>
  (Object.keys(nearMisses) as Miss[]).find((miss) =>
    request.registered.some((each) => nearMisses[miss](given(request), each)),
  )

const take = (request: Authorisation, uri = given(request)): boolean => {
  request.redirectUri = uri
  return URL.canParse(uri)
}

/** Takes an address of a kind that the rule would refuse. */
const taking = (kind: Miss | undefined): Change<Authorisation> =>
  unless((request) => given(request) !== '' && missOf(request) === kind && take(request))

/** Where the answer may go: an address that the registry names for the client, character by character (OpenID Connect Core §3.1.2.1). */
export const redirectRules = [
  rule(
    'authorisation',
    'redirect_uri is sent',
    (request) => given(request) !== '' || refuse(400, 'invalid_request', 'redirect_uri is missing'),
    {
      'accepts-missing-redirect-uri': unless((request) => {
        const [only = '', ...more] = request.registered
        if (given(request) !== '' || more.length > 0) return false
        request.parameters = new Map([...request.parameters, ['redirect_uri', [only]]])
        return true
      }),
    },
  ),
  rule(
    'authorisation',
    'the registry names redirect_uri for the client',
    // A client that was let in without a record has no addresses to compare with.
    (request) => (request.client.excused.has('record') || request.registered.includes(given(request))) && take(request),
    {
      'accepts-redirect-uri-query': taking('query'),
      'accepts-redirect-uri-port': taking('port'),
      'accepts-redirect-uri-fragment': taking('fragment'),
      'accepts-redirect-uri-subpath': taking('path'),
      'accepts-redirect-uri-prefix': taking('prefix'),
      'ignores-redirect-uri-case': taking('case'),
      'ignores-redirect-uri-slash': taking('slash'),
      'ignores-redirect-uri-scheme': taking('scheme'),
      'ignores-redirect-uri-user': taking('user'),
      'decodes-redirect-uri': taking('encoding'),
      'shares-redirect-uris': unless((request) => request.everRegistered.has(given(request)) && take(request)),
      'accepts-any-redirect-uri': taking(undefined),
      'redirects-errors-anywhere': (right) => async (request) => {
        if (await right(request)) return true
        if (URL.canParse(given(request))) take(request)
        return false
      },
    },
  ),
]

const unsupported = (...names: readonly string[]): Check<Authorisation> => {
  return ({ parameters }) =>
    names.every((name) => !parameters.has(name)) || refuse(400, 'request_not_supported', 'it cannot be read here')
}

const state = (request: Authorisation): string | undefined => request.parameter('state')
const answerWith = (request: Authorisation, value: string | undefined): boolean => {
  request.state = value
  return true
}
const challenge = (request: Authorisation): string | undefined => request.parameter('code_challenge')
/** RFC 7636 §4.3: plain where nothing is said. */
const method = (request: Authorisation): string => request.parameter('code_challenge_method') ?? 'plain'
const hasNone = (request: Authorisation): boolean => challenge(request) === undefined

/** Codes that were handed out by number. */
let handedOut = 0
const consecutive = (): string => `code-${String(++handedOut).padStart(32, '0')}`

const needsChallenge = 'there is a code_challenge of the right form'

/** What is told to the client at its own address when it does not hold. */
export const flowRules = [
  rule('authorisation', 'state comes back as it was sent', (request) => answerWith(request, state(request)), {
    'omits-state': () => (request) => answerWith(request, undefined),
    'changes-state': () => (request) => answerWith(request, state(request)?.toLowerCase()),
  }),
  rule('authorisation', 'there is no request object', unsupported('request', 'request_uri'), {}),
  rule(
    'authorisation',
    'what is asked for is a code, in the query',
    (request) =>
      (request.parameter('response_type') === 'code' &&
        [undefined, 'query'].includes(request.parameter('response_mode'))) ||
      refuse(400, 'unsupported_response_type', 'only a code is given, in the query'),
    { 'ignores-response-type': removed },
  ),
  rule(
    'authorisation',
    needsChallenge,
    (request) => {
      request.challenge = challenge(request)
      return /^[\w.~-]{43,128}$/.test(request.challenge ?? '')
    },
    {
      'accepts-stripped-challenge': unless((request) => {
        request.withoutPkce = hasNone(request)
        return request.withoutPkce
      }),
    },
  ),
  rule(
    'authorisation',
    'the code_challenge_method is S256',
    (request) => hasNone(request) || method(request) === 'S256',
    {
      'accepts-plain-challenge': unless((request) => {
        if (method(request) !== 'plain') return false
        request.method = 'plain'
        return true
      }),
    },
  ),
  rule('authorisation', 'nobody can guess the code', () => true, {
    'issues-short-codes': () => (request) => {
      request.codeOf = (inEngine) => inEngine.slice(0, 12)
      return true
    },
    'issues-consecutive-codes': () => (request) => {
      request.codeOf = consecutive
      return true
    },
  }),
  rule('authorisation', 'the answer says whose it is', () => true, {
    'names-another-in-answer': () => (request) => {
      request.answerer = `${request.answerer}-other`
      return true
    },
  }),
  rule('authorisation', 'what a human typed stays here', () => true, {
    'carries-form-on': () => (request) => {
      request.sentOnBy = 307
      return true
    },
  }),
  rule(
    'authorisation',
    'prompt is heeded',
    (request) => {
      request.prompt = request.parameter('prompt')
      return true
    },
    {
      'ignores-prompt-none': unless((request) => request.parameter('prompt') === 'none'),
      'ignores-prompt-login': unless((request) => request.parameter('prompt') === 'login'),
    },
  ),
  rule(
    'authorisation',
    'max_age is heeded',
    (request) => {
      request.maxAge = request.parameter('max_age')
      return true
    },
    { 'ignores-max-age': unless(() => true) },
  ),
]

/** The same for a provider that leaves PKCE to its clients; a code that was asked for without a challenge takes no verifier (RFC 9700 §2.1.1). */
export const leavingPkceToClients: readonly Rule<Authorisation>[] = flowRules.map((rule) =>
  rule.name === needsChallenge ? { ...rule, check: unless(hasNone)(rule.check) } : rule,
)
