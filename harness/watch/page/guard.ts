import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Tells a request of somebody who was given the address of the page from all others. */
export interface Guard {
  /** Path that the page lies below. */
  readonly path: string
  /** What is asked for below that path; `undefined` for a request that is none of ours. */
  admitted(request: IncomingMessage, port: number): string | undefined
}

/** A guard with a token of its own. A page of another site can neither read nor do anything, even where it knows the port. */
export function openGuard(): Guard {
  const token = randomBytes(32).toString('base64url')
  return {
    path: `/${token}/`,
    admitted({ method, url = '', headers }, port) {
      // Another name that leads here (DNS rebinding) would make another site of the same origin.
      const hosts = [`127.0.0.1:${port}`, `localhost:${port}`]
      if (!hosts.includes(headers.host ?? '')) return undefined
      const { origin } = headers
      const isOwn = hosts.some((host) => origin === `http://${host}`)
      if (method === 'POST' ? !isOwn : origin !== undefined && !isOwn) return undefined
      const [, given = '', ...rest] = url.split('/')
      return isSame(given, token) ? rest.join('/') : undefined
    },
  }
}

const isSame = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
