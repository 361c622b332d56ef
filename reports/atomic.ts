import { rename, rm, writeFile } from 'node:fs/promises'

/** Writes a file so that a reader sees the old or the new text, never a part: a file beside it, then a rename. */
export async function writeAtomically(path: string, text: string): Promise<void> {
  const beside = `${path}.${process.pid}.tmp`
  try {
    await writeFile(beside, text)
    await rename(beside, path)
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
}
