import type { Json } from '../contracts/json.js'

/** Deepest member that is looked at. */
const deepest = 8

/** The members of a JSON value, at any depth. */
const membersIn = (json: Json | undefined, depth = 0): readonly (readonly [string, Json])[] =>
  typeof json !== 'object' || json === null || depth > deepest
    ? []
    : Object.entries(json).flatMap(([name, value]) => [[name, value] as const, ...membersIn(value, depth + 1)])

/** What an answer holds under the name of a refresh token, however that is spelled; an empty one is none (L201, L239). */
export function refreshTokensIn(json: Json | undefined): { readonly filled: number; readonly empty: number } {
  const found = membersIn(json).filter(([name]) => /^refresh[_-]?token$/i.test(name))
  const filled = found.filter(([, value]) => value !== null && value !== '' && value !== false).length
  return { filled, empty: found.length - filled }
}
