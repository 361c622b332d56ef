import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { ConfigError } from '../../contracts/errors.js'
import type { Answer, Received } from './received.js'

/** Answers one request. */
export type Handler = (received: Received) => Promise<Answer>

/** A listener that can be ended. */
export interface Listener {
  readonly close: () => Promise<void>
}

/** Longest body that is handed on, bytes: 1 MB of padding and more has to fit (POS-19). */
export const bodyLimit = 4 * 1024 * 1024

/** Bytes of a body that are read at most, so that the sender gets to hear that it is too long. */
const drained = 64 * 1024 * 1024

/** Listens at a base URL `http://host:port`. Throws a `ConfigError` when the address cannot be used. */
export async function listen(baseUrl: string, handle: Handler): Promise<Listener> {
  const { hostname, port } = new URL(baseUrl)
  const connections = new WeakMap<Socket, number>()
  let count = 0
  const server = createServer(
    { maxHeaderSize: 64 * 1024, keepAliveTimeout: 65_000, requestTimeout: 60_000 },
    (request, response) => {
      serve(request, response, connections.get(request.socket) ?? 0, handle).catch(() => response.destroy())
    },
  )
  server.on('connection', (socket) => connections.set(socket, ++count))
  await started(server, hostname, Number(port))
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function started(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) =>
      reject(new ConfigError(`ASSAY_BASE_URL cannot be listened at: ${cause.message}.`, { cause })),
    )
    server.listen(port, host, 1024, () => resolve())
  })
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  connection: number,
  handle: Handler,
): Promise<void> {
  const { status, headers, body } = await handle(await receive(request, connection))
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    ...(headers as Record<string, string | string[]>),
  })
  response.end(request.method === 'HEAD' ? undefined : text)
}

async function receive(request: IncomingMessage, connection: number): Promise<Received> {
  const target = request.url ?? ''
  const [path = '', ...query] = target.split('?')
  const { body, tooLarge } = await readBody(request)
  return {
    method: request.method ?? '',
    target,
    path,
    query: query.join('?'),
    headers: pairs(request.rawHeaders),
    body,
    tooLarge,
    connection,
  }
}

async function readBody(request: IncomingMessage): Promise<Pick<Received, 'body' | 'tooLarge'>> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > drained) throw new RangeError('endless body')
    if (size <= bodyLimit) chunks.push(chunk)
  }
  return size > bodyLimit ? { body: Buffer.alloc(0), tooLarge: true } : { body: Buffer.concat(chunks), tooLarge: false }
}

const pairs = (raw: readonly string[]): readonly (readonly [string, string])[] =>
  raw.flatMap((name, index) => (index % 2 === 0 ? [[name.toLowerCase(), raw[index + 1] ?? ''] as const] : []))
