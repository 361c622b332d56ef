import { spawnSync } from 'node:child_process'
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { findChromium } from '../../harness/browser/find.js'

/** What only the self-test needs of the machine. */
export const machineNeeds = [
  'chromium',
  'openssl',
  'javac',
  'python3',
  'python3-cryptography',
  'bash',
  'base64',
  'registry',
] as const
export type MachineNeed = (typeof machineNeeds)[number]

/** Environment variable by which `npm test` names what it looked for in vain and a test cannot see at once. */
export const withoutVariable = 'ASSAY_SELFTEST_WITHOUT'

/** Whether the machine has it; a registry counts as there unless `npm test` found none. */
export function isThere(need: MachineNeed): boolean {
  // A copy of the environment is looked at anew: `npm test` may have brought one since.
  if (need === 'chromium') return findChromium({ ...process.env }) !== undefined
  if (need === 'registry') return !(process.env[withoutVariable] ?? '').split(',').includes(need)
  if (need === 'python3-cryptography')
    return spawnSync('python3', ['-c', 'import cryptography.x509'], { stdio: 'ignore' }).status === 0
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter(isAbsolute)
    .some((folder) => isProgram(join(folder, need)))
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** The reason why a test that needs these is skipped here, for `skip` of `node:test`; false where nothing is missing. */
export function needs(...wanted: readonly MachineNeed[]): string | false {
  const missing = wanted.filter((need) => !isThere(need))
  return missing.length === 0 ? false : `missing on this machine: ${missing.join(', ')}`
}
