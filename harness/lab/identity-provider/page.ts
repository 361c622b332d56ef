import type { ServerResponse } from 'node:http'
import { html, type Markup } from '../../html.js'
import { send } from '../http/request.js'

/** A small page. */
export const page = (title: string, content: Markup): Markup =>
  html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head><body><main><h1>${title}</h1>${content}</main></body></html>`

/** No script, no style, nothing from elsewhere; a form may lead anywhere, since what follows it does too. */
const policy = "default-src 'none'; form-action *; base-uri 'none'; frame-ancestors 'none'"

/** Sends a page. */
export const sendPage = (response: ServerResponse, status: number, content: Markup): void =>
  send(response, status, 'text/html; charset=utf-8', content.toString(), {
    'content-security-policy': policy,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
