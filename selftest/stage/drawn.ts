import { randomInt } from 'node:crypto'
import type { TestContext } from 'node:test'
import { listChecks } from '../../harness/cli/list-checks.js'
import { type Profile, profiles, type Role } from '../../requirements/types.js'
import { seeded } from '../kill-matrix/schedule.js'

/** By this a draw is repeated: the seed that a test prints, or `all`. */
const variable = 'ASSAY_DRAW'
/** One of so many checks is drawn. */
const oneOf = 3

/**
 * Checks of some roles for `--only`, one of three, drawn anew each time: a test that no check may fail plays others in
 * each run of CI. Prints the seed; `ASSAY_DRAW` repeats that draw, or plays `all`.
 */
export async function drawnChecks(context: TestContext, profile: Profile, ...roles: readonly Role[]): Promise<string> {
  const asked = process.env[variable]
  const seed = asked === undefined || asked === 'all' ? randomInt(2 ** 31) : Number(asked)
  if (asked !== 'all') context.diagnostic(`one check of ${oneOf} is drawn by ${variable}=${seed}`)
  const random = seeded(seed)
  const played = (await listChecks()).filter(
    ({ role, selected, check }) =>
      selected.run && roles.includes(role) && profiles.indexOf(check.profile) <= profiles.indexOf(profile),
  )
  const ids = [...new Set(played.map(({ check }) => check.id))]
  return ids.filter(() => asked === 'all' || random() < 1 / oneOf).join()
}
