import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Results } from '../harness/evidence/results-types.js'
import { writeAtomically } from './atomic.js'
import { evidenceIn } from './evidence-files.js'
import { page } from './html/page.js'
import { junit } from './junit.js'

/**
 * Writes `index.html` and `junit.xml` into a folder that holds `results.json` and the evidence, each atomically. May be run again at
 * any time. A missing or broken evidence file is said at its check.
 * @throws Error where `results.json` cannot be read or is of another version, or a file cannot be written
 */
export async function writeReports(folder: string): Promise<void> {
  const results = await readResults(folder)
  const evidenceOf = evidenceIn(folder)
  await writeAtomically(join(folder, 'junit.xml'), junit(results, evidenceOf))
  await writeAtomically(join(folder, 'index.html'), page(results, evidenceOf))
}

// Not validated by the schema: a report of a slightly odd file beats none.
async function readResults(folder: string): Promise<Results> {
  const path = join(folder, 'results.json')
  const value: unknown = JSON.parse(await readFile(path, 'utf8'))
  if (!isResults(value)) throw new Error(`${path} is not a results file of version 1`)
  return value
}

function isResults(value: unknown): value is Results {
  if (typeof value !== 'object' || value === null) return false
  const { version, run, suite, targets, checks, requirements, assumptions } = value as Partial<Results>
  const lists = [targets, checks, requirements, assumptions]
  return version === 1 && run !== undefined && suite !== undefined && lists.every(Array.isArray)
}
