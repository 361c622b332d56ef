import { createHash } from 'node:crypto'
import { h, type Markup, trusted } from './markup.js'
import { style } from './style/style.js'

/** What stands in one page. */
interface Content {
  readonly title: string
  readonly body: readonly Markup[]
  /** Our own script, in a form that needs no escaping. */
  readonly script?: string
  /** Our own style, behind that of every page. */
  readonly style?: string
  /** Further directives of the policy. */
  readonly policy?: readonly string[]
}

/**
 * A page that needs nothing beside itself: style and script stand in it, allowed by their hashes, and nothing else may
 * act. It may show pictures beside it.
 */
export function document({ title, body, script, style: further = '', policy: more = [] }: Content): string {
  const whole = `${style}${further}`
  const policy = [
    "default-src 'none'",
    "img-src 'self'",
    `style-src '${hashOf(whole)}'`,
    `script-src ${script === undefined ? "'none'" : `'${hashOf(script)}'`}`,
    "base-uri 'none'",
    "form-action 'none'",
    ...more,
  ]
  return h`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${trusted(policy.join('; '))}"><meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${trusted(whole)}</style></head>
<body>${body}${script !== undefined && h`<script>${trusted(script)}</script>`}</body></html>
`.toString()
}

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`
