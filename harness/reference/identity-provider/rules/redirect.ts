import { decodeForm } from '../../encoding/form.js'
import { party } from '../../engine/fault.js'
import { refuse } from '../../engine/refusal.js'
import { type Change, instead, type Rule, ruleAbout, unless } from '../../engine/rule.js'
import type { Authorisation } from '../authorisation.js'

const rule = ruleAbout<Authorisation, 'authorisation'>()

const all = ({ parameters }: Authorisation): readonly string[] => parameters.get('redirect_uri') ?? []
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
  spelling: differsIn((uri) => parsed(uri)?.href ?? uri),
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
  line: (uri, registered) => uri.split('\n').includes(registered),
  suffix: (uri, registered) => uri.endsWith(registered),
  foreign: differsIn((uri) => uri.replace(/[^\x20-\x7e]/g, '')),
  part: (uri, registered) => registered.includes(uri),
  pattern: (uri, registered) => new RegExp(`^${registered}$`).test(uri),
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

const pins = new WeakMap<object, Map<string, string>>()

/** The address that a client came with at first; only a fault goes by that. */
function firstOf(request: Authorisation): string | undefined {
  const own = pins.get(request.everRegistered) ?? new Map<string, string>()
  pins.set(request.everRegistered, own)
  const client = request.parameter('client_id') ?? ''
  if (!own.has(client)) own.set(client, given(request))
  return own.get(client)
}

const entries = new WeakMap<object, Map<string, readonly string[]>>()

/** What the registry named for a client when that came first; only a fault goes by that. */
function namedAtFirst(request: Authorisation): readonly string[] {
  const own = entries.get(request.everRegistered) ?? new Map<string, readonly string[]>()
  entries.set(request.everRegistered, own)
  const client = request.parameter('client_id') ?? ''
  const first = own.get(client) ?? request.registered
  own.set(client, first)
  return first
}

/** Takes an address of a kind that the rule would refuse. */
const taking = (kind: Miss | undefined): Change<Authorisation> =>
  unless((request) => given(request) !== '' && missOf(request) === kind && take(request))

/** Sends the error of some requests to the address that the rule would refuse. */
const sendingOn =
  (which: (request: Authorisation) => boolean): Change<Authorisation> =>
  (right) =>
  async (request) => {
    if (await right(request)) return true
    if (which(request) && URL.canParse(given(request))) take(request)
    return false
  }

const named = 'the registry names redirect_uri for the client'

