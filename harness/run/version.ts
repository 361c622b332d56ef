import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Root of the package: the nearest folder upwards that holds `package.json`. */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  return folder
}

/** Version of the suite, from `package.json`. */
export const suiteVersion = (): string =>
  (createRequire(import.meta.url)(join(packageRoot(), 'package.json')) as { version: string }).version

/** A compiled file of the package by its path below `dist/`. */
export const packageFile = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** Rooms of the build from which verdicts and views follow. */
const rooms = ['ca', 'harness', 'reports', 'requirements', 'suites']

let digest: string | undefined

/** SHA-256 of that code, lower-case hex. Unlike the version it tells apart what was built between two releases. */
export function buildDigest(): string {
  if (digest !== undefined) return digest
  const hash = createHash('sha256')
  for (const room of rooms)
    for (const name of readdirSync(packageFile(room), { recursive: true, encoding: 'utf8' }).map(slashed).sort())
      if (/\.js(on)?$/.test(name)) hash.update(`${room}/${name}\n`).update(readFileSync(packageFile(`${room}/${name}`)))
  digest = hash.digest('hex')
  return digest
}

const slashed = (name: string): string => name.replaceAll(sep, '/')
