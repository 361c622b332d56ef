import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import type { HttpResponse } from './types.js'

/** Collects a body up to a bound. */
export interface BodyCollector {
  /** False once the bound is passed: the rest is not wanted. */
  readonly add: (chunk: Buffer) => boolean
  /** What the body says, its coding undone. */
  readonly read: (headers: HttpResponse['headers']) => Pick<HttpResponse, 'body' | 'truncated'>
}

/** A server may use them although nobody asked for one (RFC 9110 §12.5.3). */
const decoders = new Map([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
])

/** Keeps at most `maxBytes` bytes of a body, as it comes and decoded; one that cannot be decoded, or not within the bound, stays as it came. */
export const collectBody = (maxBytes: number): BodyCollector => {
  const chunks: Buffer[] = []
  let room = maxBytes
  let truncated = false
  return {
    add: (chunk) => {
      if (chunk.length > room) truncated = true
      if (room > 0) chunks.push(chunk.subarray(0, room))
      room = Math.max(0, room - chunk.length)
      return !truncated
    },
    read: (headers) => {
      const kept = Buffer.concat(chunks)
      const decode = decoders.get(String(headers['content-encoding']).toLowerCase())
      try {
        const bytes = decode && kept.length > 0 ? decode(kept, { maxOutputLength: maxBytes }) : kept
        return { body: bytes.toString(), truncated }
      } catch (error) {
        const tooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
        return { body: kept.toString(), truncated: truncated || tooLarge }
      }
    },
  }
}
