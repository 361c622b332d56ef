import type { IncomingMessage, ServerResponse } from 'node:http'
import { redactTarget } from './redact.js'
import { shown } from './shown.js'

/** One request at a listener of a world. */
export interface LabRequest {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly method: string
  /** As on the wire. */
  readonly target: string
  /** As on the wire, without the query. */
  readonly path: string
  readonly query: URLSearchParams
  /** The query as on the wire, without the question mark. */
  readonly rawQuery: string
  /** Ends the connection with a TCP reset, below TLS too. */
  readonly reset: () => void
}

/** Takes a request apart without normalising anything. */
export const readRequest = (request: IncomingMessage, response: ServerResponse, reset: () => void): LabRequest => {
  const target = request.url ?? '/'
  const mark = target.indexOf('?')
  const rawQuery = mark < 0 ? '' : target.slice(mark + 1)
  return {
    request,
    response,
    method: request.method ?? '',
    target,
    path: mark < 0 ? target : target.slice(0, mark),
    query: new URLSearchParams(rawQuery),
    rawQuery,
    reset,
  }
}

/** What every ledger entry says about a request. */
export const seen = (incoming: LabRequest) => ({
  at: Date.now(),
  method: incoming.method,
  target: redactTarget(incoming.target),
  status: 0,
  ...shown(incoming),
})

/** What the body of a request is by its own account, as a member of a ledger entry. */
export const labelOf = ({ request }: LabRequest): { readonly contentType?: string } => {
  const [type = ''] = (request.headers['content-type'] ?? '').split(';')
  const contentType = type.trim().toLowerCase()
  return contentType === '' ? {} : { contentType }
}

/** The path below a prefix as on the wire, then with its dot segments resolved as many servers do; empty where it is not below it. */
export const pathsBelow = (path: string, prefix: string): readonly string[] => {
  const resolved = new URL(path.replace(/^\/+/, '/'), 'http://lab').pathname
  return [path, resolved].filter((one) => one.startsWith(prefix)).map((one) => one.slice(prefix.length))
}

/** Percent-decoded text; as it is when it cannot be decoded. */
export const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The body up to `limit` bytes; what follows is read and dropped. */
export const readBody = async (request: IncomingMessage, limit = 1024 * 1024): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= limit) chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Sends a complete answer. */
export const send = (
  response: ServerResponse,
  status: number,
  contentType: string,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): void => {
  if (response.destroyed || response.headersSent) return
  response
    .writeHead(status, { 'content-type': contentType, 'content-length': Buffer.byteLength(body), ...headers })
    .end(body)
}

/** Sends JSON. */
export const sendJson = (
  response: ServerResponse,
  status: number,
  body: string,
  headers?: Readonly<Record<string, string>>,
): void => send(response, status, 'application/json', body, headers)
