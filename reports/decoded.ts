import { cut, cutLines } from './text.js'

/** Parts of what was decoded (header and payload of a JWT, parameters of a form) as indented JSON, at most 60 lines; what is absent is left out. */
export function decoded(parts: readonly unknown[]): string {
  const short = (_name: string, member: unknown) => (typeof member === 'string' ? cut(member, 100) : member)
  const text = parts.filter((part) => part !== undefined).map((part) => JSON.stringify(part, short, 2))
  return cutLines(text.join('\n'), 60, 200)
}
