import type { ServerResponse } from 'node:http'
import { send } from './request.js'

/** Text inside HTML, attributes included. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** A small page; `content` is HTML. */
export const page = (title: string, content: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title></head><body><main><h1>${escaped(title)}</h1>${content}</main></body></html>`

/** No script, no style, nothing from elsewhere; a form may lead anywhere, since what follows it does too. */
const policy = "default-src 'none'; form-action *; base-uri 'none'; frame-ancestors 'none'"

/** Sends a page. */
export const sendPage = (response: ServerResponse, status: number, html: string): void =>
  send(response, status, 'text/html; charset=utf-8', html, {
    'content-security-policy': policy,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
