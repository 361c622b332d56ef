import { HarnessError } from '../contracts/errors.js'

/** A URL taken apart without normalising anything. */
export interface RawUrl {
  /** `https://127.0.0.1:4711` */
  readonly origin: string
  /** Path and query as written; `/` when the URL ends after the origin. */
  readonly path: string
  readonly secure: boolean
  readonly host: string
  readonly port: number
  /** Value of `Host`. */
  readonly authority: string
}

const shape = /^(https?):\/\/(\[[^\]]+\]|[^/?#:]+)(?::(\d+))?(.*)$/s

/** Splits an http or https URL; `//x`, `/./` and `;x=1` stay as they are. Throws HarnessError for anything else. */
export const splitUrl = (url: string): RawUrl => {
  const [, scheme, host, port, rest] = shape.exec(url) ?? []
  if (scheme === undefined || host === undefined || rest === undefined)
    throw new HarnessError(`not an http URL: ${url}`)
  const secure = scheme === 'https'
  const authority = port === undefined ? host : `${host}:${port}`
  return {
    origin: `${scheme}://${authority}`,
    path: rest.startsWith('/') ? rest : `/${rest}`,
    secure,
    host: host.replace(/^\[|\]$/g, ''),
    port: Number(port ?? (secure ? 443 : 80)),
    authority,
  }
}