/** Where the answer may go: an address that the registry names for the client, character by character (OpenID Connect Core §3.1.2.1). */
export const redirectRules = [
  rule(
    'authorisation',
    'redirect_uri is sent',
    (request) => given(request) !== '' || refuse(400, 'invalid_request', 'redirect_uri is missing'),
    {
      'accepts-missing-redirect-uri': party(
        'takes the only registered redirect_uri when none is sent',
        unless((request) => {
          const [only = '', ...more] = request.registered
          if (given(request) !== '' || more.length > 0) return false
          request.parameters = new Map([...request.parameters, ['redirect_uri', [only]]])
          return true
        }),
      ),
    },
  ),
  rule(
    'authorisation',
    named,
    // A client that was let in without a record has no addresses to compare with.
    (request) => (request.client.excused.has('record') || request.registered.includes(given(request))) && take(request),
    {
      'accepts-redirect-uri-query': party(
        'ignores a query that redirect_uri has beyond the registered one',
        taking('query'),
      ),
      'accepts-redirect-uri-port': party('ignores the port of redirect_uri', taking('port')),
      'accepts-redirect-uri-fragment': party('ignores a fragment of redirect_uri', taking('fragment')),
      'accepts-redirect-uri-subpath': party('takes paths below a registered redirect_uri', taking('path')),
      'accepts-redirect-uri-prefix': party(
        'takes anything that begins with a registered redirect_uri',
        taking('prefix'),
      ),
      'compares-lines-of-redirect-uri': party(
        'looks for the registered one among the lines of redirect_uri',
        taking('line'),
      ),
      'accepts-redirect-uri-suffix': party('takes anything that ends with a registered redirect_uri', taking('suffix')),
      'ignores-foreign-letters-of-redirect-uri': party(
        'takes a redirect_uri that has more letters than those of ASCII',
        taking('foreign'),
      ),
      'accepts-part-of-redirect-uri': party(
        'takes a redirect_uri that is a part of the registered one',
        taking('part'),
      ),
      'takes-redirect-uri-for-pattern': party(
        'takes a registered redirect_uri for a regular expression',
        taking('pattern'),
      ),
      'compares-parsed-redirect-uri': party('compares redirect_uri as a URL parser writes it', taking('spelling')),
      'ignores-redirect-uri-case': party('compares redirect_uri without regard to letter case', taking('case')),
      'ignores-redirect-uri-slash': party('ignores a slash at the end of redirect_uri', taking('slash')),
      'ignores-redirect-uri-scheme': party('takes http and https of redirect_uri for the same', taking('scheme')),
      'ignores-redirect-uri-user': party('ignores a user name before the host of redirect_uri', taking('user')),
      'decodes-redirect-uri': party('decodes redirect_uri before it compares', taking('encoding')),
      'shares-redirect-uris': party(
        'takes a redirect_uri that is registered for another client',
        unless((request) => request.everRegistered.has(given(request)) && take(request)),
      ),
      'pins-first-redirect-uri': party(
        'takes the redirect_uri of the first request of a client for a registered one',
        (right) => (request) => (firstOf(request) === given(request) ? take(request) : right(request)),
      ),
      'keeps-redirect-uris-of-first-contact': party(
        'keeps the redirect URIs that the registry named when a client came first',
        instead((request) => namedAtFirst(request).includes(given(request)) && take(request)),
      ),
      'accepts-redirect-uri-of-none': party(
        'sends codes to any address of a client for which none is registered',
        unless((request) => request.registered.length === 0 && take(request)),
      ),
      'accepts-any-redirect-uri': party('sends codes to any address', taking(undefined)),
      'redirects-second-errors-anywhere': party(
        'sends humans to any address with an error where it does not know the response_type either',
        sendingOn((request) => request.parameter('response_type') !== 'code'),
      ),
      'redirects-without-challenge-anywhere': party(
        'sends humans to any address with an error where the request has no code_challenge either',
        sendingOn((request) => request.parameter('code_challenge') === undefined),
      ),
      'redirects-request-objects-anywhere': party(
        'sends humans to any address with an error where the request has a request object, too',
        sendingOn((request) => request.parameters.has('request')),
      ),
      'redirects-response-modes-anywhere': party(
        'sends humans to any address with an error where the request has a response_mode, too',
        sendingOn((request) => ![undefined, 'query'].includes(request.parameter('response_mode'))),
      ),
      'redirects-max-ages-anywhere': party(
        'sends humans to any address with an error where max_age is no number either',
        sendingOn((request) => /\D/.test(request.parameter('max_age') ?? '')),
      ),
      'redirects-silent-requests-anywhere': party(
        'sends humans to any address with an error where no page may be shown',
        sendingOn((request) => request.parameter('prompt') === 'none'),
      ),
      'redirects-errors-anywhere': party(
        'sends humans to any address, though only with an error',
        sendingOn(() => true),
      ),
    },
  ),
  rule('authorisation', 'redirect_uri stands once', (request) => all(request).length === 1, {
    'answers-at-last-redirect-uri': party(
      'looks at the first redirect_uri and sends codes to the last one',
      unless((request) => take(request, all(request).at(-1))),
    ),
  }),
  rule('authorisation', 'what is posted counts alone', () => true, {
    'answers-at-redirect-uri-of-query': party(
      'sends codes to the redirect_uri in the query of a request that is posted',
      () => (request) => {
        const [other] = decodeForm(request.received.query).get('redirect_uri') ?? []
        return other === undefined || take(request, other)
      },
    ),
  }),
]

const isAtLoopback = (uri: string): boolean => /^http:\/\/(127(\.\d+){3}|\[::1\])[:/]/.test(uri)

/** The same for a provider that lets the port of a loopback address be any (RFC 8252 §7.3). */
export const leavingLoopbackPorts: readonly Rule<Authorisation>[] = redirectRules.map((rule) =>
  rule.name === named
    ? {
        ...rule,
        check: unless<Authorisation>(
          (request) => missOf(request) === 'port' && isAtLoopback(given(request)) && take(request),
        )(rule.check),
      }
    : rule,
)
