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
  { name: 'end of the path in upper case', of: (path) => path.replace(/[^/]*$/, (end) => end.toUpperCase()) },
  {
    name: 'letter of the path percent-encoded',
    of: (path) => path.replace(/\/([a-z])([^/]*)$/i, (_, letter: string, rest: string) => `/%${hexOf(letter)}${rest}`),
  },
  { name: '.json after the path', of: (path) => `${path}.json` },
]

/** The request with another path, made of its own. */
const withPath =
  (of: (path: string) => string) =>
  (request: HttpRequest): HttpRequest => ({
    ...request,
    url: request.url.replace(
      /^(https?:\/\/[^/]+)([^?#]*)/,
      (_, origin: string, path: string) => `${origin}${of(path)}`,
    ),
  })

/** Headers by which some frameworks go in place of the path that was called. */
const overriding = ['x-original-url', 'x-rewrite-url']

const saying = (path: string, request: HttpRequest): HttpRequest => ({
  ...request,
  headers: [...request.headers, ...overriding.map((name) => [name, path] as const)],
})

type OtherRequest = { readonly name: string; readonly value: (request: HttpRequest) => HttpRequest }

/** The other request, without an access token. */
export const withoutToken = ({ name, value }: OtherRequest): OtherRequest => ({
  name: `${name}, without an access token`,
  value: (request) => bare(value(request)),
})

/** Requests for the same thing that a filter may take for one of something else. */
export const requestsElsewhere: readonly OtherRequest[] = [
  ...pathSpellings.map(({ name, of }) => ({ name, value: withPath(of) })),
  { name: 'X-Original-URL and X-Rewrite-URL that name another path', value: (request) => saying('/', request) },
  {
    name: 'the path in X-Original-URL and X-Rewrite-URL alone',
    value: (request) => {
      const { pathname, search } = new URL(request.url)
      return saying(`${pathname}${search}`, withPath(() => '/')(request))
    },
  },
]
