/** Collects a body up to a bound. */
export interface BodyCollector {
  /** False once the bound is passed: the rest is not wanted. */
  readonly add: (chunk: Buffer) => boolean
  readonly text: () => string
  readonly truncated: () => boolean
}

/** Keeps at most `maxBytes` bytes of a body. */
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
    text: () => Buffer.concat(chunks).toString('utf8'),
    truncated: () => truncated,
  }
}
