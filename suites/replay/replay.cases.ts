import type { Reuse } from '../../harness/check/types.js'
import { assertionOf } from '../../harness/mutations/form-parameters.js'
import { claims, form, request } from '../../harness/mutations/mutation.js'
import type { Form } from '../../harness/mutations/types.js'
import { inJson } from '../../harness/wire/parameters.js'
import { withBody } from '../http/requests.js'
import type { Coverage, Row } from '../support/row.js'
import { row } from '../support/row.js'
import { flattened, general, inSignature } from '../support/values/jws.js'
import { addingHeader, inForm, withHeader } from '../support/values/requests.js'

/** A JWT that was accepted once, presented again in each of these ways. */
export interface ReplayRow extends Coverage {
  readonly title: string
  readonly reuses: readonly Reuse[]
}

const inRequest = (mutate: NonNullable<Reuse['mutate']>): Reuse => ({ name: mutate.name, mutate })

const grantType = 'grant_type'
const assertionType = 'client_assertion_type'

/** Without the parameters of which that holds, and with others behind the rest. */
const replacing = (form: Form, goes: (name: string, value: string) => boolean, ...others: Form): void => {
  form.splice(0, form.length, ...form.filter(([name, value]) => !goes(name, value)), ...others)
}

/** A server may read them otherwise, and remember apart what came so; whether it takes them at all is its own affair. */
const otherRequests: readonly Reuse[] = [
  form('with grant_type password', (own) => replacing(own, (name) => name === grantType, [grantType, 'password'])),
  form('as the assertion of a grant (RFC 7523 §2.1)', (own) => {
    const [, assertion = ''] = assertionOf(own) ?? []
    const bearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
    const goes = (name: string, value: string) => [grantType, assertionType].includes(name) || value === assertion
    replacing(own, goes, [grantType, bearer], ['assertion', assertion])
  }),
  form('without client_id', (own, { party }) => replacing(own, (_, value) => value === party.partyId)),
  request('parameters as JSON', withBody('application/json', inJson)),
  form('without client_assertion_type', (own) => replacing(own, (name) => name === assertionType)),
].map(inRequest)

export const replayed: readonly ReplayRow[] = [
  {
    id: 'replay.at-once',
    title: 'a client assertion that it has just accepted',
    requirements: ['REPLAY-ONCE'],
    cases: ['RPL-01'],
    detects: ['accepts-replay'],
    reuses: [{ name: 'as it was' }],
  },
  {
    id: 'replay.padded',
    title: 'an accepted assertion with padding behind its signature',
    requirements: ['REPLAY-SPELLING'],
    cases: ['RPL-05'],
    detects: ['remembers-raw-string'],
    reuses: [
      { name: '= appended', reencode: (compact) => `${compact}=` },
      { name: '== appended', reencode: (compact) => `${compact}==` },
    ],
  },
  {
    id: 'replay.white-space',
    title: 'an accepted assertion with white space in or around it',
    requirements: ['REPLAY-SPELLING'],
    cases: ['RPL-07'],
    detects: ['remembers-raw-string', 'remembers-lines-of-text'],
    reuses: [
      { name: 'trailing space', reencode: (compact) => `${compact} ` },
      { name: 'trailing newline', reencode: (compact) => `${compact}\n` },
      { name: 'trailing tab', reencode: (compact) => `${compact}\t` },
      { name: 'leading space', reencode: (compact) => ` ${compact}` },
      ...Object.entries({ space: ' ', newline: '\n', 'carriage return and newline': '\r\n' }).map(([name, inside]) => ({
        name: `${name} inside the signature`,
        reencode: inSignature((signature) => `${signature.slice(0, 40)}${inside}${signature.slice(40)}`),
      })),
    ],
  },
  {
    id: 'replay.standard-alphabet',
    title: 'an accepted assertion whose signature is spelled in the standard base64 alphabet',
    requirements: ['REPLAY-SPELLING'],
    cases: ['RPL-08'],
    detects: ['remembers-raw-string'],
    reuses: [
      {
        name: '+ and / for - and _',
        reencode: inSignature((signature) => signature.replaceAll('-', '+').replaceAll('_', '/')),
      },
    ],
  },
  {
    id: 'replay.further-parts',
    title: 'an accepted assertion with a dot or a further part behind it',
    requirements: ['REPLAY-SPELLING'],
    cases: [],
    level: 'must',
    detects: ['remembers-text-of-all-parts'],
    reuses: ['.', '..', '.e30', '.e30.e30'].map((more) => ({
      name: `${more} appended`,
      reencode: (compact) => `${compact}${more}`,
    })),
  },
  {
    id: 'replay.json-serialization',
    title: 'an accepted assertion in the JSON serialization',
    requirements: ['REPLAY-SPELLING'],
    cases: ['RPL-09'],
    detects: ['accepts-json-replay'],
    reuses: [
      { name: 'flattened JSON', reencode: flattened },
      { name: 'general JSON', reencode: general },
    ],
  },
  {
    id: 'replay.other-request',
    title: 'an accepted assertion in another request',
    requirements: ['REPLAY-ONCE'],
    cases: ['RPL-11'],
    detects: ['accepts-replay', 'remembers-grants-apart'],
    reuses: [
      inRequest(form('with foo=bar', (parameters) => void parameters.push(['foo', 'bar']))),
      inRequest(form('parameters in reverse order', (parameters) => void parameters.reverse())),
      inRequest(request('with an extra header', addingHeader('x-request-id', '1'))),
      inRequest(
        request(
          'dots percent-encoded',
          inForm((body) => body.replaceAll('.', '%2E')),
        ),
      ),
      inRequest(
        request(
          'content type with charset',
          withHeader('content-type', (value) => `${value}; charset=UTF-8`),
        ),
      ),
      ...otherRequests,
    ],
  },
]

export const refused: readonly Row[] = [
  row('replay.without-jti', 'RPL-18', ['accepts-missing-jti', 'warns-of-missing-jti']).sends(
    'a client assertion without jti',
    claims('without jti', (own) => void delete own.jti),
  ),
  row('replay.jti-type', 'RPL-19', 'accepts-odd-jti').sends(
    'a client assertion whose jti is empty, blank or no string',
    ['', ' ', null, 5, {}, []].map((value) =>
      claims(`jti ${JSON.stringify(value)}`, (own) => {
        own.jti = value
      }),
    ),
  ),
]
