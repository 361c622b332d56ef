import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { authentication } from './authentication/index.js'
import { requirementOfCase } from './case-requirements.js'
import { endpoints } from './endpoints/index.js'
import { errors } from './errors.js'
import { events } from './events.js'
import { limits } from './limits.js'
import { purpose } from './purpose.js'
import { resources } from './resources/index.js'
import { states } from './states.js'
import type { CatalogueCase, Requirement } from './types.js'
import { versioning } from './versioning.js'

/** Every rule of the interface, in the order of its nine parts. */
export const requirements: readonly Requirement[] = [
  ...purpose,
  ...resources,
  ...states,
  ...endpoints,
  ...authentication,
  ...events,
  ...errors,
  ...limits,
  ...versioning,
]

/** The 462 catalogued cases. Loaded by `require`, since a JSON import makes Node 20 print a warning. */
export const cases: readonly CatalogueCase[] = createRequire(import.meta.url)('./cases.json')

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

/** SHA-256 (lower-case hex) of requirements, cases and their map as JSON with sorted member names: equal digests, equal rules. */
export const requirementsDigest = (): string =>
  createHash('sha256').update(canonicalJson({ requirements, cases, requirementOfCase })).digest('hex')

const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_name, member: unknown) =>
    member !== null && typeof member === 'object' && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  )
