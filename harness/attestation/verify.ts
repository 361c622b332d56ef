import type { KeyObject } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { ConfigError } from '../contracts/errors.js'
import type { Results } from '../contracts/results.js'
import { attestationFile, resultsFile } from '../evidence/files.js'
import { readResults } from '../evidence/read-results.js'
import { readEvidence } from '../evidence/store.js'
import { unlikeSuite } from './completeness.js'
import { attestable, digestOf } from './digests.js'
import { type Opened, open } from './envelope.js'
import { keyId } from './keys.js'
import { recompute } from './recompute.js'
import { madeElsewhere, type OwnSuite } from './suite.js'

/** What a report folder was found to be, compared with its attestation. */
export interface Verified {
  /** Everything that is not as it was attested, or says something else than the evidence; empty where all holds. */
  readonly problems: readonly string[]
  /** What could not be verified, since another Assay made the report. */
  readonly unverified: readonly string[]
  /** Files of the folder that are not attested. */
  readonly added: readonly string[]
  readonly files: number
  readonly signer: Opened['signer']
  /** SHA-256 of the key that signed. */
  readonly keyId: string
  readonly results: Results
  /** The report folder. */
  readonly place: string
}

/** What a report is compared with, beside its own evidence. */
export interface Against {
  readonly suite: OwnSuite
  /** The key that must have signed; otherwise the one that the envelope names. */
  readonly key?: KeyObject | undefined
}

/**
 * Verifies an attestation: signature, digests, the verdict, which is computed anew from the evidence, and that the
 * results hold every check of the suite.
 * @param path `attestation.json`, or its folder.
 * @throws ConfigError where there is nothing to verify: no attestation, no results, files that are missing.
 */
export function verifyAttestation(path: string, { suite, key: expected }: Against): Verified {
  const file = isFolder(path) ? join(path, attestationFile) : path
  const folder = dirname(resolve(file))
  const { statement, signer, publicKey, intact } = open(read(file), file)
  const attested = new Map(statement.subject.map(({ name, digest }) => [name, digest.sha256]))
  const there = new Set(attestable(folder))
  const missing = [...attested.keys()].filter((name) => !there.has(name))
  if (missing.length > 0) throw new ConfigError(whatIsMissing(missing, folder))
  const results = readResults(join(folder, resultsFile))
  const { problems: unlike, unverified } = comparedWithSuite(results, suite)
  const problems = [
    ...(intact ? [] : [`${file}: the signature does not hold, or the file was changed`]),
    ...(expected && keyId(expected) !== keyId(publicKey)
      ? [`${file}: another key signed (${keyId(publicKey).slice(0, 16)}…), not the one given`]
      : []),
    ...(attested.has(resultsFile) ? [] : [`${file} does not cover ${resultsFile}`]),
    ...[...attested].flatMap(([name, digest]) => (digestOf(folder, name) === digest ? [] : [`${name} was changed`])),
    ...recompute(results, (name) => (attested.has(name) ? readEvidence(folder, name) : undefined)),
    ...unlike,
  ]
  const added = [...there].filter((name) => !attested.has(name))
  return { problems, unverified, added, files: attested.size, signer, keyId: keyId(publicKey), results, place: folder }
}

/** What another Assay has otherwise is nothing against a report. */
function comparedWithSuite(results: Results, suite: OwnSuite): Pick<Verified, 'problems' | 'unverified'> {
  const elsewhere = madeElsewhere(results, suite)
  if (elsewhere === undefined) return { problems: unlikeSuite(results, suite), unverified: [] }
  const { version, requirementsDigest } = results.suite
  const near = version === suite.version && requirementsDigest === suite.requirementsDigest
  return { problems: [], unverified: [elsewhere, ...(near ? unlikeSuite(results, suite) : [])] }
}

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
