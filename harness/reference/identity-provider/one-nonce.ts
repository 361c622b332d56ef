import { cookieOf, setCookie, withCookie } from '../pages/cookies.js'
import type { HumanLogin } from './provider.js'

const cookie = 'nonce'

/** Pages of a login, of which the latest in a browser says what the nonce of all of them is, where a fault wants that. */
export const withOneNonce =
  (visit: HumanLogin['visit']): HumanLogin['visit'] =>
  async (received, waiting) => {
    const { login } = waiting
    if (!login.flow.sharesNonce) return visit(received, waiting)
    if (received.method !== 'POST') {
      const line = setCookie(cookie, encodeURIComponent(login.flow.nonce ?? ''))
      return withCookie(await visit(received, waiting), line)
    }
    login.flow = { ...login.flow, nonce: decodeURIComponent(cookieOf(received, cookie) ?? '') || undefined }
    return visit(received, waiting)
  }
