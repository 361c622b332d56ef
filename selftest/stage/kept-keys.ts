import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keptKeysVariable } from '../../ca/index.js'

let folder: string | undefined

/** Variable by which all runs that this process starts share their keys; they are removed when it ends. */
export function keptKeys(): Readonly<Record<string, string>> {
  const given = process.env[keptKeysVariable]
  if (given !== undefined) return { [keptKeysVariable]: given }
  if (folder === undefined) {
    const made = mkdtempSync(join(tmpdir(), 'assay-keys-'))
    process.once('exit', () => rmSync(made, { recursive: true, force: true }))
    folder = made
  }
  return { [keptKeysVariable]: folder }
}
