import type { Sent } from '../../../harness/check/types.js'
import type { HttpRequest } from '../../../harness/wire/types.js'

const namesCookie = ([name]: readonly [string, unknown]): boolean => name.toLowerCase() === 'cookie'

/** The cookies that an answer sets, as a browser returns them; undefined where there are none. */
export function cookiesOf({ exchange: { response } }: Sent): string | undefined {
  const lines = Object.entries(response?.headers ?? {})
    .filter(([name]) => name.toLowerCase() === 'set-cookie')
    .flatMap(([, value]) => value)
  return lines.map((line) => line.split(';')[0]?.trim() ?? '').join('; ') || undefined
}

/** The request with cookies, beside those that it has. */
export const withCookies =
  (cookies: string) =>
  ({ headers, ...request }: HttpRequest): HttpRequest => {
    const own = headers.filter(namesCookie).map(([, value]) => value)
    const others = headers.filter((header) => !namesCookie(header))
    return { ...request, headers: [...others, ['cookie', [...own, cookies].join('; ')]] }
  }

/** What a rule says of a target whose answers set no cookie. */
export const setsNone = { expected: 'nothing by a cookie', got: 'its answer sets none' } as const
