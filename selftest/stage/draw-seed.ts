import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'

/** By this a draw is repeated: the seed that a test prints. */
export const drawVariable = 'ASSAY_DRAW'

/** What git holds of the commit that is tested, as a seed; nothing where there is no git. */
function seedOfCommit(): number | undefined {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--verify', '--quiet', 'HEAD^{tree}'], { encoding: 'utf8' })
  return status === 0 ? Number.parseInt(stdout.slice(0, 8), 16) % 2 ** 31 : undefined
}

/**
 * The seed of what tests draw: each commit draws anew, and one commit always the same, so that a change which passed
 * once does not fail for the draw of another run. `ASSAY_DRAW` takes its place.
 */
export function drawSeed(): number {
  const asked = Number(process.env[drawVariable] ?? Number.NaN)
  return Number.isInteger(asked) ? asked : (seedOfCommit() ?? randomInt(2 ** 31))
}
