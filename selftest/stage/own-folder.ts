import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'

/** Path of a folder that the calling tests have for themselves; it is gone when they end. */
export function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-selftest-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Paths below a folder, and a way to write a text there that returns its path. */
export function filesIn(folder: string) {
  const at = (...names: readonly string[]): string => join(folder, ...names)
  const write = (name: string, text: string): string => {
    writeFileSync(at(name), text)
    return at(name)
  }
  return { at, write }
}
