import type { Outcome } from '../contracts/evidence.js'
import type { Json } from '../contracts/json.js'
import type { Exchange } from '../wire/types.js'

/** What an answer of a token endpoint carried. */
export interface Answer {
  readonly outcome: Outcome
  readonly json?: Json
  readonly accessToken?: string
  /** What was sought, in JSON with something around it, such as an interpreter's warnings: no good grant, and no refusal. */
  readonly blemished?: true
  /** Somebody whom the target has to ask failed, so that its status says nothing of a limit of its own. */
  readonly passedOn?: true
}

/** What a target, or a gateway in front of it, answers where it has no time for a request. */
const busy: readonly number[] = [502, 503, 504]

/** Whether a refusal may be the limit of a proxy alone (L308): it says so, and not when to come again. */
export const isBusy = ({ outcome, passedOn }: Pick<Answer, 'outcome' | 'passedOn'>): boolean =>
  outcome.kind === 'refused' && passedOn === undefined && busy.includes(outcome.status)

/** Whether what must not come back did, in whatever disorder. */
export const isGranted = ({ outcome, blemished }: Pick<Answer, 'outcome' | 'blemished'>): boolean =>
  outcome.kind === 'granted' || blemished === true

/** Whether a target said nothing that can be judged. What keeps the human of a login from getting on is an answer. */
export const isUnanswered = (outcome: Outcome): boolean =>
  outcome.kind === 'deferred' || (outcome.kind === 'no-answer' && !outcome.stuck)

/** A complete answer, its body read as JSON where it is some. */
export interface ReadResponse {
  readonly status: number
  readonly body: string
  readonly json: Json | undefined
}

/**
 * Reads an answer: granted where what was sought is in it. All other complete answers are refusals, in whatever form,
 * unless they ask for patience (L202, L295, ruling 1).
 * @param granted Whether what was sought is in the answer.
 */
export function readOutcome(exchange: Exchange, granted: (response: ReadResponse) => boolean): Answer {
  const { response, noAnswer } = exchange
  if (!response) return { outcome: { kind: 'no-answer', why: noAnswer?.message ?? 'no answer' } }
  // What lies beyond the bound may hold what was sought.
  if (response.truncated) return { outcome: { kind: 'no-answer', why: 'the answer was longer than is read of it' } }
  const json = jsonIn(response.body)
  const read = json === undefined ? {} : { json }
  if (granted({ status: response.status, body: response.body, json })) return { outcome: { kind: 'granted' }, ...read }
  const deferred =
    response.status === 429 || (response.status === 503 && header(response.headers, 'retry-after') !== undefined)
  if (deferred) return { outcome: { kind: 'deferred', status: response.status }, ...read }
  const blemished =
    json === undefined &&
    response.status >= 200 &&
    response.status < 300 &&
    jsonWithin(response.body).some((within) => granted({ status: response.status, body: response.body, json: within }))
  return { outcome: { kind: 'refused', status: response.status }, ...read, ...(blemished && { blemished }) }
}

/** Reads the answer of a token endpoint: granted means that an access token came back, whatever the status. */
export function readAnswer(exchange: Exchange, accessTokenField: string): Answer {
  const answer = readOutcome(exchange, ({ json }) => tokenIn(json, accessTokenField) !== undefined)
  const within = answer.blemished ? jsonWithin(exchange.response?.body ?? '') : []
  const accessToken = [answer.json, ...within]
    .map((json) => (json === undefined ? undefined : tokenIn(json, accessTokenField)))
    .find((token) => token !== undefined)
  return accessToken === undefined ? answer : { ...answer, accessToken }
}

/** Seconds that the answer asks to wait, from `Retry-After` (RFC 9110 §10.2.3); 1 where it gives none that can be read. */
export function retryAfterSeconds(exchange: Exchange): number {
  const value = header(exchange.response?.headers ?? {}, 'retry-after')
  if (value === undefined) return 1
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000
  return Number.isFinite(seconds) && seconds > 0 ? seconds : 1
}

const header = (headers: Readonly<Record<string, string | readonly string[]>>, name: string): string | undefined => {
  const value = headers[name]
  return typeof value === 'string' ? value : value?.[0]
}

function tokenIn(json: Json | undefined, field: string): string | undefined {
  if (json === null || typeof json !== 'object' || Array.isArray(json)) return undefined
  const value = (json as Readonly<Record<string, Json>>)[field]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Opening braces at which JSON is looked for in what is none. */
const places = 20

/** JSON objects that stand in a text, each from one of its first opening braces to its last closing one. */
function jsonWithin(body: string): readonly Json[] {
  const end = body.lastIndexOf('}') + 1
  const starts = [...body.slice(0, end).matchAll(/\{(?=\s*")/g)].map(({ index }) => index).slice(0, places)
  return starts.flatMap((start) => jsonIn(body.slice(start, end)) ?? [])
}

/** A text as JSON; nothing where it is none. */
export function jsonIn(body: string): Json | undefined {
  try {
    // Some servers begin with a byte-order mark, which parsers may ignore (RFC 8259 §8.1).
    return JSON.parse(body.replace(/^\ufeff/, '')) as Json
  } catch {
    return undefined
  }
}
