import { ConfigError } from '../../harness/contracts/errors.js'
import { type Level, levels, roles } from '../../requirements/types.js'
import type { Listed } from '../verdicts/plan.js'
import type { Fragments } from './fragments.js'

/** What is compared of a check. */
export type ListedCheck = Pick<Listed, 'id' | 'role' | 'level'>

/** How the verdict of a check may have changed for a target that has not. */
const kinds = ['New', 'Stricter', 'Looser', 'Gone'] as const
type Kind = (typeof kinds)[number]

interface Line {
  readonly id: string
  readonly kind: Kind
  readonly level: Level
  /** Those that it concerns, in their usual order. */
  readonly roles: readonly string[]
}

/**
 * The *Verdicts* of a release: one line for each check that is new, gone, or another one than before, by role and level.
 * A role that is new has one line.
 * @param before The checks of the last release.
 * @param after The checks of this one.
 * @throws ConfigError where a fragment names a check that there was not before, or is not now.
 */
export function verdictLines(
  before: readonly ListedCheck[],
  after: readonly ListedCheck[],
  said: Pick<Fragments, 'stricter' | 'looser'>,
): readonly string[] {
  const ids = new Set(after.map(({ id }) => id))
  for (const id of [...said.stricter, ...said.looser])
    if (!ids.has(id)) throw new ConfigError(`A fragment names the check ${id}, which there is not.`)
  const known = rolesOf(before)
  const [old, now] = [byId(before), byId(after.filter(({ role }) => known.includes(role)))]
  const lines = [...new Set([...now.keys(), ...old.keys()])].flatMap((id) => [
    ...lineOf(id, old.get(id), now.get(id), said),
    ...lineOfRoles(id, old.get(id), now.get(id)),
  ])
  const groups = new Map<string, Line[]>()
  for (const line of lines) groups.set(line.roles.join(', '), [...(groups.get(line.roles.join(', ')) ?? []), line])
  const sorted = [...groups].sort(([one], [other]) => rank(one) - rank(other))
  return [...newRoles(known, after), ...sorted.flatMap(([names, group]) => grouped(names, group))]
}

/** Nothing could change for a target in a role that is new: its checks are counted. */
const newRoles = (known: readonly string[], after: readonly ListedCheck[]): readonly string[] => {
  const lines = rolesOf(after)
    .filter((role) => !known.includes(role))
    .map((role) => `- ${role} is a new role: ${after.filter((check) => check.role === role).length} checks`)
  return lines.length > 0 ? ['', ...lines] : []
}

function lineOf(
  id: string,
  old: readonly ListedCheck[] | undefined,
  now: readonly ListedCheck[] | undefined,
  { stricter, looser }: Pick<Fragments, 'stricter' | 'looser'>,
): readonly Line[] {
  const shown = now ?? old ?? []
  const level = heaviest(shown)
  const line = (kind: Kind): readonly Line[] => [{ id, kind, level, roles: rolesOf(shown) }]
  if (!old) return line('New')
  if (!now) return line('Gone')
  const change = levels.indexOf(heaviest(old)) - levels.indexOf(level)
  if (change > 0 || stricter.includes(id)) return line('Stricter')
  return change < 0 || looser.includes(id) ? line('Looser') : []
}

/** A check that there was concerns roles that it did not. */
function lineOfRoles(id: string, old: readonly ListedCheck[] = [], now: readonly ListedCheck[] = []): readonly Line[] {
  const added = now.filter(({ role }) => !old.some((check) => check.role === role))
  if (old.length === 0 || added.length === 0) return []
  return [{ id, kind: 'New', level: heaviest(added), roles: rolesOf(added) }]
}

function grouped(names: string, group: readonly Line[]): readonly string[] {
  const parts = kinds.flatMap((kind) =>
    levels.flatMap((level) => {
      const ids = group.filter((line) => line.kind === kind && line.level === level).map(({ id }) => `- \`${id}\``)
      return ids.length > 0 ? ['', `${kind}, ${level}:`, '', ...ids.sort()] : []
    }),
  )
  return ['', `#### ${names}`, ...parts]
}

const byId = (checks: readonly ListedCheck[]): ReadonlyMap<string, readonly ListedCheck[]> => {
  const found = new Map<string, ListedCheck[]>()
  for (const check of checks) found.set(check.id, [...(found.get(check.id) ?? []), check])
  return found
}

const heaviest = (checks: readonly ListedCheck[]): Level =>
  levels.find((level) => checks.some((check) => check.level === level)) ?? 'should'

const rolesOf = (checks: readonly ListedCheck[]): readonly string[] =>
  roles.filter((role) => checks.some((check) => check.role === role))

/** Checks of many roles come first. */
const rank = (names: string): number => -names.split(', ').length * roles.length + roles.indexOf(names as never)
