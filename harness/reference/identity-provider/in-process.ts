import { once } from 'node:events'
import { IncomingMessage, type RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Answer } from '../engine/received.js'

/** A request as a handler of `node:http` gets it. */
export interface Call {
  readonly method: string
  /** Path and query. */
  readonly target: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** Nothing that a handler reads here is ever there: neither an address nor TLS. */
const noSocket = { readable: false, writable: true, encrypted: false } as unknown as Socket

/** Keeps what a handler writes. */
class Kept extends ServerResponse {
  readonly #chunks: Buffer[] = []

  get text(): string {
    return Buffer.concat(this.#chunks).toString()
  }

  #keep(chunk: unknown): void {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) this.#chunks.push(Buffer.from(chunk))
  }

  override write(chunk: unknown): boolean {
    this.#keep(chunk)
    return true
  }

  override end(chunk?: unknown): this {
    this.#keep(chunk)
    this.emit('finish')
    return this
  }
}

/** A request and the response to it, without a connection; `answer` is there once the response has ended. */
export interface Pair {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly answer: Promise<Answer>
}

/** Makes a pair for a call. */
export function pairOf({ method, target, headers, body }: Call): Pair {
  const request = new IncomingMessage(noSocket)
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  Object.assign(request, {
    method,
    url: target,
    headers: { ...headers, ...length },
    httpVersion: '1.1',
    complete: true,
  })
  request.push(body ?? null)
  if (body !== undefined) request.push(null)
  const response = new Kept(request)
  const answer = once(response, 'finish').then(() => ({
    status: response.statusCode,
    headers: Object.fromEntries(Object.entries(response.getHeaders()).flatMap(readHeader)),
    body: response.text,
  }))
  return { request, response, answer }
}

/** Lets a handler answer a call, in this process and without a connection. */
export function callHandler(handler: RequestListener, call: Call): Promise<Answer> {
  const { request, response, answer } = pairOf(call)
  handler(request, response)
  return answer
}

const perHop: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length'])

const readHeader = ([name, value]: [string, unknown]): readonly (readonly [string, string | string[]])[] =>
  perHop.has(name) || value === undefined ? [] : [[name, Array.isArray(value) ? value.map(String) : String(value)]]
