import type { CaseId } from '../../requirements/cases/index.js'
import { requirementFor } from '../../requirements/counterparts.js'
import { catalogueCase, requirement } from '../../requirements/index.js'
import type { RequirementId } from '../../requirements/list.js'
import { type Level, levels, type Profile, type Role } from '../../requirements/types.js'
import { HarnessError } from '../contracts/errors.js'
import type { CheckDescription } from '../contracts/evidence.js'
import type { FaultName } from '../faults/faults.js'
import type { UnsafeKind } from './safe.js'

/** What a check is: what it is called, what it covers and which faults it must notice. */
export interface Coverage {
  /** `<topic>.<mnemonic>`, append-only, never positional. */
  readonly id: string
  /** The first is the one that the check is about. */
  readonly requirements: readonly RequirementId[]
  /** Catalogue cases; the gravest one gives the level. */
  readonly cases: readonly CaseId[]
  /** Faults of which each must turn the check red. At least one for must and strict. */
  readonly detects?: readonly FaultName[]
  /** Level of the check; that of its cases by default. */
  readonly level?: Level
  /** `quick` for must, `standard` for the rest by default. */
  readonly profile?: Profile
  /** Roles whose targets it concerns; all that have a token endpoint by default. */
  readonly roles?: readonly Role[]
  /** The requirement that it is about where a human logs in, where that is not the counterpart of the first (`requirements/counterparts.ts`). */
  readonly atLogin?: RequirementId
  /** Runs alone, because what it does to the lab concerns all parties. */
  readonly exclusive?: boolean
  /** Seconds for which it mostly waits: it begins early, beside others. */
  readonly waits?: number
  /** Judges what the target has sent since the run began: comes last, when most is seen. */
  readonly last?: boolean
  /** Is carried out even where the target is gone for good. */
  readonly whileGone?: boolean
  /** Its bound in seconds, where two minutes are not enough. */
  readonly slow?: number
  /** Why a safe run leaves it out (`--safe`); absent where it sends conforming messages and single wrong ones alone. */
  readonly unsafe?: UnsafeKind
  /** What a row sends, one message for each; absent where it is no row. */
  readonly mutate?: object
  /** About how many messages that have to be refused it sends, one like the other, where it is no row. */
  readonly sends?: number
  /** Names of values that make up the one conforming form in which it is played (`harness/guises`); the usual one when absent. */
  readonly guise?: readonly string[]
  /** Needs 4096-bit keys, which take a second to make. */
  readonly largeKeys?: boolean
}

/** Bound of a check, seconds, where it names none. */
const usualBound = 120

/** Bound of a check, milliseconds. */
export const boundMs = ({ slow = usualBound }: Coverage): number => slow * 1000

/** The roles that have a machine-to-machine token endpoint (L196). */
export const serverRoles: readonly Role[] = [
  'EntitledParty',
  'ServiceProvider',
  'AuthorisationRegistry',
  'ParticipantRegistry',
]

/** The roles in which a human logs in, whose token endpoint takes an authorization code beside the assertion (L218, L281). */
export const loginRoles: readonly Role[] = ['IdentityProvider', 'IdentityBroker']

/** Every role that authenticates clients by their assertion. */
export const tokenRoles: readonly Role[] = [...serverRoles, ...loginRoles]

/** The roles that answer requests for evidence (L222). */
export const evidenceRoles: readonly Role[] = ['AuthorisationRegistry', 'EntitledParty']

/** The roles of the machine-to-machine part: the servers, and the consumer that only calls (L9). */
export const machineRoles: readonly Role[] = [...serverRoles, 'ServiceConsumer']

/** A coverage with its defaults filled in, for a target in that role. */
export function describeCheck(coverage: Coverage, title: string, role: Role): CheckDescription {
  const requirements = requirementsOf(coverage, role)
  const level = lighter(coverage.level ?? highest(coverage.cases), requirement(requirements[0] as string).level)
  return {
    id: coverage.id,
    title,
    requirements,
    cases: coverage.cases,
    level,
    profile: coverage.profile ?? (level === 'must' ? 'quick' : 'standard'),
    detects: coverage.detects ?? [],
  }
}

/** The requirements as they bind that role; the first one limits the level (ruling 23). */
function requirementsOf({ requirements, atLogin }: Coverage, role: Role): readonly string[] {
  const [first = '', ...rest] = requirements
  const about = loginRoles.includes(role) && atLogin !== undefined ? atLogin : first
  return [...new Set([about, ...rest].map((id) => requirementFor(id, role)))]
}

/** What those requirements are to a role. @throws {HarnessError} where the check does not name one of them. */
export function boundIn({ id, requirements }: CheckDescription, ids: readonly string[], role: Role): readonly string[] {
  const bound = ids.map((one) => requirementFor(one, role))
  const strange = bound.find((one) => !requirements.includes(one))
  if (strange !== undefined) throw new HarnessError(`${id} speaks of ${strange}, which is no requirement of it.`)
  return bound
}

/** Whether a check concerns targets of a role. */
export const concerns = (coverage: Coverage, role: Role): boolean => (coverage.roles ?? tokenRoles).includes(role)

/** The annotation that carries a coverage through Playwright, and the way back. */
export const annotate = (coverage: Coverage) => ({ type: 'check', description: JSON.stringify(coverage) })

/** About how many messages a check takes; more than any row where it waits, or runs alone at its target. */
export const weightOf = ({ mutate, exclusive, waits = 0, sends = flowWeight }: Coverage): number => {
  if (exclusive || waits > 0) return 100
  return Array.isArray(mutate) ? mutate.length : mutate ? 1 : sends
}

/** What a flow takes that says nothing of it. */
const flowWeight = 5

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

const lighter = (one: Level, other: Level): Level => (levels.indexOf(one) > levels.indexOf(other) ? one : other)

const highest = (cases: readonly string[]): Level => {
  const present = cases.map((id) => catalogueCase(id).level)
  return levels.find((level) => present.includes(level)) ?? 'should'
}
