import { stripVTControlCharacters } from 'node:util'
import { ConfigError } from '../contracts/errors.js'

/** Exit codes that are not the gate's. */
export const exitCodes = { configuration: 3, harness: 4, interrupted: 130 } as const

/** Says what is wrong in one sentence, never with a stack trace, and returns the exit code. */
export function complain(error: unknown): number {
  if (error instanceof ConfigError) {
    for (const line of error.message.split('\n')) process.stderr.write(`assay: ${stripVTControlCharacters(line)}\n`)
    return exitCodes.configuration
  }
  process.stderr.write(`assay: ${stripVTControlCharacters(sentence(error))}\n`)
  return exitCodes.harness
}

const systemErrors: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full; nothing half-written was left. Free some space and run again.',
  EACCES: 'this user may not read or write that; let it, or choose another folder.',
  EROFS: 'that file system is read-only; choose another folder.',
  ENOTDIR: 'a file stands where a folder is needed; choose another folder.',
  EFBIG: 'the file would be larger than this process may write; nothing half-written was left.',
}

function sentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, path } = error as NodeJS.ErrnoException
  const known = code === undefined ? undefined : systemErrors[code]
  if (known !== undefined) return `${path ?? 'writing'}: ${known}`
  return `${error.message.split('\n')[0]} This is a defect of Assay or of this machine, not of the target.`
}
