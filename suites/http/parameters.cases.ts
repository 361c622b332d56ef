import {
  assertionOf,
  assign,
  clientIdOf,
  forgedFor,
  leaveOut,
  remove,
} from '../../harness/mutations/form-parameters.js'
import { form, request } from '../../harness/mutations/mutation.js'
import type { Form, Mutation } from '../../harness/mutations/types.js'
import { formEncoded, parametersIn } from '../../harness/wire/parameters.js'
import { serverRoles } from '../support/roles.js'
import type { Row } from '../support/row.js'
import { row } from '../support/row.js'
import { proxyHeaders } from '../support/values/proxy-headers.js'

import { inQuery } from './requests.js'

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/** Says that the assertion is another one than a JWT (RFC 7522 §2.2). */
const ofSaml = (parameters: Form): void =>
  assign(parameters, 'client_assertion_type', assertionType.replace('jwt-bearer', 'saml2-bearer'))

/** Leaves out what tells who the client is, but for its name. */
function withoutAssertion(parameters: Form): void {
  leaveOut(parameters, assertionOf(parameters))
  remove(parameters, 'client_assertion_type')
}

const withSecret = (name: string, secret: (clientId: string) => string): Mutation =>
  form(name, (parameters, context) => {
    withoutAssertion(parameters)
    assign(parameters, 'client_secret', secret(context.party.partyId))
  })

/** @param named What becomes of the parameter `client_id`. */
const withBasic = (
  name: string,
  secret: string,
  named: (parameters: Form, clientId: Form[number] | undefined) => void,
): Mutation =>
  request(`Authorization: Basic with ${name}`, (whole, context) => {
    const body = parametersIn(whole)
    withoutAssertion(body)
    named(body, clientIdOf(body, context))
    // Both halves are encoded like a form before they are joined (RFC 6749 §2.3.1).
    const pair = [context.party.partyId, secret].map(encodeURIComponent).join(':')
    const credentials = ['authorization', `Basic ${Buffer.from(pair).toString('base64')}`] as const
    return { ...whole, headers: [...whole.headers, credentials], body: formEncoded(body) }
  })

/**
 * A grant that knows no client assertion, around the claims of the assertion without a signature.
 * @param grant Some guess it by the other parameters where there is none.
 */
