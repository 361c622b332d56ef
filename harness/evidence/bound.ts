import type { Json } from '../contracts/json.js'
import { digestOf } from './redact.js'

const most = { depth: 12, characters: 300, members: 60 }

/** A JSON value of bounded size, as evidence keeps it: long strings as digests, deep and wide parts cut with a note. */
export function bounded(value: Json, depth = 0): Json {
  if (typeof value === 'string') return value.length > most.characters ? digestOf(value) : value
  if (value === null || typeof value !== 'object') return value
  if (depth === most.depth) return '‹deeper than is kept›'
  if (Array.isArray(value))
    return [...value.slice(0, most.members).map((one: Json) => bounded(one, depth + 1)), ...rest(value.length)]
  const entries = Object.entries(value)
  const kept = entries
    .slice(0, most.members)
    .map(([name, one]) => [name.slice(0, most.characters), bounded(one as Json, depth + 1)])
  return {
    ...Object.fromEntries(kept),
    ...(entries.length > most.members && { '‹further members›': entries.length - most.members }),
  }
}

const rest = (length: number): Json[] => (length > most.members ? [`‹${length - most.members} further elements›`] : [])
