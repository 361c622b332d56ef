import type { TestContext } from 'node:test'
import { listChecks } from '../../harness/cli/list-checks.js'
import { type Profile, profiles, type Role } from '../../requirements/types.js'
import { seeded } from '../kill-matrix/schedule.js'
import { drawSeed, drawVariable } from './draw-seed.js'

/** One of so many checks is drawn. */
const oneOf = 3

/**
 * Checks of some roles for `--only`, one of three, drawn anew for each commit: a test that no check may fail plays others
 * then. Prints the seed; `ASSAY_DRAW` repeats that draw, or plays `all`.
 */
export async function drawnChecks(context: TestContext, profile: Profile, ...roles: readonly Role[]): Promise<string> {
  const all = process.env[drawVariable] === 'all'
  const seed = drawSeed()
  if (!all) context.diagnostic(`one check of ${oneOf} is drawn by ${drawVariable}=${seed}`)
  const random = seeded(seed)
  const played = (await listChecks()).filter(
    ({ role, selected, check }) =>
      selected.run && roles.includes(role) && profiles.indexOf(check.profile) <= profiles.indexOf(profile),
  )
  const ids = [...new Set(played.map(({ check }) => check.id))]
  return ids.filter(() => all || random() < 1 / oneOf).join()
}
