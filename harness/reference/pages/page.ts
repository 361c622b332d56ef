import { randomBytes } from 'node:crypto'
import { html, type Markup, trusted } from '../../html.js'
import type { Answer } from '../engine/received.js'

/** A page while it is put together. */
interface Page {
  readonly title: string
  readonly content: Markup
  /** A script of ours that the page runs. */
  readonly script?: string
  readonly status?: number
  readonly cookies?: readonly string[]
}

/** An answer that is a page: nothing from elsewhere, no script but one of ours, and no style, so that a login takes no browser. */
export function page({ title, content, script, status = 200, cookies = [] }: Page): Answer {
  const nonce = randomBytes(16).toString('base64')
  const policy = `default-src 'none'; base-uri 'none'; frame-ancestors 'none'`
  const text = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
${script === undefined ? '' : html`<script nonce="${nonce}">${trusted(script)}</script>`}
</body>
</html>
`
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': script === undefined ? policy : `${policy}; script-src 'nonce-${nonce}'`,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      ...(cookies.length > 0 && { 'set-cookie': cookies }),
    },
    body: String(text),
  }
}

/** Tells a human that it does not go on, and why. */
export const failurePage = (status: number, why: string): Answer =>
  page({ title: 'This does not work', content: html`<p role="alert">${why}</p>`, status })

/** Has a browser post something elsewhere. */
export const formPage = (action: string, fields: URLSearchParams, cookies: readonly string[]): Answer =>
  page({
    title: 'One moment',
    content: html`<form method="post" action="${action}">
${[...fields].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button type="submit">Go on</button></form>`,
    script: 'document.forms[0].submit()',
    cookies,
  })

/** Sends a browser elsewhere. */
export const redirect = (location: string, cookies: readonly string[] = []): Answer => ({
  status: 303,
  headers: { location, 'cache-control': 'no-store', ...(cookies.length > 0 && { 'set-cookie': cookies }) },
  body: '',
})
