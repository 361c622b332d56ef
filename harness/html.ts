/** Escaped HTML. Only templates and `trusted` make it, so that nothing read from elsewhere can pass for it. */
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

/** A tag of templates. */
export type Template = (strings: TemplateStringsArray, ...values: readonly Piece[]) => Markup

/** Text as it stands in HTML, in elements and quoted attributes alike. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')

/** A template whose texts are shown in this way before they are escaped. */
export function templateWith(shown: (text: string) => string): Template {
  // A value from a file may be of any type, whatever its declared one.
  const escaped = (value: unknown): string => {
    if (value instanceof Markup) return value.toString()
    if (Array.isArray(value)) return value.map(escaped).join('')
    if (value === undefined || value === null || value === false) return ''
    return escapeHtml(shown(String(value)))
  }
  return (strings, ...values) => {
    let html = strings[0] ?? ''
    for (const [index, value] of values.entries()) html += `${escaped(value)}${strings[index + 1]}`
    return new Markup(html)
  }
}

/** A template whose texts stay as they are, but for what is escaped. */
export const html: Template = templateWith((text) => text)

/** Our own constant text (style sheet, script) that needs no escaping. */
export function trusted(text: string): Markup {
  return new Markup(text)
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
