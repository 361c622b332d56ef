import type { RecordedMessage } from '../../contracts/evidence.js'
import type { Json } from '../../contracts/json.js'
import { decodeJwt } from '../../wire/decode.js'
import type { HttpRequest } from '../../wire/types.js'

/** A message as it goes out. */
interface Outgoing {
  readonly assertion?: string | undefined
  readonly request: HttpRequest
}

/** Requests from this length on differ in shape each time that they are twice as long; a usual one is shorter. */
const longBytes = 32 * 1024

/**
 * What a message is made of, without its values: names and types of members and parameters. What a program falls over
 * at one message it falls over at others of its shape.
 */
export function shapeOf({ assertion, request: { method, url, body = '' } }: Outgoing): string {
  const text = body.toString('latin1')
  const { header = null, payload = null, parts = [] } = assertion === undefined ? {} : decodeJwt(assertion)
  return JSON.stringify([
    method,
    new URL(url).pathname,
    text.split('&').map((parameter) => parameter.split('=', 1)[0]),
    text.length < longBytes ? 0 : Math.floor(Math.log2(text.length)),
    assertion === undefined ? 'no JWT' : [parts.length, typesIn(header, 2), typesIn(payload, 2)],
  ])
}

function typesIn(value: Json, depth: number): Json {
  if (value === null) return 'null'
  if (typeof value !== 'object') return typeof value
  if (depth === 0) return Array.isArray(value) ? 'array' : 'object'
  if (Array.isArray(value)) return value.map((one: Json) => typesIn(one, depth - 1))
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, one]) => [name, typesIn(one, depth - 1)]),
  )
}

const recorded = new WeakMap<RecordedMessage, Outgoing>()

/** Remembers what a message was before it was redacted. */
export const rememberShape = (message: RecordedMessage, outgoing: Outgoing): void =>
  void recorded.set(message, outgoing)

/** The shape of a recorded message. */
export function recordedShape(message: RecordedMessage): string | undefined {
  const outgoing = recorded.get(message)
  return outgoing && shapeOf(outgoing)
}
