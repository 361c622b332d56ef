import { copyFileSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { ConfigError } from '../../contracts/errors.js'
import type { CheckResult } from '../../contracts/results.js'

/** A file of the evidence: where it lies, and where it belongs relative to `results.json`. */
export interface EvidenceFile {
  readonly from: string
  readonly to: string
}

/** Evidence files lie below `evidence/`; whatever else results may name is not ours. */
const evidenceName = /^evidence(\/[\w-][\w.-]*)+\.json$/

/**
 * All evidence of the checks, pictures included.
 * @param folderOf Folder of the results from which a check comes.
 * @throws ConfigError where a file is missing, or lies outside that folder.
 */
export function findEvidence(
  checks: readonly CheckResult[],
  folderOf: (check: CheckResult) => string,
): readonly EvidenceFile[] {
  const missing: string[] = []
  const files = checks.flatMap((check): EvidenceFile[] => {
    const { evidence: to } = check
    if (to === undefined) return []
    const folder = folderOf(check)
    const from = join(folder, to)
    if (to.length > 400 || !evidenceName.test(to))
      throw new ConfigError(`${folder}: ${JSON.stringify(to)} is no place for evidence.`)
    if (!isFileWithin(folder, from)) missing.push(from)
    const pictures = from.slice(0, -'.json'.length)
    const names = statSync(pictures, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(pictures) : []
    return [
      { from, to },
      ...names
        .map((name) => ({ from: join(pictures, name), to: join(to.slice(0, -'.json'.length), name) }))
        .filter((file) => isFileWithin(folder, file.from)),
    ]
  })
  if (missing.length > 0)
    throw new ConfigError(
      `${missing[0]} is missing${missing.length > 1 ? `, and ${missing.length - 1} more files of evidence` : ''}: fetch the whole folder of the run.`,
    )
  return files
}

/** Copies a file whole or not at all, making its folder. */
export function copyWhole(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  const part = `${to}.part`
  try {
    copyFileSync(from, part)
    renameSync(part, to)
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
}

/** Whether it is a file of that folder; a link that leads elsewhere is none. */
const isFileWithin = (folder: string, file: string): boolean =>
  statSync(file, { throwIfNoEntry: false })?.isFile() === true &&
  realpathSync(file).startsWith(`${realpathSync(folder)}${sep}`)
