import { HarnessError } from '../contracts/errors.js'
import type { PlannedCheck } from '../contracts/plan.js'
import type { RunOrder } from '../contracts/run.js'
import { withGuises } from '../run/guises.js'
import { asked, type Selection } from '../run/selection.js'
import { share } from '../run/shards/shard.js'
import type { ListedCheck } from './kept-list.js'
import type { Job } from './schedule.js'

/** The files of the suites that hold the checks of a plan which run. */
export function filesOf(list: readonly ListedCheck[], plan: readonly PlannedCheck[]): readonly string[] {
  const wanted = new Set(plan.filter(({ selected }) => selected.run).map(({ check }) => check.id))
  return [...new Set(list.filter(({ check }) => wanted.has(check.id)).map(({ file }) => file))]
}

/** What the plan of a run follows from. */
export type PlanOrder = Pick<RunOrder, 'targets' | 'profile' | 'only' | 'safe' | 'guises' | 'seed' | 'shard'>

/** What of a list decides whether a check runs. */
export type AskedCheck = Pick<ListedCheck, 'role' | 'check' | 'selected' | 'unsafe'>

/** What is asked for by the flags of a run. */
export interface Asked extends Selection {
  readonly targets: readonly { readonly name: string; readonly roles: readonly string[] }[]
}

/** Every check at every role of the targets, and whether the run is asked for it; before shards are dealt out. */
export const askedOf = (list: readonly AskedCheck[], order: Asked): readonly PlannedCheck[] =>
  order.targets.flatMap(({ name, roles }) =>
    roles.flatMap((role) =>
      list
        .filter((listed) => listed.role === role)
        .map((listed) => ({
          target: name,
          role: listed.role,
          check: listed.check,
          selected: listed.selected.run ? asked(listed.check, order, listed.unsafe) : listed.selected,
        })),
    ),
  )

/** What of the suite runs at the targets, role by role. */
export function planOf(list: readonly ListedCheck[], order: PlanOrder): readonly PlannedCheck[] {
  const plan = askedOf(list, order)
  const weights = new Map(list.map(({ check, weight }) => [check.id, weight]))
  const whole = withGuises(plan, order, (id) => weights.get(id) ?? 0)
  return order.shard ? share(whole, order.shard) : whole
}

/** Checks that run, with what the schedule goes by. */
export function jobsOf(wanted: readonly PlannedCheck[], list: readonly ListedCheck[]): readonly Job[] {
  const timings = new Map(list.map(({ check, timing }) => [check.id, timing]))
  return wanted.map((planned) => {
    const timing = timings.get(planned.check.id)
    if (!timing) throw new HarnessError(`The list of checks does not know ${planned.check.id}.`)
    return { planned, timing }
  })
}
