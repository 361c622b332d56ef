import { global, party } from '../../engine/fault.js'
import { headerValues } from '../../engine/received.js'
import { refuse } from '../../engine/refusal.js'
import { only, unless } from '../../engine/rule.js'
import { seenBefore } from '../../participant/fault-memory.js'
import { namedParties } from '../named-parties.js'
import { rule, type TokenRequest } from '../token-request.js'

const known: ReadonlySet<string> = new Set([
  'client_id',
  'client_assertion',
  'client_assertion_type',
  'grant_type',
  'scope',
  'code',
  'redirect_uri',
  'code_verifier',
])
const jwtBearer = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
const bearerGrant = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const longest = 1024
const control = /\p{Cc}/u

/** The two values of `client_id` where it stands twice and nothing else is repeated. */
function twoClients({ parameters }: TokenRequest): readonly string[] {
  const repeated = [...parameters].filter(([, values]) => values.length > 1)
  const [[name, values] = ['', []]] = repeated
  return repeated.length === 1 && name === 'client_id' && values.length === 2 ? values : []
}

/** Of two clients, takes the one that signed for the client, and the other one for what `instead` says. */
const takingOther =
  (instead: (request: TokenRequest, other: string) => boolean) =>
  (request: TokenRequest): boolean => {
    const clients = twoClients(request)
    const signed = clients.find((id) => namedParties(request.received).issuers.has(id))
    const other = clients.find((id) => id !== signed)
    if (signed === undefined || other === undefined) return false
    request.parameters = new Map([...request.parameters, ['client_id', [signed]]])
    return instead(request, other)
  }

const lookUpOther = takingOther((request, other) => {
  request.lookedUp = other
  return request.excuse('matching')
})

const issueToOther = takingOther((request, other) => {
  request.grantedTo = other
  return true
})

/** Headers in which a proxy that ends TLS hands on the certificate of a client. */
const certificateHeaders = ['x-ssl-client-cert', 'x-arr-clientcert', 'x-forwarded-client-cert', 'client-cert']

const hasCertificateHeader = ({ received }: TokenRequest): boolean =>
  certificateHeaders.some((name) => headerValues(received, name).length > 0)

const hasNoAssertion = (request: TokenRequest): boolean => (request.parameter('client_assertion') ?? '') === ''

/** Parameters of the token request (L200, RFC 6749 §3.2, RFC 7521 §4.2). */
export const parameterRules = [
  rule(
    'client',
    'no parameter stands twice',
    ({ parameters }) =>
      [...parameters.values()].every(({ length }) => length === 1) ||
      refuse(400, 'invalid_request', 'a parameter stands twice'),
    {
      'binds-token-to-repeated-client-id': party(
        'looks up the other client_id when two are sent and issues its token',
        unless(lookUpOther),
      ),
      'issues-token-to-repeated-client-id': party(
        'authenticates one client_id of two and issues the access token to the other',
        unless(issueToOther),
      ),
    },
  ),
  rule('client', 'unknown parameters are ignored', () => true, {
    'refuses-unknown-parameters': party(
      'refuses parameters that it does not know',
      only(({ parameters }) => [...parameters.keys()].every((name) => known.has(name))),
    ),
  }),
  rule('client', 'there is no client secret', ({ parameters }) => !parameters.has('client_secret'), {
    'takes-any-client-secret': party(
      'takes any client_secret in the place of an assertion',
      unless(
        (request) => request.parameters.has('client_secret') && hasNoAssertion(request) && excuseEverything(request),
      ),
    ),
  }),
  rule(
    'client',
    'the grant is that of the client itself',
    (request) =>
      [undefined, request.participant.grantType].includes(request.parameter('grant_type')) ||
      refuse(400, 'unsupported_grant_type', 'the grant type is not the one that is given here'),
    {
      'answers-other-grants': party(
        'issues a token for other grants without a client assertion',
        unless(
          (request) =>
            hasNoAssertion(request) &&
            request.parameter('grant_type') !== 'refresh_token' &&
            request.parameter('grant_type') !== request.participant.grantType &&
            excuseEverything(request),
        ),
      ),
      'guesses-refresh-grant': party(
        'takes a request with a refresh_token for the refresh_token grant where it names no grant',
        unless(
          (request) =>
            hasNoAssertion(request) &&
            request.parameter('refresh_token') !== undefined &&
            request.parameter('grant_type') === undefined &&
            excuseEverything(request),
        ),
      ),
      'remembers-grants-apart': party(
        'takes an assertion as a grant (RFC 7523 §2.1) too, and remembers apart what came so',
        unless((request) => {
          const assertion = request.parameter('assertion')
          if (request.parameter('grant_type') !== bearerGrant || assertion === undefined) return false
          request.parameters = new Map([...request.parameters, ['client_assertion', [assertion]]])
          return seenBefore(request.participant.memory.grants, assertion) || request.excuse('replay')
        }),
      ),
      'accepts-refresh-grant': global(
        'answers the refresh_token grant',
        unless((request) => request.parameter('grant_type') === 'refresh_token' && excuseEverything(request)),
      ),
    },
  ),
  rule('client', 'the assertion is of the right type', (request) => isOfJwts(request), {
    'skips-assertion-of-another-type': party(
      'issues a token on client_id where the assertion is of another type',
      unless((request) => {
        request.clientId = request.parameter('client_id') ?? ''
        return !isOfJwts(request) && excuseEverything(request)
      }),
    ),
  }),
  rule(
    'client',
    'client_id names a party',
    (request) => {
      request.clientId = request.parameter('client_id') ?? ''
      const { clientId } = request
      if (clientId === '' || clientId.length > longest || control.test(clientId))
        refuse(400, 'invalid_request', 'client_id is missing or no Party Identifier')
      return true
    },
    {
      'requires-did': party(
        'takes party ids that start with did: only',
        (right) => (request) => Boolean(right(request)) && request.clientId.startsWith('did:'),
      ),
    },
  ),
  rule(
    'client',
    'there is an assertion',
    (request) => {
      request.assertion = request.parameter('client_assertion') ?? ''
      return request.assertion !== '' || refuse(400, 'invalid_request', 'client_assertion is missing')
    },
    {
      'trusts-certificate-header': party(
        'takes the certificate in a header of a proxy for that of its client, in the place of an assertion',
        unless((request) => hasNoAssertion(request) && hasCertificateHeader(request) && excuseEverything(request)),
      ),
      'accepts-public-client': party(
        'issues a token on client_id where nothing else of client authentication is sent',
        unless(
          (request) =>
            hasNoAssertion(request) &&
            request.parameter('client_assertion_type') === undefined &&
            excuseEverything(request),
        ),
      ),
      'accepts-missing-assertion': party(
        'issues a token on client_id alone',
        (right) => (request) =>
          (request.parameter('client_assertion') ?? '') === '' ? excuseEverything(request) : right(request),
      ),
    },
  ),
]

const isOfJwts = (request: TokenRequest): boolean =>
  [undefined, jwtBearer].includes(request.parameter('client_assertion_type'))

/** Nothing more is asked; only the answer is made. */
export function excuseEverything(request: TokenRequest): true {
  return request.excuse(
    'client',
    'form',
    'algorithm',
    'x5c',
    'signature',
    'key',
    'header',
    'issuer',
    'claims',
    'chain',
    'certificate',
    'revocation',
    'lookup',
    'parties token',
    'record',
    'matching',
    'replay',
    'code',
  )
}
