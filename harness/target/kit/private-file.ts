import { randomBytes } from 'node:crypto'
import { chmod, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ConfigError } from '../../contracts/errors.js'

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of this user is used up',
  ENOTDIR: 'a part of that path is a file, not a folder',
  EEXIST: 'there is a file of that name',
  ENOENT: 'the folder above it cannot be made',
}

/** What to say of a path that cannot be written. */
export const inPlainWords = (path: string, cause: unknown): ConfigError => {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return new ConfigError(
    `${path} cannot be written: ${reasons[code] ?? String(cause)}. Choose another folder, or make room there.`,
    { cause },
  )
}

/** Makes a folder of mode 0700, unless it is there; `ConfigError` when that is not possible. */
export const makePrivateFolder = async (folder: string): Promise<void> => {
  try {
    const made = await mkdir(folder, { recursive: true, mode: 0o700 })
    if (made !== undefined) await chmod(folder, 0o700)
  } catch (cause) {
    throw inPlainWords(folder, cause)
  }
}

/** The mode of a file that is there: a container of another user may have to read it. */
const modeOf = async (file: string): Promise<number | undefined> => (await stat(file).catch(() => undefined))?.mode

/** Writes a file, whole or not at all, making its folder; of mode 0600, unless it is there. `ConfigError` when that is not possible. */
export const writePrivate = async (file: string, content: string): Promise<void> => {
  await makePrivateFolder(dirname(file))
  const temporary = `${file}.${randomBytes(6).toString('hex')}`
  try {
    await writeFile(temporary, content, { mode: 0o600, flag: 'wx' })
    const mode = await modeOf(file)
    if (mode !== undefined) await chmod(temporary, mode & 0o777)
    await rename(temporary, file)
  } catch (cause) {
    await rm(temporary, { force: true })
    throw inPlainWords(file, cause)
  }
}
