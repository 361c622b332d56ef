import type { NoAnswer } from './types.js'

/** The whole exchange took longer than its bound. */
export class BoundExceeded extends Error {
  constructor(timeoutMs: number) {
    super(`no complete answer within ${timeoutMs} ms`)
    this.name = 'BoundExceeded'
  }
}

const unreachable = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'EACCES',
])
const broken = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'UND_ERR_SOCKET', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'])
const late = new Set(['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'])
const oversized = new Set(['UND_ERR_HEADERS_OVERFLOW', 'HPE_HEADER_OVERFLOW'])
const tls =
  /^(ERR_TLS_|ERR_SSL_|EPROTO|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE)/

/** Sorts an error of undici or node:net into the reasons for a missing answer. */
export const classify = (error: unknown): NoAnswer => {
  const { code, message } = explain(error)
  if (error instanceof BoundExceeded || late.has(code)) return { kind: 'timeout', message }
  if (unreachable.has(code)) return { kind: 'refused', message }
  if (oversized.has(code)) return { kind: 'too-large', message }
  if (tls.test(code)) return { kind: 'tls', message }
  if (broken.has(code)) return { kind: 'reset', message }
  return { kind: 'protocol', message }
}

const explain = (error: unknown): { code: string; message: string } => {
  if (error instanceof AggregateError && error.errors.length > 0) return explain(error.errors[0])
  if (!(error instanceof Error)) return { code: '', message: String(error) }
  const { code } = error as NodeJS.ErrnoException
  // OpenSSL ends its messages with a line break.
  const message = error.message.replace(/\s+/g, ' ').trim()
  if (code === undefined) return { code: '', message }
  return { code, message: message.includes(code) ? message : `${message} (${code})` }
}
