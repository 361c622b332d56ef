import { decodeForm } from '../../encoding/form.js'
import { global, party } from '../../engine/fault.js'
import { headerValues, type Received } from '../../engine/received.js'
import { refuse } from '../../engine/refusal.js'
import { type Change, only, unless } from '../../engine/rule.js'
import { rule, type TokenRequest } from '../token-request.js'
import { excuseEverything } from './parameters.js'
import { useUp } from './replay.js'

const hasQuery = ({ received }: TokenRequest): boolean => received.query !== ''
const hasBody = ({ received }: TokenRequest): boolean => received.body.length > 0
const is = ({ received }: TokenRequest, ...methods: readonly string[]): boolean => methods.includes(received.method)

function fromQuery(request: TokenRequest): true {
  request.parametersIn = 'query'
  return true
}

/** `_method` and the headers by which some frameworks let GET pass for POST. */
const overridden = ({ received }: TokenRequest): boolean =>
  ['x-http-method-override', 'x-http-method', 'x-method-override'].some((name) =>
    headerValues(received, name).some((value) => value.toUpperCase() === 'POST'),
  ) || /(^|&)_method=POST/i.test(received.query)

/** The token path in another spelling. */
function isAlias({ path }: Received, tokenPath: string): boolean {
  const plain = path
    .toLowerCase()
    .replace(/;[^/]*/g, '')
    .replace(/\/(\.?\/)+/g, '/')
    .replace(/\/$/, '')
  return plain === tokenPath && path !== tokenPath
}

const smallBodyLimit = 8 * 1024

const statusOf =
  (status: number, holds: (request: TokenRequest) => boolean, says: string) =>
  (request: TokenRequest): boolean =>
    holds(request) || refuse(status, 'invalid_request', says)

const consumeOnHead: Change<TokenRequest> = (right) => (request) => {
  if (is(request, 'HEAD')) {
    const parameters = decodeForm(request.received.query || request.received.body.toString())
    useUp(request, parameters.get('client_assertion')?.[0] ?? '')
  }
  return right(request)
}

/** Takes whom an Authorization header of that scheme stands for, without an assertion. */
const byScheme =
  (scheme: 'basic' | 'bearer') =>
  (request: TokenRequest): boolean =>
    headerValues(request.received, 'authorization').some((value) => value.toLowerCase().startsWith(`${scheme} `)) &&
    take(request, 'body') &&
    (request.parameter('client_assertion') ?? '') === '' &&
    excuseEverything(request)

function issueToBasicUser(request: TokenRequest): boolean {
  const [, credentials = ''] = /^basic (.+)$/i.exec(headerValues(request.received, 'authorization')[0] ?? '') ?? []
  const [user = ''] = Buffer.from(credentials, 'base64').toString().split(':')
  if (user === '') return false
  request.grantedTo = decodeURIComponent(user)
  return true
}

