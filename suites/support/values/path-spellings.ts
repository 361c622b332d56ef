import { bare } from '../../../harness/mutations/evidence.js'
import type { HttpRequest } from '../../../harness/wire/types.js'

/** Another spelling of a path that a router or a proxy may take for the same one. */
export interface PathSpelling {
  readonly name: string
  /** @param path Without a query. */
  readonly of: (path: string) => string
}

const hexOf = (letter: string): string => letter.charCodeAt(0).toString(16).toUpperCase()

/** Filters that guard a path know it in one spelling, and routers behind them in several. */
export const pathSpellings: readonly PathSpelling[] = [
  { name: 'slash after the path', of: (path) => `${path}/` },
  { name: 'two slashes before the path', of: (path) => `/${path}` },
  { name: '/./ in the path', of: (path) => path.replace(/\/([^/]*)$/, '/./$1') },
  { name: ';x=1 after the path', of: (path) => `${path};x=1` },
  { name: 'path in upper case', of: (path) => path.toUpperCase() },
  {
    name: 'letter of the path percent-encoded',
    of: (path) => path.replace(/\/([a-z])([^/]*)$/i, (_, letter: string, rest: string) => `/%${hexOf(letter)}${rest}`),
  },
  { name: '.json after the path', of: (path) => `${path}.json` },
]

/** The request with its path spelled so. */
export const at =
  ({ of }: PathSpelling) =>
  (request: HttpRequest): HttpRequest => ({
    ...request,
    url: request.url.replace(
      /^(https?:\/\/[^/]+)([^?#]*)/,
      (_, origin: string, path: string) => `${origin}${of(path)}`,
    ),
  })

/** The same, without any access token. */
export const bareAt =
  (spelling: PathSpelling) =>
  (request: HttpRequest): HttpRequest =>
    bare(at(spelling)(request))
