import { join } from 'node:path'
import { compareFiles } from '../../harness/evidence/files.js'
import { writeAtomically } from '../atomic.js'
import { compareMarkdown } from './markdown.js'
import { comparePage } from './page.js'
import type { Side } from './turned.js'

/** Writes `compare.html` and `compare.md` into a folder, each whole or not at all. @returns the path of the page, and the text. */
export async function writeComparison(
  folder: string,
  before: Side,
  now: Side,
): Promise<{ readonly file: string; readonly text: string }> {
  const [page, markdown] = compareFiles
  const text = compareMarkdown(before, now)
  await writeAtomically(join(folder, page), comparePage(before, now))
  await writeAtomically(join(folder, markdown), text)
  return { file: join(folder, page), text }
}