/** The token endpoint as an HTTP resource (L198, L199). */
export const httpRules = [
  rule(
    'http',
    'the token path is spelled as it is',
    statusOf(404, ({ received, participant }) => received.path === participant.tokenPath, 'there is nothing here'),
    {
      'answers-get-on-alias': party(
        'issues a token for GET on an alias of the token path',
        unless(
          (request) =>
            is(request, 'GET') &&
            isAlias(request.received, request.participant.tokenPath) &&
            request.excuse('http') &&
            fromQuery(request),
        ),
      ),
    },
  ),
  rule(
    'http',
    'the method is POST',
    statusOf(405, (request) => is(request, 'POST'), 'only POST is served here'),
    {
      'answers-get': party(
        'issues a token for GET with the parameters in the query',
        unless((request) => is(request, 'GET') && hasQuery(request) && !overridden(request) && fromQuery(request)),
      ),
      'answers-get-with-body': party(
        'issues a token for GET with a form body',
        unless((request) => is(request, 'GET') && hasBody(request) && !hasQuery(request) && !overridden(request)),
      ),
      'answers-bare-get': global(
        'answers 200 to GET without parameters',
        unless((request) =>
          is(request, 'GET') && !hasQuery(request) && !hasBody(request)
            ? refuse(200, 'invalid_request', 'POST is served here')
            : false,
        ),
      ),
      'answers-get-of-browsers': global(
        'answers 200 to GET that accepts HTML',
        unless((request) =>
          is(request, 'GET') && headerValues(request.received, 'accept').some((value) => value.includes('text/html'))
            ? refuse(200, 'invalid_request', 'POST is served here')
            : false,
        ),
      ),
      'honours-method-override': party(
        'treats GET with a method override as POST',
        unless((request) => is(request, 'GET') && hasQuery(request) && overridden(request) && fromQuery(request)),
      ),
      'honours-method-override-of-body': party(
        'treats GET with a method override and a form body as POST',
        unless((request) => is(request, 'GET') && !hasQuery(request) && hasBody(request) && overridden(request)),
      ),
      'answers-put': party(
        'treats PUT, PATCH and DELETE as POST',
        unless((request) => is(request, 'PUT', 'PATCH', 'DELETE')),
      ),
      'consumes-on-head': party('remembers the jti of a HEAD request', consumeOnHead),
    },
  ),
  rule(
    'http',
    'the body is short enough',
    statusOf(413, ({ received }) => !received.tooLarge, 'the body is too long'),
    {
      'limits-body': party(
        'refuses bodies over 8 KB',
        only(({ received }) => received.body.length <= smallBodyLimit),
      ),
    },
  ),
  rule('http', 'the body is not compressed', statusOf(415, isPlain, 'the body has a content encoding'), {}),
  rule('http', 'the body is a form', statusOf(415, isForm, 'the body is no form'), {}),
  rule(
    'http',
    'there is one way of client authentication',
    (request) => headerValues(request.received, 'authorization').length === 0,
    {
      'issues-token-to-basic-user': party(
        'issues the access token to the user of HTTP Basic beside a sound assertion',
        unless(issueToBasicUser),
      ),
      'takes-basic-authentication': party(
        'takes any password of HTTP Basic in the place of an assertion',
        unless(byScheme('basic')),
      ),
      'takes-bearer-for-assertion': party(
        'issues a token for an access token in the place of an assertion',
        unless(byScheme('bearer')),
      ),
    },
  ),
  rule('client', 'the parameters come from the body', (request) => take(request, request.parametersIn), {
    'reads-query-parameters': party(
      'takes parameters from the query of a POST',
      unless((request) => is(request, 'POST') && !hasBody(request) && take(request, 'query')),
    ),
    'prefers-query-parameters': party('lets the query win over the body', (right) => async (request) => {
      const held = await right(request)
      if (is(request, 'POST') && hasBody(request) && hasQuery(request))
        request.parameters = new Map([...request.parameters, ...decodeForm(request.received.query)])
      return held
    }),
    'issues-token-to-client-in-query': party(
      'authenticates the client of the body and issues the access token to the one of the query',
      (right) => (request) => {
        request.grantedTo = decodeForm(request.received.query).get('client_id')?.[0]
        return right(request)
      },
    ),
    'refuses-encoded-form': party(
      'reads the form without decoding unreserved characters',
      (right) => (request) => (hasBody(request) ? take(request, 'body', undecodedUnreserved) : right(request)),
    ),
  }),
]

function take(request: TokenRequest, from: 'body' | 'query', change = (text: string) => text): boolean {
  const { query, body } = request.received
  request.parameters = decodeForm(change(from === 'query' ? query : body.toString()))
  return true
}

/** Doubles the escapes of characters that need none, so that they are still there after decoding. */
const undecodedUnreserved = (form: string): string =>
  form.replace(/%([0-9a-f]{2})/gi, (escaped, hex: string) =>
    /[A-Za-z0-9._~-]/.test(String.fromCharCode(Number.parseInt(hex, 16))) ? `%25${hex}` : escaped,
  )

function isPlain({ received }: TokenRequest): boolean {
  return headerValues(received, 'content-encoding').every((value) => value.toLowerCase() === 'identity')
}

function isForm({ received, parametersIn }: TokenRequest): boolean {
  const types = headerValues(received, 'content-type')
  if (parametersIn === 'query' || received.body.length === 0) return true
  return types.length === 1 && /^application\/x-www-form-urlencoded\s*(;|$)/i.test(types[0]?.trim() ?? '')
}
