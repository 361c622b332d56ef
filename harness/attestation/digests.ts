import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { attestationFile, filesBelow, policiesFolder } from '../evidence/files.js'

/** The files of a report folder that an attestation is about: all but itself, and what policies made of them later. */
export const attestable = (folder: string): readonly string[] =>
  filesBelow(folder).filter((name) => name !== attestationFile && !name.startsWith(`${policiesFolder}/`))

/** SHA-256 of a file, lower-case hex. */
export const digestOf = (folder: string, name: string): string =>
  createHash('sha256')
    .update(readFileSync(join(folder, name)))
    .digest('hex')
