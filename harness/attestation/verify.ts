import type { KeyObject } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { ConfigError } from '../contracts/errors.js'
import type { Policy, Results } from '../contracts/results.js'
import { attestationFile, entriesBelow, filesBelow, isOurs, resultsFile } from '../evidence/files.js'
import { readResults } from '../evidence/read-results.js'
import { readEvidence } from '../evidence/store.js'
import { digestOf, isBesideRun } from './digests.js'
import { type Opened, open } from './envelope.js'
import { keyId } from './keys.js'
import { recompute } from './recompute.js'
import { compareWithSuite, type OwnSuite } from './suite.js'

/** What a report folder was found to be, compared with its attestation. */
export interface Verified {
  /** Everything that is not as it was attested, or says something else than the evidence; empty where all holds. */
  readonly problems: readonly string[]
  /** What could not be verified, such as what another Assay made. */
  readonly unverified: readonly string[]
  /** What lies in the folder and is not attested, those first that have the name of a file of Assay. */
  readonly added: readonly string[]
  readonly files: number
  readonly signer: Opened['signer']
  /** SHA-256 of the key that signed. */
  readonly keyId: string
  readonly results: Results
  /** Whether the Assay that verifies made it. */
  readonly own: boolean
  /** The report folder. */
  readonly place: string
}

/** What a report is compared with, beside its own evidence. */
export interface Against {
  readonly suite: OwnSuite
  /** The key that must have signed; otherwise the one that the envelope names. */
  readonly key?: KeyObject | undefined
  /** The policy by which every verdict has to stand, but for those of a run that was made without one. */
  readonly policy?: Policy | undefined
}

/**
 * Verifies an attestation: signature, digests, the verdict, which is computed anew from the evidence, and that the
 * results hold every check of the suite, and the views what the results hold.
 * @param path `attestation.json`, or its folder.
 * @throws ConfigError where there is nothing to verify: no attestation, no results, files that are missing.
 */
export function verifyAttestation(path: string, against: Against): Verified {
  const { suite, key: expected } = against
  const file = isFolder(path) ? join(path, attestationFile) : path
  const folder = dirname(resolve(file))
  const { statement, signer, publicKey, intact } = open(read(file), file)
  const attested = new Map(statement.subject.map(({ name, digest }) => [name, digest.sha256]))
  const there = new Set(filesBelow(folder))
  const missing = [...attested.keys()].filter((name) => !there.has(name))
  if (missing.length > 0) throw new ConfigError(whatIsMissing(missing, folder))
  const results = readResults(join(folder, resultsFile))
  const changed = [...attested].filter(([name, digest]) => digestOf(folder, name) !== digest).map(([name]) => name)
  const added = entriesBelow(folder).filter((name) => !attested.has(name) && !isBesideRun(name))
  const compared = compareWithSuite(results, { folder, attested: [...attested.keys()], changed, added }, suite)
  const problems = [
    ...(intact ? [] : [`${file}: the signature does not hold, or the file was changed`]),
    ...(expected && keyId(expected) !== keyId(publicKey)
      ? [`${file}: another key signed (${keyId(publicKey).slice(0, 16)}…), not the one given`]
      : []),
    ...(attested.has(resultsFile) ? [] : [`${file} does not cover ${resultsFile}`]),
    ...changed.map((name) => `${name} was changed`),
    ...recompute(results, (name) => (attested.has(name) ? readEvidence(folder, name) : undefined)),
    ...compared.problems,
    ...policyProblem(results, against),
  ]
  return {
    ...compared,
    problems,
    added: [...added.filter(isOurs), ...added.filter((name) => !isOurs(name))],
    files: attested.size,
    signer,
    keyId: keyId(publicKey),
    results,
    place: folder,
  }
}

/** A policy of the same name may say something else. */
const policyProblem = ({ policy: by }: Results, { policy }: Against): readonly string[] =>
  policy && by && by.digest !== policy.digest
    ? [`the verdicts stand by the policy "${by.name}" (sha256 ${by.digest.slice(0, 12)}…), not by the one given`]
    : []

const whatIsMissing = ([first = '', ...more]: readonly string[], folder: string): string =>
  `${first}${more.length > 0 ? ` and ${more.length} more` : ''} of the attested files ${more.length > 0 ? 'are' : 'is'} missing in ${folder}: verify the whole report folder, evidence included.`

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new ConfigError(`${file} cannot be read: name the attestation.json of a report folder.`, { cause })
  }
}
