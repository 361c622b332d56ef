import { headerValues } from '../engine/received.js'
import { cookieOf, setCookie, withCookie } from '../pages/cookies.js'
import { failurePage } from '../pages/page.js'
import type { Resource } from '../token-endpoint/resource.js'

const cookie = 'clients'
/** Of a line with cookies, as many servers have it. */
const mostBytes = 8 * 1024

/** Notes in the browser each client that asks for a login in it, as long as that fits into a request. */
export const listingClients =
  (answer: Resource['answer']): Resource['answer'] =>
  async (received) => {
    if (headerValues(received, 'cookie').join('; ').length > mostBytes)
      return failurePage(431, 'The cookies of this browser are too long.')
    const client = new URLSearchParams(received.query).get('client_id') ?? ''
    const known = cookieOf(received, cookie) ?? ''
    const list = `${known}.${Buffer.from(client).toString('base64url')}`
    return withCookie(await answer(received), setCookie(cookie, list))
  }
