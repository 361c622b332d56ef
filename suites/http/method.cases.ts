import { request } from '../../harness/mutations/mutation.js'
import { pathSpellings } from '../support/path-spellings.js'
import { addingHeader } from '../support/requests.js'
import { serverRoles } from '../support/roles.js'
import type { Row } from '../support/row.js'
import { bare, byMethod, getOnPath, inQuery } from './requests.js'

/** GET on the token path (L199, L295): neither a token nor a success answer. */
export const get: readonly Row[] = [
  {
    id: 'http.get-query',
    title: 'GET with a fresh assertion and all parameters in the query',
    requirements: ['TOKEN-NO-GET'],
    cases: ['HTTP-01'],
    roles: serverRoles,
    detects: ['answers-get'],
    mutate: request('GET, parameters in the query', inQuery('GET')),
  },
  {
    id: 'http.get-body',
    title: 'GET with a fresh assertion in a form body',
    requirements: ['TOKEN-NO-GET'],
    cases: ['HTTP-02'],
    detects: ['answers-get-with-body'],
    mutate: request('GET, parameters in the body', byMethod('GET')),
  },
  {
    id: 'http.get-bare',
    title: 'GET without parameters',
    requirements: ['TOKEN-NO-GET'],
    cases: ['HTTP-03'],
    detects: ['answers-bare-get'],
    mutate: request('GET without parameters', bare('GET')),
  },
]

/** GET that pretends to be something else, or goes to another spelling of the path. */
export const disguisedGet: readonly Row[] = [
  {
    id: 'http.get-override',
    title: 'GET with a method override',
    requirements: ['TOKEN-NO-GET-DISGUISED'],
    cases: ['HTTP-04'],
    detects: ['honours-method-override'],
    mutate: [
      request('GET with X-HTTP-Method-Override: POST', inQuery('GET', [['x-http-method-override', 'POST']])),
      request('GET with X-HTTP-Method: POST', inQuery('GET', [['x-http-method', 'POST']])),
      request('GET with _method=POST', inQuery('GET', [], [['_method', 'POST']])),
    ],
  },
  {
    id: 'http.get-alias',
    title: 'GET on other spellings of the token path',
    requirements: ['TOKEN-NO-GET-DISGUISED'],
    cases: ['HTTP-05'],
    detects: ['answers-get-on-alias'],
    mutate: pathSpellings.map(({ name, of }) => request(`GET, ${name}`, getOnPath(of))),
  },
]

/** Methods beside GET (RFC 6749 §3.2). */
export const otherMethods: readonly Row[] = [
  {
    id: 'http.other-methods',
    title: 'PUT, PATCH and DELETE',
    requirements: ['HTTP-METHODS'],
    cases: ['HTTP-07'],
    detects: ['answers-put'],
    mutate: ['PUT', 'PATCH', 'DELETE'].map((method) => request(method, byMethod(method))),
  },
]

/** Methods that have no business here, yet should not bring a server down. */
export const oddMethods: Row = {
  id: 'http.odd-methods',
  title: 'TRACE, OPTIONS and an unknown method',
  requirements: ['HTTP-METHODS'],
  cases: ['HTTP-08'],
  mutate: [
    request('TRACE', inQuery('TRACE')),
    request('OPTIONS', inQuery('OPTIONS')),
    request('unknown method FOO', byMethod('FOO')),
  ],
}

/** HEAD, which means GET without the body (RFC 9110 §9.3.2). */
export const head = request('HEAD, parameters in the query', inQuery('HEAD'))

/** What is only noted. */
export const recorded: readonly Row[] = [
  {
    id: 'http.post-override',
    title: 'what it does with POST that asks to be treated as GET',
    requirements: ['HTTP-METHODS'],
    cases: ['HTTP-09'],
    mutate: request('POST with X-HTTP-Method-Override: GET', addingHeader('x-http-method-override', 'GET')),
  },
]
