import { randomBytes } from 'node:crypto'
import { html, raw } from 'hono/html'
import type { Answer } from '../token-endpoint/received.js'

/** What `html` makes; every value in it that is no such thing itself is text. */
export type Html = ReturnType<typeof html>

/** A page while it is put together. */
interface Page {
  readonly title: string
  readonly content: Html
  /** A script of ours that the page runs. */
  readonly script?: string
  readonly status?: number
  readonly cookies?: readonly string[]
}

const style = `body{font:1.1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:3rem auto;padding:0 1rem;color:#1a1a1a;background:#fff}
label,input,button{display:block;font:inherit}input{width:100%;box-sizing:border-box;padding:.5rem;margin:.25rem 0 1rem;border:1px solid #595959}
button{padding:.5rem 1.5rem;margin:0 0 1rem;border:0;color:#fff;background:#0b4f9e}[role=alert]{color:#a30000}`

/** An answer that is a page: nothing from elsewhere, no script but one of ours. */
export function page({ title, content, script, status = 200, cookies = [] }: Page): Answer {
  const nonce = randomBytes(16).toString('base64')
  const policy = `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'`
  const text = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${raw(style)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
${script === undefined ? '' : html`<script nonce="${nonce}">${raw(script)}</script>`}
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

/** Sends a browser elsewhere. */
export const redirect = (location: string, cookies: readonly string[] = []): Answer => ({
  status: 303,
  headers: { location, 'cache-control': 'no-store', ...(cookies.length > 0 && { 'set-cookie': cookies }) },
  body: '',
})
