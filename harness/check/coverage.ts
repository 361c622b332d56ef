import { catalogueCase } from '../../requirements/index.js'
import { type Level, levels, type Profile, type Role } from '../../requirements/types.js'
import type { CheckDescription } from '../evidence/types.js'
import type { FaultName } from '../faults/faults.js'

/** What a check is: what it is called, what it covers and which faults it must notice. */
export interface Coverage {
  /** `<topic>.<mnemonic>`, append-only, never positional. */
  readonly id: string
  /** Requirement ids; the first is the one that the check is about. */
  readonly requirements: readonly string[]
  /** Catalogue cases, all of one level. */
  readonly cases: readonly string[]
  /** Faults of which each must turn the check red. At least one for must and strict. */
  readonly detects?: readonly FaultName[]
  /** Level of the check; that of its cases by default. */
  readonly level?: Level
  /** `quick` for must, `standard` for the rest by default. */
  readonly profile?: Profile
  /** Roles whose targets it concerns; the four server roles by default. */
  readonly roles?: readonly Role[]
  /** Runs alone, because what it does to the lab cannot be told apart by party. */
  readonly exclusive?: boolean
}

/** The roles that have a machine-to-machine token endpoint (L196). */
export const serverRoles: readonly Role[] = [
  'EntitledParty',
  'ServiceProvider',
  'AuthorisationRegistry',
  'ParticipantRegistry',
]

/** A coverage with its defaults filled in. */
export function describeCheck(coverage: Coverage, title: string): CheckDescription {
  const level = coverage.level ?? highest(coverage.cases)
  return {
    id: coverage.id,
    title,
    requirements: coverage.requirements,
    cases: coverage.cases,
    level,
    profile: coverage.profile ?? (level === 'must' ? 'quick' : 'standard'),
    detects: coverage.detects ?? [],
  }
}

/** Whether a check concerns targets of a role. */
export const concerns = (coverage: Coverage, role: Role): boolean => (coverage.roles ?? serverRoles).includes(role)

/** The annotation that carries a coverage through Playwright, and the way back. */
export const annotate = (coverage: Coverage) => ({ type: 'check', description: JSON.stringify(coverage) })

/** @throws Error if the test carries no coverage: then it is no check. */
export function coverageOf(test: {
  readonly title: string
  readonly annotations: readonly { type: string; description?: string }[]
}): Coverage {
  const text = test.annotations.find(({ type }) => type === 'check')?.description
  if (text === undefined)
    throw new Error(`The test "${test.title}" says nothing of what it covers: call it with covers(…).`)
  return JSON.parse(text) as Coverage
}

const highest = (cases: readonly string[]): Level => {
  const present = cases.map((id) => catalogueCase(id).level)
  return levels.find((level) => present.includes(level)) ?? 'should'
}
