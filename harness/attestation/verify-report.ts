import { type Against, type Verified, verifyAttestation } from './verify.js'
import { type VerifiedPolicy, verifyPolicies } from './verify-policies.js'

/** A report folder, with what policies made of the run. */
export interface VerifiedReport {
  readonly run: Verified
  readonly policies: readonly VerifiedPolicy[]
  /** Everything that does not hold of either. */
  readonly problems: readonly string[]
}

/**
 * Verifies a report folder and all that lies in its `policies/`.
 * @param path `attestation.json`, or its folder.
 * @throws ConfigError as `verifyAttestation`.
 */
export function verifyReport(path: string, against: Against): VerifiedReport {
  const run = verifyAttestation(path, against)
  const { policies, problems } = verifyPolicies(run.place, run.results, against)
  const { policy } = against
  const stands = [run, ...policies].some(({ results }) => results.policy !== undefined)
  const without =
    policy && !stands ? [`no verdict stands by the policy "${policy.name}": assay report reads the run by it`] : []
  return { run, policies, problems: [...run.problems, ...problems, ...without] }
}
