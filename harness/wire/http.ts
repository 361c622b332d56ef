import { collectBody } from './body.js'
import { type Connection, openConnections } from './connections.js'
import { BoundExceeded, classify } from './failure.js'
import { race } from './race.js'
import { type Drip, exchangeBytes, missing, serialize } from './raw.js'
import type { Exchange, HttpRequest, HttpResponse, NoAnswer } from './types.js'
import { splitUrl } from './url.js'

/** How exchanges are made. */
export interface HttpOptions {
  /** PEM of the roots for the server's certificate; the system's when absent. */
  readonly ca?: string | Buffer
  /** Takes any server certificate. */
  readonly insecure?: boolean
  /** Bound of a whole exchange: connecting, sending and reading the last byte. */
  readonly timeoutMs: number
  /** Bytes of a body that are kept; 1 MB by default. */
  readonly maxBodyBytes?: number
}

/** Options of one exchange. */
export interface ExchangeOptions {
  readonly timeoutMs?: number
  /** Its turn was taken before it was minted (`Patience`). */
  readonly turnTaken?: true
}

/** Sends requests as they are given. Never follows a redirect, never sends twice, never throws for what the peer does. */
export interface HttpClient {
  readonly exchange: (request: HttpRequest, options?: ExchangeOptions) => Promise<Exchange>
  /** Bytes as given over a connection of their own, slowly where `drip` is given. `url` names the peer only. */
  readonly exchangeRaw: (
    url: string,
    bytes: Buffer | string,
    options?: ExchangeOptions & { readonly drip?: Drip },
  ) => Promise<Exchange>
  /** Each request on a socket of its own; all are open and written but for the last bytes, which are released together, once none has come to be so for a while. */
  readonly race: (requests: readonly HttpRequest[], options?: ExchangeOptions) => Promise<readonly Exchange[]>
  readonly close: () => Promise<void>
}

const megabyte = 1024 * 1024

/** A client with kept-alive connections of its own. */
export const createHttpClient = (options: HttpOptions): HttpClient => {
  const connections = openConnections(options)
  const bounds = { ...options, maxBodyBytes: options.maxBodyBytes ?? megabyte }
  return {
    exchange: (request, { timeoutMs = options.timeoutMs } = {}) =>
      needsRawSocket(request)
        ? exchangeBytes(request, serialize(request), { ...bounds, timeoutMs })
        : exchangeWith(connections.take(request), request, bounds.maxBodyBytes, timeoutMs).then((exchange) => {
            if (exchange.noAnswer?.reusedConnection) connections.distrust(request.url)
            return exchange
          }),
    exchangeRaw: (url, bytes, { timeoutMs = options.timeoutMs, drip } = {}) =>
      exchangeBytes({ url }, Buffer.from(bytes as string, 'latin1'), { ...bounds, timeoutMs, ...(drip && { drip }) }),
    race: (requests, { timeoutMs = options.timeoutMs } = {}) => race(requests, { ...bounds, timeoutMs }),
    close: connections.close,
  }
}

const writtenByUndiciOnly = /^(transfer-encoding|keep-alive|upgrade|expect|content-length|connection)$/i

/** What undici refuses to write, or would write in its own way. */
const needsRawSocket = ({ headers, method, url }: HttpRequest): boolean =>
  method === 'CONNECT' ||
  /[^!-ÿ]/.test(splitUrl(url).path) ||
  headers.some(([name, value]) => writtenByUndiciOnly.test(name) || /[^\t -~\x80-ÿ]/.test(value)) ||
  headers.filter(([name]) => /^host$/i.test(name)).length > 1

const exchangeWith = (
  connection: Connection,
  request: HttpRequest,
  maxBodyBytes: number,
  timeoutMs: number,
): Promise<Exchange> =>
  new Promise((resolve) => {
    const started = Date.now()
    const clock = performance.now()
    const sockets = connection.sockets()
    const body = collectBody(maxBodyBytes)
    let head: Pick<HttpResponse, 'status' | 'headers'> | undefined
    let over = false

    const settle = (outcome: { response: HttpResponse } | { noAnswer: NoAnswer }, reusable: boolean): void => {
      if (over) return
      over = true
      clearTimeout(bound)
      if (reusable) connection.release()
      else connection.destroy()
      const durationMs = Math.round((performance.now() - clock) * 100) / 100
      resolve({ request, ...outcome, startedAt: new Date(started).toISOString(), durationMs })
    }
    const fail = (error: unknown): void => {
      const noAnswer = classify(error)
      const reused = noAnswer.kind === 'reset' && sockets > 0 && connection.sockets() === sockets
      settle({ noAnswer: reused ? { ...noAnswer, reusedConnection: true } : noAnswer }, false)
    }
    const answer = (reusable: boolean): void => {
      if (head === undefined) fail(new Error('the answer ended before its status line'))
      else settle({ response: { ...head, ...body.read(head.headers) } }, reusable)
    }
    const bound = setTimeout(() => fail(new BoundExceeded(timeoutMs)), timeoutMs)

    try {
      connection.client.dispatch(
        {
          path: splitUrl(request.url).path,
          method: request.method as 'GET',
          headers: [...request.headers, ...missing(request)].flat(),
          body: request.body ?? null,
        },
        {
          onRequestStart: () => undefined,
          onRequestUpgrade: () => fail(new Error('the answer switches protocols')),
          onResponseStart: (_, status, headers) => {
            if (status >= 200) head = { status, headers: headers as HttpResponse['headers'] }
          },
          onResponseData: (_, chunk) => {
            if (!over && !body.add(chunk)) answer(false)
          },
          onResponseEnd: () => answer(true),
          onResponseError: (_, error) => fail(error),
        },
      )
    } catch (error) {
      fail(error)
    }
  })
