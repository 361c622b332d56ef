import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/** A request on its way to the reference. */
export interface Asked {
  readonly path: string
  /** Names and values in turn. */
  readonly headers: readonly string[]
  readonly body: Buffer
}

/** An answer on its way to the client. */
export interface Reply {
  readonly status: number
  readonly fields: Readonly<Record<string, string>>
  readonly text: string
}

/** One way in which a conforming server may differ from the reference without the reference knowing. */
export interface Look {
  /** Translates a request into what the reference reads. */
  readonly ask?: (request: Asked) => Asked
  /** Answers itself. */
  readonly instead?: (head: IncomingMessage, body: Buffer) => Reply | undefined
  readonly dress?: (reply: Reply, head: IncomingMessage, body: Buffer) => Reply
  readonly delayMs?: number
  readonly chunked?: true
  readonly upperCase?: true
  readonly oneAtATime?: true
  readonly afterAnswer?: (socket: Socket) => void
}

export const html = (title: string): string =>
  `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1><hr>gateway</body></html>\n`
export const plain = (status: number, text = '', fields: Reply['fields'] = {}): Reply => ({ status, fields, text })
export const isRefusal = ({ status }: Reply): boolean => status >= 400

export const refusal = (change: (reply: Reply, head: IncomingMessage) => Reply): Look => ({
  dress: (reply, head) => (isRefusal(reply) ? change(reply, head) : reply),
})
export const status = (code: number, more: Reply['fields'] = {}): Look =>
  refusal((reply) => ({ ...reply, status: code, fields: { ...reply.fields, ...more } }))

/** Changes the members of an answer with a token. */
export const grant = (change: (members: Record<string, unknown>) => unknown): Look => ({
  dress: (reply) => (isRefusal(reply) ? reply : { ...reply, text: JSON.stringify(change(JSON.parse(reply.text))) }),
})
