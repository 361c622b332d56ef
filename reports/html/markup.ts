import { visible } from '../text.js'

/** Escaped HTML. Only `h` and `trusted` make it, so that nothing read from a file can pass for it. */
export class Markup {
  readonly #html: string
  constructor(html: string) {
    this.#html = html
  }
  toString(): string {
    return this.#html
  }
}

/** What may stand in a template: text is escaped, for elements and quoted attributes alike; absent pieces vanish. */
export type Piece = string | number | Markup | false | undefined | readonly Piece[]

/** A template whose every text is escaped and whose unseen characters become visible escapes. */
export function h(strings: TemplateStringsArray, ...values: readonly Piece[]): Markup {
  let html = strings[0] ?? ''
  for (const [index, value] of values.entries()) html += `${escaped(value)}${strings[index + 1]}`
  return new Markup(html)
}

/** Our own constant text (style sheet, script) that needs no escaping. */
export function trusted(text: string): Markup {
  return new Markup(text)
}

// A value from an evidence file may be of any type, whatever its declared one.
function escaped(value: unknown): string {
  if (value instanceof Markup) return value.toString()
  if (Array.isArray(value)) return value.map(escaped).join('')
  if (value === undefined || value === null || value === false) return ''
  return visible(String(value)).replace(/[&<>"']/g, (character) => entities[character] ?? '')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
