import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
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
