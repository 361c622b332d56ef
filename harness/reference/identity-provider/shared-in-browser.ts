import { cookieOf, setCookie, withCookie } from '../pages/cookies.js'
import type { HumanLogin } from './provider.js'

const cookie = 'shared'

/** Pages of a login, of which the latest in a browser says what one member of the requests of all of them is, where a fault wants that. */
export const withSharedInBrowser =
  (visit: HumanLogin['visit']): HumanLogin['visit'] =>
  async (received, waiting) => {
    const { login } = waiting
    const { shares } = login.flow
    if (shares === undefined) return visit(received, waiting)
    if (received.method !== 'POST') {
      const line = setCookie(cookie, encodeURIComponent(login.flow[shares] ?? ''))
      return withCookie(await visit(received, waiting), line)
    }
    login.flow = { ...login.flow, [shares]: decodeURIComponent(cookieOf(received, cookie) ?? '') || undefined }
    return visit(received, waiting)
  }
