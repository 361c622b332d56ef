import type { KeyObject } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { ConfigError } from '../contracts/errors.js'
import type { Results } from '../contracts/results.js'
import { attestationFile, resultsFile } from '../evidence/files.js'
import { readResults } from '../evidence/read-results.js'
import { readEvidence } from '../evidence/store.js'
import { attestable, digestOf } from './digests.js'
import { type Opened, open } from './envelope.js'
import { keyId } from './keys.js'
import { recompute } from './recompute.js'

/** What a report folder was found to be, compared with its attestation. */
export interface Verified {
  /** Everything that is not as it was attested, or says something else than the evidence; empty where all holds. */
  readonly problems: readonly string[]
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

/**
 * Verifies an attestation: signature, digests, and the verdict, which is computed anew from the evidence.
 * @param path `attestation.json`, or its folder.
 * @param expected The key that must have signed; otherwise the one that the envelope names.
 * @throws ConfigError where there is nothing to verify: no attestation, no results, files that are missing.
 */
export function verifyAttestation(path: string, expected?: KeyObject): Verified {
  const file = isFolder(path) ? join(path, attestationFile) : path
  const folder = dirname(resolve(file))
  const { statement, signer, publicKey, intact } = open(read(file), file)
  const attested = new Map(statement.subject.map(({ name, digest }) => [name, digest.sha256]))
  const there = new Set(attestable(folder))
  const missing = [...attested.keys()].filter((name) => !there.has(name))
  if (missing.length > 0) throw new ConfigError(whatIsMissing(missing, folder))
  const results = readResults(join(folder, resultsFile))
  const problems = [
    ...(intact ? [] : [`${file}: the signature does not hold, or the file was changed`]),
    ...(expected && keyId(expected) !== keyId(publicKey)
      ? [`${file}: another key signed (${keyId(publicKey).slice(0, 16)}…), not the one given`]
      : []),
    ...(attested.has(resultsFile) ? [] : [`${file} does not cover ${resultsFile}`]),
    ...[...attested].flatMap(([name, digest]) => (digestOf(folder, name) === digest ? [] : [`${name} was changed`])),
    ...recompute(results, (name) => (attested.has(name) ? readEvidence(folder, name) : undefined)),
  ]
  const added = [...there].filter((name) => !attested.has(name))
  return { problems, added, files: attested.size, signer, keyId: keyId(publicKey), results, place: folder }
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
