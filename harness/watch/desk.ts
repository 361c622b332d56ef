import type { PlannedCheck } from '../contracts/plan.js'
import type { CheckResult, CheckVerdict } from '../contracts/results.js'
import { isNamed } from '../run/selection.js'
import { sha256 } from '../wire/decode.js'

/** One check at the desk, as it was carried out last. */
export interface Laid {
  readonly planned: PlannedCheck
  /** None while it has not been carried out. */
  readonly result?: CheckResult
}

/** Verdicts after which somebody has to do something. */
const red: readonly CheckVerdict[] = ['fail', 'inconclusive', 'harness-error']

/** Whether it keeps the target from being right. */
export const isRed = ({ verdict }: Pick<CheckResult, 'verdict'>): boolean => red.includes(verdict)

/** Whether nothing is left to be done about it. */
export const isGreen = (check: Pick<CheckResult, 'verdict'>): boolean => !isRed(check) && check.verdict !== 'finding'

/** Every check of the targets with its last verdict. */
export interface Desk {
  readonly all: () => readonly Laid[]
  /** Puts a verdict in the place of the last one, which it returns. */
  lay(result: CheckResult): CheckResult | undefined
  /** Ids of those that were not green when they were carried out last, or never were carried out. */
  notGreen(): ReadonlySet<string>
  /** Ids of those that keep the target from being right, or never were carried out. */
  red(): ReadonlySet<string>
  everything(): ReadonlySet<string>
  /** Ids of those that a check, requirement, case or beginning (`audience.*`) means. */
  named(names: readonly string[]): ReadonlySet<string>
}

/** A desk on which no check has been carried out; those that do not run are not on it. */
export function openDesk(plan: readonly PlannedCheck[]): Desk {
  const laid = new Map(
    plan.filter(({ selected }) => selected.run).map((planned) => [keyOf(planned), { planned } as Laid]),
  )
  const ids = (which: (one: Laid) => boolean): ReadonlySet<string> =>
    new Set([...laid.values()].filter(which).map(({ planned }) => planned.check.id))
  return {
    all: () => [...laid.values()],
    lay(result) {
      const key = keyOf({ ...result, check: result })
      const before = laid.get(key)
      if (before) laid.set(key, { ...before, result })
      return before?.result
    },
    notGreen: () => ids(({ result }) => result === undefined || !isGreen(result)),
    red: () => ids(({ result }) => result === undefined || isRed(result)),
    everything: () => ids(() => true),
    named: (names) => ids(({ planned }) => isNamed(planned.check, names)),
  }
}

/** A name for a check at one role of one target, whatever characters that has in its own. */
export const keyOf = ({
  target,
  role,
  check,
}: {
  readonly target: string
  readonly role: string
  readonly check: { readonly id: string }
}): string => nameFor(target, role, check.id)

/** A name for something of a target in a role. */
export const nameFor = (...parts: readonly string[]): string => sha256(JSON.stringify(parts)).slice(0, 24)
