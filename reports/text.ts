/**
 * Every character that is not seen: controls, format characters (bidi among them), line and paragraph separators, half
 * surrogates; and marks beyond the fourth on one letter, which would paint over their surroundings.
 */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\uFFFE\uFFFF]|(?<=\p{M}{4})\p{M}/gu
const seen = /^[\x20-\x7E\n\t]*$/

/** The text with every unseen character but line feed and tab as an escape that is seen, for example `\u{202E}`. */
export function visible(text: string): string {
  if (seen.test(text)) return text
  return text.replace(unseen, (character) => {
    if (character === '\n' || character === '\t') return character
    if (character === '\r') return '\\r'
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}}`
  })
}

/** The first `limit` characters and a note of how many more there are. Never halves a surrogate pair. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text
  const kept = text.slice(0, limit).replace(/[\uD800-\uDBFF]$/, '')
  return `${kept}… (${count(text.length - kept.length)} more characters)`
}

/** A text of several lines, cut in each line and after `lines` lines. */
export function cutLines(text: string, lines: number, width: number): string {
  const all = cut(text, lines * width).split('\n')
  const kept = all.slice(0, lines).map((line) => cut(line, width))
  if (all.length > lines) kept.push(`… (${count(all.length - lines)} more lines)`)
  return kept.join('\n')
}

/** Words broken into lines of at most `width` columns; longer words keep a line of their own. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return line === '' ? lines : [...lines, line]
}

/** A whole number with thousands marked. */
export function count(value: number): string {
  return value.toLocaleString('en')
}

/** A number with its noun, for example `1 check`, `3 checks`. */
export function counted(value: number, noun: string): string {
  return `${count(value)} ${noun}${value === 1 ? '' : 's'}`
}

/** Milliseconds for people: `8 ms`, `1.2 s`, `3 min 4 s`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`
}

/** A moment for people, in UTC; a text that is no date stays as it is. */
export function moment(iso: string): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return iso
  return `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}, ${date.toISOString().slice(11, 16)} UTC`
}

/** Spelled here, since the tables of a machine differ, and a page is the same wherever it is made. */
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec']

/** A JSON value on one line; a text without its quotes. */
export function inline(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
