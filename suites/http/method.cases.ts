import { request } from '../../harness/mutations/mutation.js'
import { serverRoles } from '../support/roles.js'
import type { Row } from '../support/row.js'
import { row } from '../support/row.js'
import { pathSpellings } from '../support/values/path-spellings.js'
import { addingHeader } from '../support/values/requests.js'
import { bare, byMethod, getOnPath, inQuery } from './requests.js'

const asBrowser = [['accept', 'text/html,application/xhtml+xml,*/*;q=0.8']] as const

/** GET on the token path (L199, L295): neither a token nor a success answer. */
export const get: readonly Row[] = [
  row('http.get-query', 'HTTP-01', 'answers-get', { roles: serverRoles }).sends(
    'GET with a fresh assertion and all parameters in the query',
    request('GET, parameters in the query', inQuery('GET')),
  ),
  row('http.get-body', 'HTTP-02', 'answers-get-with-body').sends(
    'GET with a fresh assertion in a form body',
    request('GET, parameters in the body', byMethod('GET')),
  ),
  row('http.get-bare', 'HTTP-03', 'answers-bare-get').sends(
    'GET without parameters',
    request('GET without parameters', bare('GET')),
  ),
  // A server that shows its pages to browsers at every path.
  row('http.get-as-browser', ['HTTP-03', 'HTTP-01'], ['answers-get-of-browsers', 'answers-get', 'answers-bare-get'], {
    level: 'strict',
  }).sends('GET that accepts HTML, as a browser sends it', [
    request('GET that accepts HTML, without parameters', bare('GET', asBrowser)),
    request('GET that accepts HTML, parameters in the query', inQuery('GET', asBrowser)),
  ]),
]

/** GET that pretends to be something else, or goes to another spelling of the path. */
export const disguisedGet: readonly Row[] = [
  row('http.get-override', 'HTTP-04', ['honours-method-override', 'honours-method-override-of-body']).sends(
    'GET with a method override',
    [
      ...['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'].flatMap((name) => [
        request(`GET with ${name}: POST`, inQuery('GET', [[name.toLowerCase(), 'POST']])),
        request(`GET with ${name}: POST and a form body`, (post) =>
          addingHeader(name.toLowerCase(), 'POST')(byMethod('GET')(post)),
        ),
      ]),
      request('GET with _method=POST', inQuery('GET', [], [['_method', 'POST']])),
    ],
  ),
  row('http.get-alias', 'HTTP-05', 'answers-get-on-alias').sends(
    'GET on other spellings of the token path',
    pathSpellings.map(({ name, of }) => request(`GET, ${name}`, getOnPath(of))),
  ),
]

/** Methods beside GET (RFC 6749 §3.2). */
export const otherMethods: readonly Row[] = [
  row('http.other-methods', 'HTTP-07', 'answers-put').sends(
    'PUT, PATCH and DELETE',
    ['PUT', 'PATCH', 'DELETE'].map((method) => request(method, byMethod(method))),
  ),
]

/** Methods that have no business here, yet should not bring a server down. */
export const oddMethods: Row = row('http.odd-methods', 'HTTP-08').sends('TRACE, OPTIONS and an unknown method', [
  request('TRACE', inQuery('TRACE')),
  request('OPTIONS', inQuery('OPTIONS')),
  request('unknown method FOO', byMethod('FOO')),
])

/** HEAD, which means GET without the body (RFC 9110 §9.3.2). */
export const head = request('HEAD, parameters in the query', inQuery('HEAD'))

/** What is only noted. */
export const recorded: readonly Row[] = [
  row('http.post-override', 'HTTP-09').sends(
    'what it does with POST that asks to be treated as GET',
    request('POST with X-HTTP-Method-Override: GET', addingHeader('x-http-method-override', 'GET')),
  ),
]
