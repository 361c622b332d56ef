import type { HttpRequest } from './types.js'

/** Bytes of a request, its line and headers included, to within a few. */
export const requestBytes = ({ method, url, headers, body = '' }: HttpRequest): number =>
  headers.reduce((sum, [name, value]) => sum + name.length + value.length + 4, method.length + url.length + 13) +
  (typeof body === 'string' ? Buffer.byteLength(body) : body.length)
