import { viewsOf } from '../../../reports/index.js'
import { visible } from '../../../reports/text.js'
import { readPublicKey } from '../../attestation/keys.js'
import { ownSuite } from '../../attestation/suite.js'
import type { Verified } from '../../attestation/verify.js'
import type { VerifiedPolicy } from '../../attestation/verify-policies.js'
import { verifyReport } from '../../attestation/verify-report.js'
import type { Results } from '../../contracts/results.js'
import { loadPolicy } from '../../target/file/policy-file.js'
import { listChecks } from '../list-checks.js'

/** Flags of `assay verify`. */
export interface VerifyFlags {
  readonly publicKey?: string
  /** Policy of a scheme operator by which the verdicts have to stand. */
  readonly policy?: string
  readonly json: boolean
}

/** Problems, and files that are not attested, that are printed at most. */
const most = 50
const mostAdded = 20

/** Checks an attestation, and prints what holds and what does not. @returns exit code 0 where all holds, else 1. */
export async function verify(file: string, { publicKey, policy, json }: VerifyFlags): Promise<number> {
  const key = publicKey === undefined ? undefined : readPublicKey(publicKey)
  const against = { key, policy: policy === undefined ? undefined : await loadPolicy(policy) }
  const { run, policies, problems } = verifyReport(file, { ...against, suite: ownSuite(await listChecks(), viewsOf) })
  const verified = { ...run, problems }
  const holds = problems.length === 0
  const { results: _, place: _place, own: _own, ...rest } = verified
  const text = json
    ? JSON.stringify({
        holds,
        ...rest,
        policies: policies.map(({ folder, results }) => ({ folder, gate: results.gate })),
      })
    : [asText(verified, key !== undefined), ...(holds ? policies.map(policyText) : [])].join('\n')
  process.stdout.write(`${text}\n`)
  return holds ? 0 : 1
}

function asText({ problems, unverified, added, own, files, signer, keyId, results }: Verified, known: boolean): string {
  const lines =
    problems.length === 0
      ? [
          `✓ ${files} files are as they were attested; run ${results.run.id}, ${results.run.finishedAt}.`,
          `✓ ${signature(signer, keyId, known)}`,
          `✓ The verdict follows from the evidence${by(results)}: gate ${results.gate}.`,
          ...verdictsOf(results),
          ...(own
            ? [
                '✓ No check is missing: the results hold each that this Assay has for these roles, as it has it.',
                '✓ The pages say what the results say.',
              ]
            : []),
        ]
      : [
          ...problems.slice(0, most).map((problem) => `✕ ${problem}`),
          ...(problems.length > most ? [`✕ … and ${problems.length - most} more`] : []),
        ]
  const unknown =
    added.length === 0
      ? []
      : [
          `! Not attested: ${added.slice(0, mostAdded).join(', ')}${added.length > mostAdded ? ` and ${added.length - mostAdded} more` : ''}`,
        ]
  return inLines([...lines, ...unverified.map((one) => `! ${one}`), ...unknown])
}

/** What a policy makes of the run, which was verified as well. */
const policyText = ({ folder, results }: VerifiedPolicy): string =>
  inLines([`✓ ${folder} follows from the evidence too${by(results)}: gate ${results.gate}.`, ...verdictsOf(results)])

const by = ({ policy }: Results): string =>
  policy ? ` by the policy "${policy.name}" (sha256 ${policy.digest.slice(0, 12)}…)` : ''

const verdictsOf = ({ targets }: Results): readonly string[] =>
  targets.flatMap(({ name, roles }) =>
    roles.map(
      ({ role, verdict, profile }) => `  ${name} as ${role}: ${verdict}${profile ? `, ${profile} profile` : ''}`,
    ),
  )

const inLines = (lines: readonly string[]): string =>
  lines.map((line) => visible(line).replace(/[\n\t]/g, ' ')).join('\n')

const signature = (signer: Verified['signer'], keyId: string, known: boolean): string =>
  known
    ? `The key given signed it (${keyId.slice(0, 16)}…).`
    : signer === 'run key'
      ? 'It is signed with a key of that run alone, which nobody attests: nothing was changed since, but it does not show who signed.'
      : `It is signed with a key (${keyId.slice(0, 16)}…) that only the attestation itself names; --public-key FILE compares it with one that you know.`
