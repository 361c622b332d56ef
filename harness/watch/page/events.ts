import type { ServerResponse } from 'node:http'
import type { Tone } from '../../../reports/index.js'

/** How a check or a requirement stands, in words. */
export interface State {
  readonly word: string
  readonly tone: Tone
}

/** A call of the target at the lab. */
export interface Call {
  readonly cells: readonly string[]
  /** The JWTs that came with it, decoded. */
  readonly jwt?: string
}

/** What the page hears of. Every text in it is shown as text. */
export type PageEvent =
  /** What is going on, in a sentence. */
  | { readonly kind: 'says'; readonly text: string; readonly busy: boolean }
  | {
      readonly kind: 'checks'
      readonly checks: readonly (State & { readonly key: string })[]
      /** Of a settled one nothing is left to be done. */
      readonly rules: readonly (State & { readonly key: string; readonly settled: boolean })[]
    }
  /** Evidence of these can be shown now. */
  | { readonly kind: 'kept'; readonly keys: readonly string[] }
  | { readonly kind: 'calls'; readonly calls: readonly Call[] }

/** Pages that listen. */
export interface Audience {
  /** Whether anybody listens. */
  readonly isThere: () => boolean
  tell(event: PageEvent): void
  /** Takes one more, which hears of these first. False when there are too many. */
  join(response: ServerResponse, first: readonly PageEvent[]): boolean
  close(): void
}

/** Pages at most; each holds a connection. */
const most = 16

/** An audience of nobody. */
export function openAudience(): Audience {
  const listeners = new Set<ServerResponse>()
  const line = (event: PageEvent): string => `data: ${JSON.stringify(event)}\n\n`
  return {
    isThere: () => listeners.size > 0,
    tell(event) {
      for (const response of listeners) response.write(line(event))
    },
    join(response, first) {
      if (listeners.size >= most) return false
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
      for (const event of first) response.write(line(event))
      listeners.add(response)
      response.once('close', () => listeners.delete(response))
      return true
    },
    close() {
      for (const response of listeners) response.end()
    },
  }
}
