import { Inconclusive } from '../../contracts/errors.js'
import type { Exchange, HttpResponse } from '../../wire/types.js'
import type { RelyingPartyTools } from './logins.js'

/** The pages that a target showed in a login. */
export interface Pages {
  /**
   * Whether one of them is like that.
   * @throws Inconclusive where none is among those that could be read, and one could not, or not wholly: a browser that
   * is kept waiting gives up a body.
   */
  some(isLike: (page: string) => boolean): boolean
}

/** Those of the exchanges of a login. */
export function pagesOf(exchanges: readonly Exchange[], baseUrl: string): Pages {
  const answers = exchanges.flatMap(({ request, response }) =>
    request.url.startsWith(baseUrl) && response ? response : [],
  )
  return {
    some(isLike) {
      if (answers.some(({ body }) => isLike(body))) return true
      if (answers.some(isUnread)) throw new Inconclusive('A page of the target could not be read.')
      return false
    },
  }
}

/** The page that tells in any window whether somebody is logged in; ends the check where none was found. */
export const personalPageOf = ({ world, notApplicable }: Pick<RelyingPartyTools, 'world' | 'notApplicable'>): string =>
  world.personalPage ??
  notApplicable('No page of the target was found that tells in any window whether somebody is logged in.')

const isUnread = ({ status, headers, truncated }: HttpResponse): boolean =>
  truncated && status < 300 && /^text\/html\b/i.test(String(headers['content-type'] ?? ''))
