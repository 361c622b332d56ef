import { createHash } from 'node:crypto'
import { cases as catalogue } from './cases/index.js'
import { requirements as rules } from './list.js'
import { readings } from './readings.js'
import type { CatalogueCase, Requirement } from './types.js'

/** Every rule of the interface, in the order of its nine parts. */
export const requirements: readonly Requirement[] = rules

/** The catalogued cases. */
export const cases: readonly CatalogueCase[] = catalogue

const requirementById = new Map(requirements.map((each) => [each.id, each]))
const caseById = new Map(cases.map((each) => [each.id, each]))

/** The requirement with this id; throws an Error that names an unknown id. */
export const requirement = (id: string): Requirement => {
  const found = requirementById.get(id)
  if (!found) throw new Error(`no requirement has the id "${id}"`)
  return found
}

/** The catalogue case with this id; throws an Error that names an unknown id. */
export const catalogueCase = (id: string): CatalogueCase => {
  const found = caseById.get(id)
  if (!found) throw new Error(`no catalogue case has the id "${id}"`)
  return found
}

/** SHA-256 (lower-case hex) of requirements, cases and readings as JSON with sorted member names: equal digests, equal rules. */
export const requirementsDigest = (): string =>
  createHash('sha256').update(canonicalJson({ requirements, cases, readings })).digest('hex')

const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_name, member: unknown) =>
    member !== null && typeof member === 'object' && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  )
