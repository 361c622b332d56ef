import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Results } from '../contracts/results.js'
import { attestationFile, filesBelow, isOurs, policiesFolder } from '../evidence/files.js'

/**
 * Whether a file of a report folder is part of the report, by its name: what Assay writes there, and of the evidence
 * that of the checks. Not the attestation itself, and not what policies made of the run later.
 */
export function partOf({ checks }: Results): (name: string) => boolean {
  const evidence = new Set(checks.flatMap((check) => check.evidence ?? []))
  const isEvidence = (name: string): boolean =>
    evidence.has(name) || (/\/\d+\.png$/.test(name) && evidence.has(`${dirname(name)}.json`))
  return (name) =>
    isOurs(name) && !isBesideRun(name) && (name.startsWith('evidence/') ? isEvidence(name) : name !== 'evidence')
}

/** Whether a file has an attestation of its own, or is one. */
export const isBesideRun = (name: string): boolean => name === attestationFile || name.startsWith(`${policiesFolder}/`)

/** The files of a report folder that an attestation is about; whatever else lies there is not the report's. */
export const attestable = (folder: string, results: Results): readonly string[] =>
  filesBelow(folder).filter(partOf(results))

/** SHA-256 of a file, lower-case hex. */
export const digestOf = (folder: string, name: string): string =>
  createHash('sha256')
    .update(readFileSync(join(folder, name)))
    .digest('hex')
