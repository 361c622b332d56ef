import type { SendsOn } from '../../browser/plain/plain-visit.js'
import { bareAddress } from './authorization.js'
import type { Lands } from './redirects.js'

/** Pages with more tags are no answer. */
const mostTags = 200

/**
 * Reads answers that a provider has the browser post (OAuth 2.0 Form Post Response Mode §2).
 * @returns the address of its form with the fields for a query, or nothing where a page has no form for a relying party.
 */
export const formAnswer =
  (lands: Lands): SendsOn =>
  async ({ status, body, truncated }, url) => {
    if (status !== 200 || truncated || !/<form/i.test(body) || body.split('<').length > mostTags) return undefined
    // What reads pages takes long to load, and most workers log nobody in.
    const { load } = await import('cheerio')
    const form = load(body)('form').first()
    const action = form.attr('action') ?? ''
    if (!/^post$/i.test(form.attr('method') ?? '') || !URL.canParse(action, url)) return undefined
    const address = new URL(action, url).href
    const fields = form.serializeArray().map(({ name, value }): [string, string] => [name, value])
    return lands(address) ? withQuery(address, String(new URLSearchParams(fields))) : undefined
  }

/** What was posted to an address, as if it stood in its query. */
export const withQuery = (address: string, form: string): string => {
  const [at = '', fragment] = address.split('#', 2)
  return `${at}${at.includes('?') ? '&' : '?'}${form}${fragment === undefined ? '' : `#${fragment}`}`
}

/** Whether the answer to such a request is posted. */
export const isAnsweredByForm = (parameters: readonly (readonly [name: string, value: string])[]): boolean =>
  parameters.some(([name, value]) => name === 'response_mode' && value === 'form_post')

/** Whether an exchange is one in which something was posted to an address, whatever its query. */
export const isPostedTo =
  (address: string) =>
  ({ request }: { readonly request: { readonly method: string; readonly url: string } }): boolean =>
    request.method === 'POST' && bareAddress(request.url) === bareAddress(address)
