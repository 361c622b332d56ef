import type { Page, Request } from '@playwright/test'
import { type Carrier, isOwnChange, type Swap, type Swapper, swapper } from '../swap.js'

/** A swap at work in a window of Chromium. */
export interface Swapping extends Pick<Swapper, 'carriers'> {
  /** What was sent in place of a request, if it was that one. */
  sentAs(request: Request): Carrier | undefined
}

/** By this a redirect of ours differs from one of the target. */
const ours = { name: 'x-assay', value: 'sent on by Assay, as by the link of a stranger' }

/**
 * Changes one request of a window, also one that a redirect leads to, which Playwright's own routes never see. A page
 * is sent on to its changed address, so that its scripts see that too.
 * @param lab How addresses of the lab's pages begin.
 */
export async function swapping(page: Page, swap: Swap, lab: readonly string[] = []): Promise<Swapping> {
  const requests = swapper(swap, lab)
  const session = await page.context().newCDPSession(page)
  let isFirst = !swap.fromStart
  let changed: { readonly said: Carrier; readonly sent: Carrier } | undefined
  session.on('Fetch.requestPaused', ({ requestId, request, resourceType }) => {
    const said = { url: request.url, ...(request.postData !== undefined && { body: request.postData }) }
    const isLeftOut = swap.ofPages && resourceType !== 'Document'
    const sent = isFirst || isLeftOut ? undefined : requests.next(said)
    isFirst = false
    const goOn = async (): Promise<unknown> => {
      if (!sent) return session.send('Fetch.continueRequest', { requestId })
      if (sent.body === undefined && resourceType === 'Document') {
        const responseHeaders = [{ name: 'location', value: sent.url }, ours]
        return session.send('Fetch.fulfillRequest', { requestId, responseCode: 302, responseHeaders })
      }
      changed = { said, sent }
      if (sent.body !== undefined && !isOwnChange(swap)) await page.context().clearCookies()
      const postData = sent.body === undefined ? {} : { postData: Buffer.from(sent.body).toString('base64') }
      return session.send('Fetch.continueRequest', { requestId, url: sent.url, ...postData })
    }
    // Refused where the window was closed or has gone elsewhere meanwhile: nobody waits for the answer then.
    void goOn().catch(() => undefined)
  })
  await session.send('Fetch.enable', { patterns: [{ urlPattern: 'http*' }] })
  return {
    get carriers() {
      return requests.carriers
    },
    sentAs: (request) => {
      const isChanged = request.url() === changed?.said.url && request.postData() === (changed.said.body ?? null)
      return isChanged ? changed?.sent : undefined
    },
  }
}
