import type { Request, Response } from '@playwright/test'
import type { Exchange, HttpResponse, NoAnswer } from '../wire/types.js'
import { within } from './bounds.js'
import type { Clean } from './secrets.js'
import type { Carrier } from './swap.js'

/** Longest address or header and longest form that is kept, characters. */
const kept = { address: 4_000, form: 64_000 }
/** Larger bodies of answers are not even fetched from the browser, bytes. */
const largestBody = 1_000_000
/** All bodies of answers that one window keeps, characters. */
const largestWindow = 16_000_000
/** Of these the bodies are kept. */
const telling = new Set(['document', 'xhr', 'fetch'])
/** Longest wait for one thing that the browser knows about a request, milliseconds. */
const patienceMs = 1_000
/** The same for a body, without which a page says nothing. */
const bodyPatienceMs = 5_000

const failures: readonly (readonly [RegExp, NoAnswer['kind']])[] = [
  [/ERR_(CONNECTION_REFUSED|SOCKS|PROXY|TUNNEL|NAME_|ADDRESS_|INTERNET_)/, 'refused'],
  [/ERR_(SSL|CERT|BAD_SSL|ECH)/, 'tls'],
  [/TIMED_OUT/, 'timeout'],
  [/ERR_(CONNECTION|EMPTY_RESPONSE|ABORTED|SOCKET|NETWORK_CHANGED)/, 'reset'],
]

const words: Readonly<Record<string, string>> = {
  ERR_TOO_MANY_REDIRECTS: 'it was redirected too often',
  ERR_ABORTED: 'nothing to show came, or a file to download',
  ERR_EMPTY_RESPONSE: 'the connection was closed without an answer',
  ERR_TIMED_OUT: 'no answer came while the page was open',
  ERR_HTTP_RESPONSE_CODE_FAILURE: 'an error without a page came',
}

/** How Chromium calls an error page that is empty: nothing of the answer is missing. */
export const isEmptyPage = (error: string): boolean => error.includes('ERR_HTTP_RESPONSE_CODE_FAILURE')

/** An error of Chromium for people. */
export function inWords(error: string): string {
  const code = /ERR_\w+/.exec(error)?.[0]
  return code === undefined ? error : (words[code] ?? code.slice(4).toLowerCase().replaceAll('_', ' '))
}

/** Address that may be kept. */
export const keptAddress = (url: string, clean: Clean): string => clean(url).slice(0, kept.address)

/** Takes in the body of an answer; `undefined` where there is no room for it any more. */
export type Room = (body: string) => string | undefined

/** Room of one window: a hostile target may answer each request with a body that is just small enough. */
export function roomForBodies(): Room {
  let left = largestWindow
  return (body) => {
    if (body.length > left) return undefined
    left -= body.length
    return body
  }
}

/** What a form says, as far as it is kept. */
export const keptForm = (body: string, clean: Clean): string => clean(body).slice(0, kept.form)

/** When a request began. */
export interface Begun {
  readonly startedAt: Date
  /** Of `performance.now`, milliseconds. */
  readonly since: number
}

/** What became of it: an error of Chromium where it failed, and what the gate knows about that. */
export interface Ended {
  readonly error?: string
  readonly problem?: string
}

/**
 * A request of the browser with its answer, as far as the browser still knows them.
 * @param sent What was sent, where the page asked for something else.
 */
export async function exchangeOf(
  request: Request,
  begun: Begun,
  ended: Ended,
  { clean, room }: { readonly clean: Clean; readonly room: Room },
  sent: Carrier | undefined,
): Promise<Exchange> {
  const durationMs = performance.now() - begun.since
  const response = await within(patienceMs, request.response(), null)
  const headers = await within(patienceMs, request.headersArray(), [])
  const body = sent?.body ?? request.postData()
  return {
    request: {
      method: request.method(),
      url: keptAddress(sent?.url ?? request.url(), clean),
      headers: headers.map(({ name, value }) => [name, keptAddress(value, clean)] as const),
      ...(body !== null && { body: keptForm(body, clean) }),
    },
    ...(response
      ? { response: await answered(request, response, ended.error, { clean, room }) }
      : { noAnswer: unanswered(ended) }),
    startedAt: begun.startedAt.toISOString(),
    durationMs,
  }
}

const unanswered = ({ error = '', problem }: Ended): NoAnswer => ({
  kind: failures.find(([pattern]) => pattern.test(error))?.[1] ?? 'protocol',
  message: problem ?? inWords(error),
})

async function answered(
  request: Request,
  response: Response,
  error: string | undefined,
  { clean, room }: { readonly clean: Clean; readonly room: Room },
): Promise<HttpResponse> {
  const headers = await within(patienceMs, response.headersArray(), [])
  const isRedirect = response.status() >= 300 && response.status() < 400
  const hasBody = telling.has(request.resourceType()) && !isRedirect && error === undefined
  const text = hasBody ? await within(bodyPatienceMs, smallBody(request, response), undefined) : ''
  const body = text === undefined ? undefined : room(clean(text))
  return {
    status: response.status(),
    headers: byName(headers.map(({ name, value }) => [name.toLowerCase(), keptAddress(value, clean)])),
    body: body ?? '',
    truncated: body === undefined || (error !== undefined && !isEmptyPage(error)),
  }
}

async function smallBody(request: Request, response: Response): Promise<string | undefined> {
  const { responseBodySize } = await request.sizes()
  if (responseBodySize > largestBody) return undefined
  const text = await response.text()
  return text.length > largestBody ? undefined : text
}

function byName(headers: readonly (readonly [string, string])[]): Record<string, string | string[]> {
  const all: Record<string, string | string[]> = {}
  for (const [name, value] of headers) {
    const before = all[name]
    all[name] = before === undefined ? value : [before, value].flat()
  }
  return all
}
