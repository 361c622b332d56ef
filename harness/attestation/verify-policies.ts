import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Results } from '../contracts/results.js'
import { attestationFile, policiesFolder } from '../evidence/files.js'
import { readEvidence } from '../evidence/store.js'
import { reread } from '../judge/reread.js'
import { type Against, type Verified, verifyAttestation } from './verify.js'

/** What policies made of a run, each found in its own folder beside the run's attestation. */
export interface VerifiedPolicy extends Verified {
  /** Folder below that of the run. */
  readonly folder: string
}

/**
 * Verifies what stands in `policies/`: each attestation by itself, and that its verdicts are what its policy makes of
 * the evidence of this very run.
 * @param folder Report folder of the run, which was verified.
 * @throws ConfigError as `verifyAttestation`.
 */
export function verifyPolicies(folder: string, run: Results, against: Against): readonly VerifiedPolicy[] {
  const place = join(folder, policiesFolder)
  const names = existsSync(place)
    ? readdirSync(place).filter((name) => existsSync(join(place, name, attestationFile)))
    : []
  return names.sort().map((name) => {
    const verified = verifyAttestation(join(place, name), against)
    const problems = [...verified.problems, ...unlike(folder, run, verified.results)]
    const at = `${policiesFolder}/${name}`
    return { ...verified, folder: at, problems: problems.map((problem) => `${at}: ${problem}`) }
  })
}

/** Compares with what the policy makes of the run, to the last letter. */
function unlike(folder: string, run: Results, results: Results): readonly string[] {
  if (!results.policy) return ['it names no policy']
  const again: unknown = JSON.parse(
    JSON.stringify(reread(run, results.policy, (path) => readEvidence(folder, path)).results),
  )
  return isDeepStrictEqual(again, results) ? [] : ['it is not what that policy makes of this run']
}
