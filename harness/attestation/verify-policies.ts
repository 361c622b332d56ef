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

/** All that lies in `policies/` of a run. */
interface VerifiedPolicies {
  readonly policies: readonly VerifiedPolicy[]
  /** What is wrong with any of them, and what there is attested by none. */
  readonly problems: readonly string[]
}

/**
 * Verifies what stands in `policies/`: each attestation by itself, and that its verdicts are what its policy makes of
 * the evidence of this very run. A policy of it may have been read by another one, in a folder of the same name.
 * @param folder Report folder of the run, which was verified.
 * @throws ConfigError as `verifyAttestation`.
 */
export function verifyPolicies(folder: string, run: Results, against: Against): VerifiedPolicies {
  const place = join(folder, policiesFolder)
  const names = existsSync(place) ? readdirSync(place).sort() : []
  const each = names.map((name): VerifiedPolicies => {
    const [own, at] = [join(place, name), `${policiesFolder}/${name}`]
    const within = (problem: string): string => `${at}: ${problem}`
    if (!existsSync(join(own, attestationFile)))
      return { policies: [], problems: [within('nobody attested it, so that it says nothing of this run')] }
    const verified = verifyAttestation(own, against)
    const { policies: deeper, problems } = verifyPolicies(own, verified.results, against)
    const all = [
      ...verified.problems,
      ...verified.added.map((file) => `${file} is not attested`),
      ...unlike(folder, run, verified.results),
      ...problems,
    ]
    const here = { ...verified, folder: at, problems: all.map(within) }
    return {
      policies: [here, ...deeper.map((one) => ({ ...one, folder: `${at}/${one.folder}` }))],
      problems: here.problems,
    }
  })
  return { policies: each.flatMap(({ policies }) => policies), problems: each.flatMap(({ problems }) => problems) }
}

/** Compares with what the policy makes of the run, to the last letter. */
function unlike(folder: string, run: Results, results: Results): readonly string[] {
  if (!results.policy) return ['it names no policy']
  const again: unknown = JSON.parse(
    JSON.stringify(reread(run, results.policy, (path) => readEvidence(folder, path)).results),
  )
  return isDeepStrictEqual(again, results) ? [] : ['it is not what that policy makes of this run']
}
