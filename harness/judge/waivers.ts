import type { CheckResult, GivenWaiver, WaiverResult, WaiverState } from '../contracts/results.js'
import { fails } from './verdict.js'

/**
 * Waives failing checks and says what each waiver came to. An expired one waives nothing.
 * @param at When the run was finished, milliseconds since epoch; so a report that is rebuilt later says the same.
 */
export function applyWaivers(
  checks: readonly CheckResult[],
  given: readonly GivenWaiver[],
  at: number,
): { readonly checks: readonly CheckResult[]; readonly waivers: readonly WaiverResult[] } {
  const bare = checks.map(unwaived)
  const waivers = given.map((waiver): WaiverResult => ({ ...waiver, state: stateOf(waiver, bare, at) }))
  const used = new Map(waivers.filter(({ state }) => state === 'used').map((waiver) => [keyOf(waiver), waiver]))
  return { checks: bare.map((check) => waive(check, used.get(keyOf(check)))), waivers }
}

/** A check as it stands without any waiver, so that none outlives its own. */
function unwaived(check: CheckResult): CheckResult {
  const { waiver: _, ...rest } = check
  return check.verdict === 'waived' ? { ...rest, verdict: 'fail' } : check
}

function waive(check: CheckResult, waiver: GivenWaiver | undefined): CheckResult {
  if (waiver === undefined || check.verdict !== 'fail') return check
  const { reason, owner, link, expires } = waiver
  return { ...check, verdict: 'waived', waiver: { reason, owner, link, expires } }
}

/** A violation that would fail with `--strict` or without a policy alone keeps its waiver: the same target file may be used with and without. */
function stateOf(waiver: GivenWaiver, checks: readonly CheckResult[], at: number): WaiverState {
  if (endOfDay(waiver.expires) < at) return 'expired'
  const concerned = checks.filter((check) => keyOf(check) === keyOf(waiver))
  if (concerned.some(({ verdict }) => verdict === 'fail')) return 'used'
  const open = concerned.some(
    ({ verdict, level = 'must', suiteLevel }) =>
      suiteLevel !== undefined ||
      !(verdict === 'pass' || verdict === 'not-applicable' || verdict === 'finding') ||
      (verdict === 'finding' && fails(level, true)),
  )
  return open ? 'undecided' : 'needless'
}

const keyOf = ({ target, id }: { readonly target: string; readonly id: string }): string => JSON.stringify([target, id])

const endOfDay = (day: string): number => Date.parse(`${day}T23:59:59.999Z`)