const withGrant = (grant: string | undefined, more: (clientId: string, unsigned: string) => Form): Mutation =>
  form(`${grant ? `grant_type ${grant}` : 'without grant_type'}, without client_assertion`, (parameters, { party }) => {
    const [, payload = ''] = (assertionOf(parameters)?.[1] ?? '').split('.')
    withoutAssertion(parameters)
    if (grant === undefined) remove(parameters, 'grant_type')
    else assign(parameters, 'grant_type', grant)
    const unsigned = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${payload}.`
    parameters.push(...more(party.partyId, unsigned))
  })

/** Requests without what authenticates the client. */
export const refused: readonly Row[] = [
  row('http.no-assertion', 'HTTP-18', 'accepts-missing-assertion').sends(
    'a request without client_assertion, and with an empty one',
    [
      form('without client_assertion', (parameters) => leaveOut(parameters, assertionOf(parameters))),
      form('client_assertion without value', (parameters) => {
        const assertion = assertionOf(parameters)
        if (assertion) assertion[1] = ''
      }),
    ],
  ),
  row('http.public-client', 'HTTP-18', ['accepts-missing-assertion', 'accepts-public-client']).sends(
    'a request that authenticates nobody',
    form('without client_assertion and client_assertion_type', withoutAssertion),
  ),
  row('http.assertion-type-forged', 'JWT-SIGNED', 'skips-assertion-of-another-type', { level: 'must' }).sends(
    'an assertion that does not hold, or none, beside another client_assertion_type',
    [
      form('client_assertion_type of SAML, with another signature', (parameters) => {
        ofSaml(parameters)
        const assertion = assertionOf(parameters)
        if (assertion) assertion[1] = assertion[1].replace(/[^.]*$/, ([...signature]) => signature.reverse().join(''))
      }),
      form('client_assertion_type of SAML, without client_assertion', (parameters) => {
        ofSaml(parameters)
        leaveOut(parameters, assertionOf(parameters))
      }),
    ],
  ),
  row('http.client-secret', 'HTTP-18', 'takes-any-client-secret').sends(
    'a client secret in the place of the assertion',
    [
      ...['', 'undefined', 'secret'].map((secret) =>
        withSecret(`client_secret ${JSON.stringify(secret)}`, () => secret),
      ),
      withSecret('client_secret that is the client_id', (clientId) => clientId),
    ],
  ),
  row('http.basic-authentication', 'HTTP-18', 'takes-basic-authentication').sends(
    'Authorization: Basic in the place of the assertion',
    ['', 'secret'].flatMap((secret) => [
      withBasic(`client_id and password ${JSON.stringify(secret)}`, secret, () => undefined),
      withBasic(`client_id and password ${JSON.stringify(secret)} in the header alone`, secret, leaveOut),
    ]),
  ),
  // A server behind a proxy that ends TLS may know its clients by what that says (RFC 8705 §2).
  row('http.proxy-authentication', 'HTTP-18', [
    'trusts-certificate-header',
    'accepts-missing-assertion',
    'accepts-public-client',
  ]).sends(
    'what a proxy says of a client and its certificate in the place of the assertion',
    proxyHeaders.map(({ name, headers }) =>
      request(name, (whole, { party }) => {
        const body = parametersIn(whole)
        withoutAssertion(body)
        return { ...whole, headers: [...whole.headers, ...headers(party)], body: formEncoded(body) }
      }),
    ),
  ),
  row('http.other-grant', 'HTTP-18', [
    'answers-other-grants',
    'guesses-refresh-grant',
    'accepts-missing-assertion',
    'accepts-public-client',
  ]).sends('another grant without a client assertion', [
    withGrant('password', (clientId) => [
      ['username', clientId],
      ['password', clientId],
    ]),
    withGrant('urn:ietf:params:oauth:grant-type:jwt-bearer', (_, unsigned) => [['assertion', unsigned]]),
    withGrant('urn:ietf:params:oauth:grant-type:token-exchange', (_, unsigned) => [
      ['subject_token', unsigned],
      ['subject_token_type', 'urn:ietf:params:oauth:token-type:jwt'],
    ]),
    withGrant(undefined, (clientId) => [['refresh_token', clientId]]),
    withGrant(undefined, (_, unsigned) => [['assertion', unsigned]]),
  ]),
  row('http.query-parameters', 'HTTP-10', 'reads-query-parameters').sends(
    'POST with the parameters in the query',
    request('POST, parameters in the query, empty body', (whole) => ({
      ...inQuery('POST', whole.headers)(whole),
      body: '',
    })),
  ),
  row('http.query-beside-body', 'HTTP-11', 'prefers-query-parameters').sends(
    'a wrong body whose parameters are right in the query only',
    [
      request(
        'client_id of another party in the body, right in the query',
        (whole, context) => {
          const body = parametersIn(whole)
          const clientId = clientIdOf(body, context)
          if (!clientId) return whole
          const url = `${whole.url}?${formEncoded([[...clientId]])}`
          clientId[1] = context.other.partyId
          return { ...whole, url, body: formEncoded(body) }
        },
        'other',
      ),
      request(
        'client_assertion of another party in the body, right in the query',
        (whole, context) => {
          const body = parametersIn(whole)
          const assertion = assertionOf(body)
          const url = `${whole.url}?${formEncoded(assertion ? [[...assertion]] : [])}`
          if (assertion) assertion[1] = forgedFor(assertion[1], context.other.partyId)
          return { ...whole, url, body: formEncoded(body) }
        },
        'other',
      ),
    ],
  ),
]

/** Two assertions in one request. */
export const repeatedAssertion: Row = row('http.repeated-assertion', 'HTTP-16').sends(
  'two assertions of which one names another client and is invalid',
  [
    form(
      'invalid assertion of another client before the valid one',
      (parameters, { other }) => {
        const [name, value] = assertionOf(parameters) ?? ['', '']
        parameters.unshift([name, forgedFor(value, other.partyId)])
      },
      'other',
    ),
    form(
      'invalid assertion of another client after the valid one',
      (parameters, { other }) => {
        const [name, value] = assertionOf(parameters) ?? ['', '']
        parameters.push([name, forgedFor(value, other.partyId)])
      },
      'other',
    ),
  ],
)

/** Requests that must not be answered with a refresh token, whatever else becomes of them. */
export const neverRefreshed: readonly Row[] = [
  row('http.grant-type', 'HTTP-21', 'issues-refresh-token').sends('other values of grant_type', [
    form('without grant_type', (parameters) => remove(parameters, 'grant_type')),
    ...['password', 'refresh_token', 'authorization_code'].map((value) =>
      form(`grant_type ${value}`, (parameters) => assign(parameters, 'grant_type', value)),
    ),
  ]),
  row('http.scope', 'HTTP-22', 'issues-refresh-token', { roles: serverRoles }).sends('other values of scope', [
    form('without scope', (parameters) => remove(parameters, 'scope')),
    ...['iSHARE', 'ishare', 'openid offline_access'].map((value) =>
      form(`scope ${value}`, (parameters) => assign(parameters, 'scope', value)),
    ),
  ]),
]

/** What is only noted. */
export const recorded: readonly Row[] = [
  row('http.no-client-id', 'HTTP-19').sends(
    'what it does with a request without client_id',
    form('without client_id', (parameters, context) => leaveOut(parameters, clientIdOf(parameters, context))),
  ),
  row('http.assertion-type', 'HTTP-20').sends('what it does with other values of client_assertion_type', [
    form('without client_assertion_type', (parameters) => remove(parameters, 'client_assertion_type')),
    form('client_assertion_type of SAML', ofSaml),
    form('client_assertion_type in upper case', (parameters) =>
      assign(parameters, 'client_assertion_type', assertionType.toUpperCase()),
    ),
  ]),
  row('http.second-method', 'HTTP-23').sends(
    'what it does with a second way of client authentication beside the assertion',
    [
      form('client_secret beside the assertion', (parameters) => assign(parameters, 'client_secret', 'secret')),
      request('Authorization: Basic beside the assertion', (whole) => ({
        ...whole,
        headers: [...whole.headers, ['authorization', `Basic ${Buffer.from('client:secret').toString('base64')}`]],
      })),
    ],
  ),
]
