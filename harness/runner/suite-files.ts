import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { collect, type RegisteredCheck } from '../check/registry.js'
import { packageFile } from '../run/version.js'

const suitesFolder = packageFile('suites')

/** Every file of checks by its name below `suites`, in the order in which they are listed. */
export const suiteFiles = (): readonly string[] =>
  readdirSync(suitesFolder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.spec.js'))
    .sort()

/** A check with the file that holds it, below `suites`. */
export interface FiledCheck extends RegisteredCheck {
  readonly file: string
}

const loaded = new Map<string, readonly FiledCheck[]>()

/** Loads files of checks, one after another, so that each check is its file's; a file that was loaded before registers nothing again. */
export async function loadChecks(files: readonly string[]): Promise<readonly FiledCheck[]> {
  for (const file of files.filter((name) => !loaded.has(name))) {
    const own = await collect(() => import(pathToFileURL(join(suitesFolder, file)).href))
    loaded.set(
      file,
      own.map((check) => ({ ...check, file })),
    )
  }
  return files.flatMap((file) => loaded.get(file) ?? [])
}
