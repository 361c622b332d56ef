import { accessSync, constants, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clearEvidence } from '../evidence/store.js'
import { inPlainWords } from '../target/private-file.js'
import type { RunFile } from './run-file.js'

/** Makes the folder of the results. @throws ConfigError when it cannot be written. */
export function makeOut(out: string): void {
  writable(out, () => mkdirSync(out, { recursive: true }))
  writable(out, () => accessSync(out, constants.W_OK))
}

/** A new temporary folder for one run. @throws ConfigError when there cannot be one. */
export const makeRunFolder = (): string => writable(tmpdir(), () => mkdtempSync(join(tmpdir(), 'assay-')))

/** Removes the report of an earlier run, so that none of it can be taken for this one's. */
export function forgetEarlierRun({ out, targets }: RunFile): void {
  for (const name of ['results.json', 'index.html', 'junit.xml']) rmSync(join(out, name), { force: true })
  for (const { name, roles } of targets) for (const role of roles) clearEvidence(out, name, role)
}

function writable<T>(path: string, use: () => T): T {
  try {
    return use()
  } catch (error) {
    throw inPlainWords(path, error)
  }
}
