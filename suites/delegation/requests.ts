import type { Asking, Named } from '../../harness/check/delegation/types.js'
import type { JsonObject } from '../../harness/contracts/json.js'
import type { Forging } from '../../harness/mutations/evidence.js'
import type { HttpRequest } from '../../harness/wire/types.js'
import { forgedTokens } from '../support/values/forged-tokens.js'
import { claimsAbout, unissuedTokens } from '../support/values/unissued-tokens.js'

type Token = NonNullable<Asking['token']>
type Body = NonNullable<Asking['body']>

const token = (name: string, value: Token['value']): Token => ({ name, value })

/** Access tokens that the target did not issue. */
export const foreignTokens = (partyId: string): readonly Token[] =>
  unissuedTokens.map(({ name, of }) =>
    token(name, (own, assertion) => `Bearer ${of(own, claimsAbout(partyId), assertion)}`),
  )

/** Access tokens that another participant can make in the name of the target. */
export const tokensForgedBy = (victim: string, forging: Forging): readonly Token[] =>
  forgedTokens.map(({ name, of }) => token(name, (own) => `Bearer ${of(own, victim, forging)}`))

const asText = (name: string, change: (body: JsonObject) => string): Body => ({ name, value: change })
/** A body with another request in it. */
export const withRequest = (name: string, change: (request: JsonObject) => JsonObject): Body =>
  asText(name, (body) => {
    const [[member = '', request = {}] = []] = Object.entries(body)
    return JSON.stringify({ ...body, [member]: change(request as JsonObject) })
  })

/** Name of the policy sets in the spelling of the preset. */
export const policySetsOf = (request: JsonObject): string =>
  Object.keys(request).find((name) => Array.isArray(request[name])) ?? 'policySets'

/** Bodies that hold no well-formed request for evidence (L223). */
export const malformed: readonly Body[] = [
  asText('empty body', () => ''),
  asText('no JSON', () => 'delegationRequest'),
  asText('cut off JSON', (body) => JSON.stringify(body).slice(0, 60)),
  asText('null', () => 'null'),
  asText('array', (body) => JSON.stringify([body])),
  asText('empty object', () => '{}'),
  asText('request is text', (body) => JSON.stringify(Object.fromEntries(Object.keys(body).map((name) => [name, 'x'])))),
  withRequest('policySets is an object', (request) => ({ ...request, [policySetsOf(request)]: {} })),
  withRequest('policySets is empty', (request) => ({ ...request, [policySetsOf(request)]: [] })),
  withRequest('policySets holds null', (request) => ({ ...request, [policySetsOf(request)]: [null] })),
  withRequest('policies is a number', (request) => ({ ...request, [policySetsOf(request)]: [{ policies: 7 }] })),
  withRequest('policy without target', (request) => ({ ...request, [policySetsOf(request)]: [{ policies: [{}] }] })),
  withRequest('target is a list', (request) => ({ ...request, target: [] })),
]

/** Requests far larger or deeper than any service needs (DLG-22, DLG-31). */
export const huge: readonly Body[] = [
  asText('10 MB of padding', (body) => JSON.stringify({ ...body, padding: 'x'.repeat(10 * 1024 * 1024) })),
  asText('10,000 levels of arrays', (body) => `${JSON.stringify(body).slice(0, -1)},"deep":${nested(10_000)}}`),
  asText('100,000 levels of arrays', (body) => `${JSON.stringify(body).slice(0, -1)},"deep":${nested(100_000)}}`),
  withRequest('10,000 policy sets', (request) => {
    const name = policySetsOf(request)
    const [set = null] = request[name] as readonly (JsonObject | null)[]
    return { ...request, [name]: Array.from({ length: 10_000 }, () => set) }
  }),
]

const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`

/** GET in the place of POST: with the same body, and with the request as a parameter. */
export const byGet: readonly Named<(request: HttpRequest) => HttpRequest>[] = [
  { name: 'GET with the body', value: (request) => ({ ...request, method: 'GET' }) },
  {
    name: 'GET with parameters',
    value: ({ body, ...request }) => {
      const members = Object.entries(JSON.parse(String(body)) as JsonObject).map(([name, value]): [string, string] => [
        name,
        JSON.stringify(value),
      ])
      return { ...request, method: 'GET', url: `${request.url}?${new URLSearchParams(members.slice(0, 1))}` }
    },
  },
]
