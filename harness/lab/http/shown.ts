import type { ShownToken } from '../../contracts/lab-protocol.js'
import type { LabRequest } from './request.js'

/** Access tokens that the lab gave, the latest ones, and the Party Identifiers of their issuers. */
const given = new Map<string, string>()
const most = 500
/** No access token of the lab is shorter. */
const shortest = 80

/** From now on it is noticed where a request shows that access token. */
export function noticeToken(token: string, issuer: string): void {
  given.set(token, issuer)
  const [oldest] = given.keys()
  if (given.size > most && oldest !== undefined) given.delete(oldest)
}

/** Who gave the access token of a request, whether it is good there or not. */
const issuerOf = (authorization = ''): string | undefined =>
  given.get(/^bearer +(\S+)$/i.exec(authorization)?.[1] ?? '')

/** The same, as a member of a ledger entry. */
export const issuedBy = ({ request }: Pick<LabRequest, 'request'>): { readonly issuer?: string } => {
  const issuer = issuerOf(request.headers.authorization)
  return issuer === undefined ? {} : { issuer }
}

/**
 * Where a request shows access tokens of the lab that belong into no such place, as a member of a ledger entry.
 * @param asksForToken Whether one is asked for, so that `Authorization` is no place for one either.
 */
export function shown(
  { request, target }: Pick<LabRequest, 'request' | 'target'>,
  body: Readonly<Record<string, string>> = {},
  { asksForToken = false } = {},
): { readonly shows?: readonly ShownToken[] } {
  const { authorization = '', ...headers } = request.headers
  const shows = [
    ...issuersIn(target).map((issuer) => ({ issuer, where: 'the address' })),
    ...inNamed({ ...headers, ...(asksForToken && { authorization }) }, 'the header'),
    ...inNamed(body, 'the parameter'),
  ]
  return shows.length > 0 ? { shows } : {}
}

const inNamed = (texts: Readonly<Record<string, string | readonly string[] | undefined>>, what: string): ShownToken[] =>
  Object.entries(texts).flatMap(([name, text = '']) =>
    issuersIn(String(text)).map((issuer) => ({ issuer, where: `${what} ${name.slice(0, 40)}` })),
  )

/** Who gave the access tokens that stand in a text, as they are or percent-encoded. */
const issuersIn = (text: string): readonly string[] =>
  text.length < shortest
    ? []
    : [...given].flatMap(([token, issuer]) =>
        text.includes(token) || text.includes(encodeURIComponent(token)) ? [issuer] : [],
      )
