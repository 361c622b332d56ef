import { gzipSync } from 'node:zlib'
import { form, request } from '../../harness/mutations/mutation.js'
import { formEncoded, inJson, inParts, partsType } from '../../harness/wire/parameters.js'
import type { HttpRequest } from '../../harness/wire/types.js'
import { serverRoles } from '../support/roles.js'
import type { Row } from '../support/row.js'
import { row } from '../support/row.js'
import { addingHeader, chunked } from '../support/values/requests.js'
import { withBody } from './requests.js'

const length = ({ body = '' }: HttpRequest): number => Buffer.byteLength(body)

/** A `Content-Length` that many bytes off the truth. */
const contentLength =
  (more: number) =>
  (whole: HttpRequest): HttpRequest =>
    addingHeader('content-length', String(length(whole) + more))(whole)

/** What is only noted: other encodings of the same parameters. */
export const recorded: readonly Row[] = [
  row('http.json-body', 'HTTP-12', [], { roles: serverRoles }).sends(
    'what it does with the parameters as JSON',
    request('parameters as JSON', withBody('application/json', inJson)),
  ),
  row('http.multipart-body', 'HTTP-13', [], { roles: serverRoles }).sends(
    'what it does with the parameters as multipart/form-data',
    request('parameters as multipart', withBody(partsType, inParts)),
  ),
  row('http.mislabelled-body', 'HTTP-14', [], { roles: serverRoles }).sends(
    'what it does with a form under another content type',
    [
      request('form without Content-Type', withBody(undefined, formEncoded)),
      request('form as text/plain', withBody('text/plain', formEncoded)),
      request('form as application/json', withBody('application/json', formEncoded)),
    ],
  ),
  row('http.gzip-body', 'HTTP-28').sends(
    'what it does with a compressed body',
    request('Content-Encoding: gzip', (whole) =>
      addingHeader('content-encoding', 'gzip')({ ...whole, body: gzipSync(String(whole.body)) }),
    ),
  ),
  row('http.both-lengths', 'HTTP-26').sends(
    'what it does with a chunked body that also has a Content-Length',
    request('Transfer-Encoding and Content-Length', (whole) => contentLength(0)(chunked(whole))),
  ),
]

/** Two content types; `Connection` makes it go out as it stands, for the HTTP library would merge the two. */
export const twoContentTypes: Row = row('http.two-content-types', 'HTTP-15').sends(
  'two Content-Type headers',
  request('Content-Type form, then JSON', (whole) =>
    addingHeader('connection', 'close')(addingHeader('content-type', 'application/json')(whole)),
  ),
)

/** A body of which the server keeps expecting more. */
export const unfinished = request('Content-Length longer than the body', contentLength(100))

/** Requests that state a wrong length. */
export const wrongLengths: readonly Row[] = [
  row('http.short-length', 'HTTP-26').sends(
    'a Content-Length that cuts the assertion, and two that contradict each other',
    [
      request('Content-Length shorter than the body', (whole) => contentLength(-Math.ceil(length(whole) / 2))(whole)),
      request('two Content-Length', (whole) => contentLength(-10)(contentLength(0)(whole))),
    ],
  ),
]

/** Requests of unusual size; whether they are granted is only noted. */
export const large: readonly Row[] = [
  row('http.large-body', 'HTTP-24', [], { unsafe: 'large' }).sends(
    'a body of 8 MB',
    form('8 MB of padding', (parameters) => parameters.push(['padding', 'x'.repeat(8 * 1024 * 1024)])),
  ),
  row('http.many-parameters', 'HTTP-25', [], { unsafe: 'large' }).sends('many, long and deeply nested parameters', [
    form('1,000 unknown parameters', (parameters) => {
      for (let n = 0; n < 1000; n += 1) parameters.push([`unknown${n}`, 'x'])
    }),
    form('a parameter name of 64 KB', (parameters) => parameters.push(['n'.repeat(64 * 1024), 'x'])),
    form('a parameter name nested 500 deep', (parameters) => parameters.push([`a${'[b]'.repeat(500)}`, 'x'])),
  ]),
]
