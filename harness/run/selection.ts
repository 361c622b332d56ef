import type { Profile, Role } from '../../requirements/types.js'
import { type Coverage, concerns } from '../check/coverage.js'
import { leftOutBySafe, type UnsafeKind, unsafeKinds } from '../check/safe.js'
import type { CheckDescription } from '../contracts/evidence.js'
import type { Selected } from '../contracts/plan.js'
import { within } from '../judge/verdict.js'

/** What of the suite a run is asked for. */
export interface Selection {
  readonly profile: Profile
  /** Check, requirement or case ids, or patterns of such, as `topic.*`, for what of it is in the profile; empty = everything. */
  readonly only: readonly string[]
  /** Only conforming messages and single wrong ones, one at a time. */
  readonly safe?: boolean
}

/** Whether a check of the suite runs for a role in this run. */
export function select(check: CheckDescription, coverage: Coverage, role: Role, selection: Selection): Selected {
  if (!concerns(coverage, role))
    return {
      run: false,
      verdict: 'not-applicable',
      reason: `It does not concern ${/^[AEI]/.test(role) ? 'an' : 'a'} ${role}.`,
    }
  return asked(check, selection, coverage.unsafe)
}

/**
 * Whether a check that concerns the role is asked for.
 * @param unsafe Why a safe run leaves it out.
 */
export function asked(check: CheckDescription, selection: Selection, unsafe?: UnsafeKind): Selected {
  if (!isNamed(check, selection.only)) return { run: false, verdict: 'disabled', reason: 'Left out by --only.' }
  // A check that is asked for by name runs whatever its profile; a topic holds some that wait for minutes.
  const ids = selection.only.filter(isId)
  const isWanted = ids.length > 0 && isNamed(check, ids)
  if (!within(check.profile, selection.profile) && !isWanted)
    return { run: false, verdict: 'disabled', reason: `Belongs to the ${check.profile} profile.` }
  if (selection.safe && unsafe !== undefined)
    return { run: false, verdict: 'disabled', reason: leftOutBySafe(unsafeKinds[unsafe]) }
  return { run: true }
}

/** Topics of what a target does as a relying party. */
const relyingPartyTopics = ['relying-party', 'login-client', 'broker', 'broker-client']

/** Whether humans log in at a relying party for this check. */
export const logsIn = ({ id }: Pick<CheckDescription, 'id'>): boolean =>
  relyingPartyTopics.includes(id.split('.')[0] ?? '')

const isId = (named: string): boolean => !named.includes('*')

/** Whether an id of `--only` means that check, requirement or case. */
export const means = (named: string, id: string): boolean => (isId(named) ? named === id : patternOf(named).test(id))

/** `*` stands for any characters, everything else for itself. */
const patternOf = (named: string): RegExp =>
  new RegExp(`^${named.replace(/[.*+?^${}()|[\]\\]/g, (sign) => (sign === '*' ? '.*' : `\\${sign}`))}$`)

/** Whether one of the ids of `--only` means this check; without ids every check is meant. */
export const isNamed = (check: CheckDescription, only: readonly string[]): boolean =>
  only.length === 0 ||
  [check.id, ...check.requirements, ...check.cases].some((id) => only.some((named) => means(named, id)))
