import type { Json } from '../../contracts/json.js'

/** The members of a JSON object in the order of the text, repeated ones included. */
export class Members {
  readonly #entries: [name: string, value: Json][]

  constructor(entries: Iterable<readonly [string, Json]>) {
    this.#entries = [...entries].map(([name, value]) => [name, value])
  }

  /** Value of the last member of that name, as most parsers have it. */
  get(name: string): Json | undefined {
    return this.#entries.findLast(([each]) => each === name)?.[1]
  }

  first(name: string): Json | undefined {
    return this.#entries.find(([each]) => each === name)?.[1]
  }

  has(name: string): boolean {
    return this.#entries.some(([each]) => each === name)
  }

  get names(): ReadonlySet<string> {
    return new Set(this.#entries.map(([name]) => name))
  }

  /** Names that occur more than once. */
  get repeated(): readonly string[] {
    const seen = this.#entries.map(([name]) => name)
    return [...new Set(seen.filter((name, index) => seen.indexOf(name) < index))]
  }

  /** The same members, except that one has another value (`undefined` = is gone) and stands once. */
  with(name: string, value: Json | undefined): Members {
    const rest = this.#entries.filter(([each]) => each !== name)
    return new Members(value === undefined ? rest : [...rest, [name, value]])
  }

  /** The same members, where the last whose name differs from one of these in letter case alone counts under that. */
  ignoringCase(names: readonly string[]): Members {
    return names.reduce<Members>((members, name) => {
      const last = this.#entries.findLast(([each]) => each.toLowerCase() === name)
      return last === undefined ? members : members.with(name, last[1])
    }, this)
  }

  /** The same members, of which the first of each repeated name counts. */
  preferringFirst(names: readonly string[]): Members {
    return names.reduce<Members>((members, name) => members.with(name, this.first(name)), this)
  }
}

/** Reads a JSON object; throws when the text is anything else, also with something behind the object. */
export function readMembers(text: string): Members {
  const value = JSON.parse(text) as Json
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new SyntaxError('not a JSON object')
  return new Members(memberTexts(text.trim()).map(readMember))
}

/** The first JSON object of a text that may go on behind it. */
export const leadingObject = (text: string): string => {
  const start = text.indexOf('{')
  const end = boundaries(text, start).at(-1)
  return end === undefined ? text : text.slice(start, end + 1)
}

function readMember(text: string): [string, Json] {
  const nameEnd = stringEnd(text, text.indexOf('"'))
  const colon = text.indexOf(':', nameEnd)
  return [JSON.parse(text.slice(0, nameEnd + 1)) as string, JSON.parse(text.slice(colon + 1)) as Json]
}

function memberTexts(object: string): string[] {
  const cuts = boundaries(object, 0)
  const texts = cuts.map((cut, index) => object.slice((cuts[index - 1] ?? 0) + 1, cut))
  return texts.length === 1 && texts[0]?.trim() === '' ? [] : texts
}

/** Where the members of the object that begins at `start` end: its own commas and its closing brace. */
function boundaries(text: string, start: number): number[] {
  const cuts: number[] = []
  let depth = 0
  for (let index = Math.max(start, 0); index < text.length; index++) {
    const character = text[index]
    if (character === '"') index = stringEnd(text, index)
    else if (character === '{' || character === '[') depth++
    else if (character === ',' && depth === 1) cuts.push(index)
    else if ((character === '}' || character === ']') && --depth === 0) return [...cuts, index]
  }
  return cuts
}

function stringEnd(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index++) {
    if (text[index] === '\\') index++
    else if (text[index] === '"') return index
  }
  return text.length
}
