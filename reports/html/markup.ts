import { html, raw } from 'hono/html'
import { visible } from '../text.js'

/** Escaped HTML. Only `h` and `trusted` make it. */
export type Markup = ReturnType<typeof raw>

/** What may stand in a template: text is escaped, for elements and quoted attributes alike; absent pieces vanish. */
export type Piece = string | number | Markup | false | undefined | readonly Piece[]

/** A template whose every text is escaped and whose unseen characters become visible escapes. */
export function h(strings: TemplateStringsArray, ...values: readonly Piece[]): Markup {
  return html(strings, ...values.map(safe)) as Markup
}

/** Our own constant text (style sheet) that needs no escaping. */
export function trusted(text: string): Markup {
  return raw(text)
}

// A value that claims to be escaped but comes from an evidence file is a plain object or string, never a String object.
function safe(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(safe)
  if (value === undefined || value === null || value === false || value instanceof String) return value
  return visible(String(value))
}
