/** Characters that each placeholder stands for. */
const alphabets = {
  digits: '0123456789',
  base32: 'abcdefghijklmnopqrstuvwxyz234567',
  alnum: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  hex: '0123456789abcdef',
  upper: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
} as const

/** What Party Identifiers look like where nobody says otherwise; the text shows no format (L25). */
export const usualPartyForm = 'did:example:{base32:16}'

/** The first symbols say whose an identifier is: there are at least so many beginnings. */
const beginnings = 10_000
/** So many identifiers begin alike, at least: no check needs more. */
const perBeginning = 4096
/** Where there is room, identifiers of one name begin alike beyond that, and so many are left to each. */
const perName = 2 ** 30
/** A serialNumber of a certificate holds 64 characters (X.520 §6.2.9), and lists and columns are bounded too. */
const mostCharacters = 64

/** One character that is drawn, and what always stands before it. */
interface Symbol {
  readonly before: string
  readonly alphabet: string
}

/** A form of Party Identifiers, read from a template. */
export interface PartyForm {
  readonly template: string
  /** How many beginnings there are. */
  readonly beginnings: number
  /**
   * An identifier.
   * @param beginning From 0 up to `beginnings`.
   * @param name Bytes from which follows what all of one name have in common, where there is room.
   * @param rest Bytes from which the remainder follows; 64 are enough.
   */
  write(beginning: number, name: Buffer, rest: Buffer): string
  /** How all identifiers of that beginning and name start, and the part of it that is drawn. */
  start(beginning: number, name: Buffer): { readonly text: string; readonly drawn: string }
}

const placeholder = new RegExp(`\\{(${Object.keys(alphabets).join('|')}):([1-9][0-9]?)\\}`, 'g')

/** What is wrong with a template, to go on with behind its name; nothing where it can be used. */
export function problemOfForm(template: string): string | undefined {
  const literal = template.replace(placeholder, '')
  if (/[{}]/.test(literal) || literal === template)
    return 'must hold placeholders such as {digits:9}; there are {digits:N}, {base32:N}, {alnum:N}, {hex:N} and {upper:N}'
  if (!/^[!-~]*$/.test(literal)) return 'must be made of visible ASCII characters and placeholders'
  const { symbols, tail } = parse(template)
  const length = symbols.reduce((sum, { before }) => sum + before.length + 1, tail.length)
  if (length > mostCharacters) return `makes identifiers of ${length} characters, but ${mostCharacters} are the most`
  const beginning = leading(symbols, beginnings)
  if (beginning < symbols.length && count(symbols.slice(beginning)) >= perBeginning) return undefined
  return `makes ${count(symbols)} different identifiers, too few for a run: {digits:8}, {hex:7}, {base32:6}, {alnum:6} or {upper:6} make enough`
}

/** Reads a template in which `problemOfForm` finds nothing wrong. */
export function readPartyForm(template: string): PartyForm {
  const { symbols, tail } = parse(template)
  const first = leading(symbols, beginnings)
  const last = symbols.length - leading([...symbols].reverse(), perName)
  const named = Math.max(first, last)
  const written = (values: (index: number) => number, from: number, to: number): string =>
    symbols
      .slice(from, to)
      .map(({ before, alphabet }, index) => before + alphabet[values(from + index) % alphabet.length])
      .join('')
  const beginning = (number: number): string => {
    const values: number[] = []
    let left = number
    for (let index = first - 1; index >= 0; index--) {
      const radix = symbols[index]?.alphabet.length ?? 1
      values[index] = left % radix
      left = Math.floor(left / radix)
    }
    return written((index) => values[index] ?? 0, 0, first)
  }
  const from = (bytes: Buffer) => (index: number) => bytes[index % bytes.length] ?? 0
  const start = (number: number, name: Buffer): string => beginning(number) + written(from(name), first, named)
  return {
    template,
    beginnings: count(symbols.slice(0, first)),
    write: (number, name, rest) => start(number, name) + written(from(rest), named, symbols.length) + tail,
    start: (number, name) => {
      const text = start(number, name)
      return { text, drawn: text.slice(symbols[0]?.before.length) }
    },
  }
}

const parse = (template: string): { readonly symbols: readonly Symbol[]; readonly tail: string } => {
  const symbols: Symbol[] = []
  let end = 0
  for (const { 0: whole, 1: kind, 2: times, index } of template.matchAll(placeholder)) {
    const alphabet = alphabets[kind as keyof typeof alphabets]
    for (let nth = 0; nth < Number(times); nth++)
      symbols.push({ before: nth === 0 ? template.slice(end, index) : '', alphabet })
    end = index + whole.length
  }
  return { symbols, tail: template.slice(end) }
}

/** How many texts the symbols make; exact as far as it matters. */
const count = (symbols: readonly Symbol[]): number =>
  symbols.reduce((product, { alphabet }) => product * alphabet.length, 1)

/** How many of the first symbols it takes to make so many texts; all where they make fewer. */
const leading = (symbols: readonly Symbol[], wanted: number): number => {
  let taken = 0
  for (let made = 1; made < wanted && taken < symbols.length; taken++) made *= symbols[taken]?.alphabet.length ?? 1
  return taken
}
