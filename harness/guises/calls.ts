import type { HttpRequest } from '../wire/types.js'

/** Another conforming form of a request that carries an access token. */
interface CallForm {
  readonly calls: (request: HttpRequest) => HttpRequest
  /** Whether a request as it stands in evidence has that form. */
  readonly isSeen: (request: HttpRequest) => boolean
}

/** With these headers in place of its own of those names. */
const withHeaders =
  (...headers: HttpRequest['headers']) =>
  (own: HttpRequest): HttpRequest => {
    const names = headers.map(([name]) => name)
    return { ...own, headers: [...own.headers.filter(([name]) => !names.includes(name)), ...headers] }
  }

const hasHeader =
  (wanted: string) =>
  ({ headers }: HttpRequest): boolean =>
    headers.some(([name]) => name.toLowerCase() === wanted)

const ofBrowser = [
  // A server may show a browser that prefers pages one where it would refuse a program.
  ['accept', '*/*'],
  ['accept-language', 'en-GB,en;q=0.7'],
  ['user-agent', 'Mozilla/5.0 (X11; Linux x86_64)'],
  ['cookie', 'seen=1'],
] as const

/** What a server might take for its own neighbour. */
const ofProxy = [
  ['x-forwarded-for', '127.0.0.1'],
  ['x-real-ip', '127.0.0.1'],
  ['x-forwarded-proto', 'https'],
  ['via', '1.1 proxy'],
] as const

/** The scheme of a credential is the same in small letters (RFC 9110 §11.1). */
const inSmallLetters = (request: HttpRequest): HttpRequest => ({
  ...request,
  headers: request.headers.map(([name, text]) =>
    name === 'authorization' ? [name, text.replace(/^Bearer /, 'bearer ')] : [name, text],
  ),
})

const unknownParameter = 'x-note=unknown'

const withUnknownParameter = (request: HttpRequest): HttpRequest => ({
  ...request,
  url: `${request.url}${request.url.includes('?') ? '&' : '?'}${unknownParameter}`,
})

/** The forms, by the names of their guises. */
export const callForms = {
  'call=as of a browser': { calls: withHeaders(...ofBrowser), isSeen: hasHeader('accept-language') },
  'call=through a proxy': { calls: withHeaders(...ofProxy), isSeen: hasHeader('via') },
  // Evidence keeps of that header that it was there.
  'call=bearer in small letters': { calls: inSmallLetters, isSeen: hasHeader('authorization') },
  'call=with an unknown parameter': {
    calls: withUnknownParameter,
    isSeen: ({ url }) => url.includes(unknownParameter),
  },
} as const satisfies Record<`call=${string}`, CallForm>
