import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { BoundExceeded, classify } from './failure.js'
import { openSocket, readAnswer, type SocketOptions } from './socket.js'
import type { Exchange, HttpRequest } from './types.js'
import { splitUrl } from './url.js'

/** Slow sending: this many bytes, then a pause. */
export interface Drip {
  readonly bytes: number
  readonly intervalMs: number
}

/** Bounds of a raw exchange. */
export interface RawOptions extends SocketOptions {
  readonly timeoutMs: number
  readonly maxBodyBytes: number
  readonly drip?: Drip
}

const names = ({ headers }: HttpRequest, name: string): boolean =>
  headers.some(([other]) => other.toLowerCase() === name)

/** Without the first a server may answer in any coding (RFC 9110 §12.5.3); without the others many a firewall answers in its place. */
const usual: HttpRequest['headers'] = [
  ['accept-encoding', 'identity'],
  ['accept', '*/*'],
  ['user-agent', 'Assay'],
]

/** What each request says where its own headers do not say otherwise. */
export const missing = (request: HttpRequest): HttpRequest['headers'] => usual.filter(([name]) => !names(request, name))

/** The bytes of a request as it stands; adds `Host`, `Content-Length` and `Connection: close` likewise. */
export const serialize = (request: HttpRequest): Buffer => {
  const { method, url, headers, body } = request
  const { authority, path } = splitUrl(url)
  const has = (name: string): boolean => names(request, name)
  const bytes = Buffer.from((body ?? '') as string)
  const lines = [`${method} ${path} HTTP/1.1`]
  if (!has('host')) lines.push(`Host: ${authority}`)
  for (const [name, value] of [...headers, ...missing(request)]) lines.push(`${name}: ${value}`)
  if (body !== undefined && !has('content-length') && !has('transfer-encoding')) {
    lines.push(`Content-Length: ${bytes.length}`)
  }
  if (!has('connection')) lines.push('Connection: close')
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), bytes])
}

/** Sends bytes over a connection of their own and reads one answer. */
export const exchangeBytes = async (
  about: HttpRequest | { readonly url: string },
  bytes: Buffer,
  options: RawOptions,
): Promise<Exchange> => {
  const request = 'method' in about ? about : parseBytes(about.url, bytes)
  return bounded(request, options, async (signal, opened) => {
    const socket = opened(await openSocket(request.url, options, signal))
    const answer = readAnswer(socket, request, options.maxBodyBytes, signal)
    const sent = send(socket, bytes, options.drip, signal)
    return (await Promise.all([answer, sent]))[0]
  })
}

/** What comes of an exchange that is given up after a while; its socket goes with it. */
export const bounded = async (
  request: HttpRequest,
  { timeoutMs }: RawOptions,
  run: (signal: AbortSignal, opened: (socket: Socket) => Socket) => Promise<NonNullable<Exchange['response']>>,
): Promise<Exchange> => {
  const startedAt = new Date().toISOString()
  const clock = performance.now()
  const end = new AbortController()
  const bound = setTimeout(() => end.abort(new BoundExceeded(timeoutMs)), timeoutMs)
  let socket: Socket | undefined
  const done = (): number => Math.round((performance.now() - clock) * 100) / 100
  try {
    const response = await run(end.signal, (opened) => {
      socket = opened
      return opened
    })
    return { request, response, startedAt, durationMs: done() }
  } catch (error) {
    const noAnswer = classify(end.signal.aborted ? end.signal.reason : error)
    return { request, noAnswer, startedAt, durationMs: done() }
  } finally {
    clearTimeout(bound)
    end.abort()
    socket?.destroy()
  }
}

/** Resolves once the bytes have gone out. */
export const write = (socket: Socket, bytes: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.write(bytes, (error) => (error ? reject(error) : resolve()))
  })

const send = async (socket: Socket, bytes: Buffer, drip: Drip | undefined, signal: AbortSignal): Promise<void> => {
  // What the peer answers before it has read everything counts, so a failing write is not the end.
  if (drip === undefined) return void socket.write(bytes)
  for (let at = 0; at < bytes.length && socket.writable; at += drip.bytes) {
    socket.write(bytes.subarray(at, at + drip.bytes))
    await sleep(drip.intervalMs, undefined, { signal }).catch(() => undefined)
  }
}

const parseBytes = (url: string, bytes: Buffer): HttpRequest => {
  const text = bytes.toString('latin1')
  const end = text.indexOf('\r\n\r\n')
  const [first = '', ...lines] = (end < 0 ? text : text.slice(0, end)).split('\r\n')
  const [method = '', path = '/'] = first.split(' ')
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1).trim()]
  })
  const target = path.startsWith('/') ? `${splitUrl(url).origin}${path}` : url
  return { method, url: target, headers, body: end < 0 ? '' : text.slice(end + 4), connection: 'new' }
}
