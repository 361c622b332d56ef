import type { Json } from '../../contracts/json.js'

/** Nesting that is read at most. */
const deepest = 64

/** JSON that was read, with what `JSON.parse` does not tell. */
export interface ReadJson {
  readonly value: Json
  /** Some object has two members of one name. */
  readonly repeated: boolean
}

const token = /[ \t\n\r]*(?:([{}[\],:])|("(?:[^"\\]|\\.)*")|([^\s{}[\],:"]+))[ \t\n\r]*/y

/**
 * Reads JSON (RFC 8259). Throws a `SyntaxError` for anything else and for nesting that is too deep.
 * @param counting Which of two members of one name counts.
 */
export function readJson(text: string, counting: 'first' | 'last' = 'last'): ReadJson {
  let position = 0
  let repeated = false
  const next = (): string => {
    token.lastIndex = position
    const found = token.exec(text)
    if (!found) throw new SyntaxError('not JSON')
    position = token.lastIndex
    return found[1] ?? found[2] ?? found[3] ?? ''
  }
  const object = (depth: number): Json => {
    const members = new Map<string, Json>()
    for (let name = next(); name !== '}' || members.size > 0; name = next()) {
      if (!name.startsWith('"') || next() !== ':') throw new SyntaxError('not a member')
      const key = JSON.parse(name) as string
      const value = read(next(), depth)
      repeated ||= members.has(key)
      if (counting === 'last' || !members.has(key)) members.set(key, value)
      const mark = next()
      if (mark === '}') break
      if (mark !== ',') throw new SyntaxError('not an object')
    }
    return Object.fromEntries(members)
  }
  const array = (depth: number): Json => {
    const elements: Json[] = []
    for (let first = next(); first !== ']' || elements.length > 0; first = next()) {
      elements.push(read(first, depth))
      const mark = next()
      if (mark === ']') break
      if (mark !== ',') throw new SyntaxError('not an array')
    }
    return elements
  }
  const read = (first: string, depth: number): Json => {
    if (depth > deepest) throw new SyntaxError('nested too deeply')
    if (first === '{') return object(depth + 1)
    if (first === '[') return array(depth + 1)
    return JSON.parse(first) as Json
  }
  const value = read(next(), 0)
  if (position !== text.length) throw new SyntaxError('something stands behind')
  return { value, repeated }
}
