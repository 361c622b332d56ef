import { cases, requirements } from '../../requirements/index.js'
import type { Role } from '../../requirements/types.js'
import { checkName } from '../check/parties/identifiers.js'
import { ConfigError } from '../contracts/errors.js'
import type { RunOptions } from '../run/options.js'
import { isNamed, means } from '../run/selection.js'
import { keptList, type ListedCheck, makeList } from '../runner/kept-list.js'
import { nearest } from '../target/file/spelling.js'

/** Every check of the suite for every role, in the order in which they run. @throws ConfigError where a check is badly described. */
export const listChecks = async (): Promise<readonly ListedCheck[]> => keptList() ?? makeList()

/** The names of those that concern the role, as a run has them. */
export const namesOf = (list: readonly ListedCheck[]): readonly string[] =>
  list.filter(({ selected }) => selected.run).map(({ role, check }) => checkName(role, check.id))

/**
 * The checks of `--only`.
 * @throws ConfigError when an id names no check, or none that concerns a role of the targets.
 */
export function checkSelection(
  planned: readonly ListedCheck[],
  { only, targets }: Pick<RunOptions, 'only' | 'targets'>,
): readonly ListedCheck[] {
  const known = new Set(planned.flatMap(({ check: { id, requirements: ids, cases: rows } }) => [id, ...ids, ...rows]))
  const unknown = only.filter((named) => ![...known].some((id) => means(named, id)))
  if (unknown.length > 0) {
    const exists = requirements.some(({ id }) => id === unknown[0]) || cases.some(({ id }) => id === unknown[0])
    throw new ConfigError(
      `--only ${unknown.join(', ')} ${exists ? 'has no check yet' : 'names no check, requirement or case'}; \`assay list\` shows them all.`,
    )
  }
  const roles = targets.flatMap((target) => target.roles)
  const concerned = planned.filter(
    ({ role, selected, check }) => selected.run && roles.includes(role) && isNamed(check, only),
  )
  if (concerned.length === 0) throw nothingSelected(targets, only)
  return concerned
}

/** @throws ConfigError when a waiver names no check that there is for a role of its target. */
export function checkWaivers(list: readonly ListedCheck[], { targets }: Pick<RunOptions, 'targets'>): void {
  if (targets.every(({ waivers }) => waivers.length === 0)) return
  const planned = list.filter(({ selected }) => selected.run)
  const problems = targets.flatMap(({ roles, waivers }) => {
    const own = planned.filter(({ role }) => roles.includes(role))
    const known = new Set(own.map(({ check }) => check.id))
    return waivers
      .filter(({ id }) => !known.has(id))
      .map(({ id, place }) => {
        const meant = own.filter(({ check }) => isNamed(check, [id])).map(({ check }) => check.id)
        const near = meant.length > 0 ? undefined : nearest(id, [...known])
        const what = `${place} is ${JSON.stringify(id)}, which names no check of ${roles.join(', ')}`
        if (near !== undefined) return `${what}; did you mean ${near}?`
        if (meant.length === 0) return `${what}; \`assay list\` shows them all.`
        return `${what}; waive those of its checks that fail: ${[...new Set(meant)].slice(0, 5).join(', ')}.`
      })
  })
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
}

/** What to say when there is nothing to run. */
export const nothingSelected = (
  targets: readonly { readonly roles: readonly Role[] }[],
  only: readonly string[] = [],
): ConfigError =>
  new ConfigError(
    `No check was selected: nothing of ${only.length > 0 ? `--only ${only.join(', ')}` : 'the suite'} concerns ${[...new Set(targets.flatMap(({ roles }) => roles))].join(', ')}; \`assay list\` shows which checks there are for which role.`,
  )
