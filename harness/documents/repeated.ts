import type { Path } from './collect.js'

/** An object or a list that is open at a place of the text. */
interface Level {
  readonly path: Path
  /** Names so far; absent in a list. */
  readonly names?: Set<string>
  /** The member or element that the next value is. */
  step: PropertyKey
  expectsName: boolean
}

/**
 * Every member that an object holds already, each time it stands there again. Names are compared unescaped. A parser
 * keeps the last one, or the first, and says nothing.
 * @param text Well-formed JSON.
 */
export function repeatedMembers(text: string): readonly Path[] {
  const found: Path[] = []
  const open: Level[] = []
  for (let at = 0; at < text.length; at += 1) {
    const level = open.at(-1)
    switch (text[at]) {
      case '{':
        open.push({ path: pathTo(level), names: new Set(), step: '', expectsName: true })
        break
      case '[':
        open.push({ path: pathTo(level), step: 0, expectsName: false })
        break
      case '}':
      case ']':
        open.pop()
        break
      case ',':
        if (level?.names) level.expectsName = true
        else if (level) level.step = Number(level.step) + 1
        break
      case '"': {
        const end = endOfString(text, at)
        if (level?.names && level.expectsName)
          found.push(...named(level, JSON.parse(text.slice(at, end + 1)) as string))
        at = end
      }
    }
  }
  return found
}

const pathTo = (level: Level | undefined): Path => (level ? [...level.path, level.step] : [])

function named(level: Level, name: string): readonly Path[] {
  level.step = name
  level.expectsName = false
  if (level.names?.has(name)) return [pathTo(level)]
  level.names?.add(name)
  return []
}

/** Where the closing quote stands. */
function endOfString(text: string, from: number): number {
  let at = from + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at
}
