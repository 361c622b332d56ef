import { gzipSync } from 'node:zlib'
import type { AnswerGuise } from '../../contracts/lab-protocol.js'
import type { LabRequest } from './request.js'

/** A complete answer in JSON. */
export interface JsonAnswer {
  readonly status: number
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends JSON in a conforming form (RFC 9110 §5.1, §8.4; RFC 9112 §7.1, §9.6); the usual one where none is named. */
export function sendGuised(
  { request, response }: Pick<LabRequest, 'request' | 'response'>,
  { status, body, headers = {} }: JsonAnswer,
  { transfer, upperCase }: AnswerGuise = {},
): void {
  if (response.destroyed || response.headersSent) return
  const compressed = transfer === 'compressed' && takesGzip(request)
  const bytes = compressed ? gzipSync(body) : Buffer.from(body)
  const all = {
    'content-type': 'application/json',
    ...(transfer !== 'chunked' && { 'content-length': String(bytes.length) }),
    ...(compressed && { 'content-encoding': 'gzip', vary: 'accept-encoding' }),
    ...(transfer === 'closed' && { connection: 'close' }),
    ...headers,
  }
  const name = (own: string): string => (upperCase ? own.toUpperCase() : own)
  response.writeHead(status, Object.fromEntries(Object.entries(all).map(([own, value]) => [name(own), value])))
  if (transfer === 'chunked') for (const part of inParts(bytes)) response.write(part)
  response.end(transfer === 'chunked' ? undefined : bytes)
}

const takesGzip = ({ headers }: LabRequest['request']): boolean =>
  String(headers['accept-encoding'] ?? '')
    .split(',')
    .some((one) => /^\s*(x-)?gzip\s*(;|$)/i.test(one) && !/;\s*q=0(\.0*)?\s*$/i.test(one))

/** Three chunks, the first of one byte. */
const inParts = (bytes: Buffer): readonly Buffer[] => {
  const middle = Math.max(1, Math.floor(bytes.length / 2))
  return [bytes.subarray(0, 1), bytes.subarray(1, middle), bytes.subarray(middle)].filter(({ length }) => length > 0)
}

/** A guise as the ledger names it, where the answer to that request has one. */
export const saidOf = (
  guise: AnswerGuise = {},
  { request }: Pick<LabRequest, 'request'>,
): { readonly guise?: string } => {
  const said = Object.values(guise).filter(
    (value) => typeof value === 'string' && (value !== 'compressed' || takesGzip(request)),
  )
  return said.length === 0 ? {} : { guise: said.join(', ') }
}
