import { randomBytes } from 'node:crypto'
import { chmod, mkdir, rename, writeFile } from 'node:fs/promises'

/** Makes a folder that only its owner may enter (0700). */
export const makePrivateFolder = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
}

/** Writes a file that only its owner may read (0600). It appears complete or not at all, since other processes wait for it. */
export const writePrivateFile = async (path: string, content: string): Promise<void> => {
  const temporary = `${path}.${randomBytes(6).toString('hex')}`
  await writeFile(temporary, content, { mode: 0o600, flag: 'wx' })
  await rename(temporary, path)
}
