import { accessSync, constants, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  allureFolder,
  attestationFile,
  besideFiles,
  compareFiles,
  policiesFolder,
  resultsFile,
  viewFiles,
} from '../evidence/files.js'
import { clearEvidence } from '../evidence/store.js'
import { inPlainWords } from '../target/kit/private-file.js'

/** Makes the folder of the results. @throws ConfigError when it cannot be written. */
export function makeOut(out: string): void {
  writable(out, () => mkdirSync(out, { recursive: true }))
  writable(out, () => accessSync(out, constants.W_OK))
}

/** A new temporary folder for one run. @throws ConfigError when there cannot be one. */
export const makeRunFolder = (): string => writable(tmpdir(), () => mkdtempSync(join(tmpdir(), 'assay-')))

/** What is about to be written: where, and of whom. */
interface Written {
  readonly out: string
  readonly targets: readonly { readonly name: string; readonly roles: readonly string[] }[]
}

/** Removes the report of an earlier run, so that none of it can be taken for this one's. */
export function forgetEarlierRun({ out, targets }: Written): void {
  for (const name of [resultsFile, attestationFile, ...viewFiles, ...compareFiles, ...besideFiles(out)])
    rmSync(join(out, name), { force: true })
  for (const name of [allureFolder, policiesFolder]) rmSync(join(out, name), { recursive: true, force: true })
  for (const { name, roles } of targets) for (const role of roles) clearEvidence(out, name, role)
}

/** When the run began of which that folder holds the results, ISO 8601; `undefined` where it holds none. */
export function startOfReport(out: string): string | undefined {
  try {
    const { run } = JSON.parse(readFileSync(join(out, resultsFile), 'utf8')) as { run?: { startedAt?: unknown } }
    return typeof run?.startedAt === 'string' ? run.startedAt : undefined
  } catch {
    return undefined
  }
}

function writable<T>(path: string, use: () => T): T {
  try {
    return use()
  } catch (error) {
    throw inPlainWords(path, error)
  }
}
