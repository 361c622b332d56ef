import type { Json, JsonObject } from '../contracts/json.js'

/** How the members of a request for evidence and of the evidence are spelled: `policySets`, or `policy_sets`. */
export type MemberCase = 'camel' | 'snake'

/** JSON with its members spelled so. Keys inside `context` are chosen by the parties (L184) and stay as they are. */
export const spelled = (value: Json, memberCase: MemberCase): Json => {
  if (Array.isArray(value)) return (value as readonly Json[]).map((one) => spelled(one, memberCase))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value as Readonly<JsonObject>)
  return Object.fromEntries(
    entries.map(([name, inner]) => [
      spellings[memberCase](name),
      name === 'context' ? inner : spelled(inner, memberCase),
    ]),
  )
}

const spellings: Readonly<Record<MemberCase, (name: string) => string>> = {
  camel: (name) => name.replace(/(?<=[a-z\d])_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  snake: (name) => name.replace(/(?<=[a-z\d])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
}
