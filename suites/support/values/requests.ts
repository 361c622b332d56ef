import { isForm } from '../../../harness/wire/parameters.js'
import type { HttpRequest } from '../../../harness/wire/types.js'

/** Rewrites a form body; a request in another format stays as it is, since the rewriting means nothing there. */
export const inForm =
  (rewrite: (body: string) => string) =>
  (request: HttpRequest): HttpRequest =>
    isForm(request) ? { ...request, body: rewrite(String(request.body ?? '')) } : request

/** Replaces the value of a header, whatever the letter case of its name. */
export const withHeader =
  (name: string, change: (value: string) => string) =>
  (request: HttpRequest): HttpRequest => ({
    ...request,
    headers: request.headers.map(
      ([other, value]) => [other, other.toLowerCase() === name ? change(value) : value] as const,
    ),
  })

/** Adds a header behind the others. */
export const addingHeader =
  (name: string, value: string) =>
  (request: HttpRequest): HttpRequest => ({ ...request, headers: [...request.headers, [name, value]] })

/** The body in one chunk (RFC 9112 §7.1). */
export const chunked = (request: HttpRequest): HttpRequest => {
  const body = Buffer.from(String(request.body ?? ''))
  const framed = Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')])
  return { ...addingHeader('transfer-encoding', 'chunked')(request), body: framed }
}
