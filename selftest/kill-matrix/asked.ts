import { parseArgs } from 'node:util'
import { type Role, roles } from '../../requirements/types.js'

/** Which part of the matrix is to be played. */
interface Asked {
  readonly roles: readonly Role[]
  /** Beginnings of check ids; none stands for every check. */
  readonly checks: readonly string[]
  /** How many rounds of faults the checks meet that they do not name. */
  readonly foreign: (role: Role) => number
  /** Whether the checks of the deep profile are played, and no others. */
  readonly deep: boolean
  /** Whether nothing is played, and the page made anew of what is known. */
  readonly page: boolean
}

/**
 * Reads `[ROLE …] [CHECK …] [--others ROUNDS] [--deep] [--page]`; a check is told by its dot, and the beginning of its id is enough. Throws an
 * Error on a role that there is not.
 */
export function readAsked(args: readonly string[]): Asked {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { others: { type: 'string' }, deep: { type: 'boolean' }, page: { type: 'boolean' } },
  })
  const checks = positionals.filter((name) => name.includes('.'))
  const named = positionals.filter((name) => !name.includes('.')).map(roleOf)
  // The token endpoints of the roles share their rules: the whole table is played for one, the naming checks for all.
  const whole = args.length === 0
  const foreign = (role: Role): number =>
    whole && role === 'ServiceProvider' ? Number.POSITIVE_INFINITY : Number(values.others ?? 0)
  const { deep = false, page = false } = values
  return { roles: named.length > 0 ? named : roles, checks, foreign, deep, page }
}

function roleOf(name: string): Role {
  const found = roles.find((role) => role === name)
  if (found === undefined) throw new Error(`There is no role ${name}: name some of ${roles.join(', ')}.`)
  return found
}
