import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Results } from '../harness/contracts/results.js'
import { besideFiles, resultsFile, type viewFiles } from '../harness/evidence/files.js'
import { writeAtomically } from './atomic.js'
import { badge } from './badge.js'
import { earl } from './earl.js'
import { evidenceIn } from './evidence-files.js'
import { page } from './html/page.js'
import { junit } from './junit.js'
import { summaryMarkdown } from './markdown.js'

/**
 * Every view of a folder with `results.json` and the evidence, by its name there. Nothing else goes into it, neither
 * machine nor time, so that each is the same wherever it is made. Reports a missing or broken evidence file at its check.
 * @throws Error where `results.json` cannot be read or is of another version.
 */
export function viewsOf(folder: string): ReadonlyMap<string, string> {
  const { results, digest } = readResults(folder)
  const evidenceOf = evidenceIn(folder)
  const { index, beside } = page(results, evidenceOf, digest)
  const views: Readonly<Record<(typeof viewFiles)[number], string>> = {
    'junit.xml': junit(results, evidenceOf),
    'earl.jsonld': earl(results),
    'summary.md': summaryMarkdown(results, evidenceOf),
    'badge.svg': badge(results),
    'index.html': index,
  }
  return new Map([...Object.entries(views), ...beside])
}

/**
 * Writes every view into its folder, each atomically; may be repeated at any time.
 * @throws Error as `viewsOf`, or where a file cannot be written.
 */
export async function writeReports(folder: string): Promise<void> {
  const views = viewsOf(folder)
  for (const [name, text] of views) await writeAtomically(join(folder, name), text)
  const stale = besideFiles(folder).filter((name) => !views.has(name))
  for (const name of stale) await rm(join(folder, name))
}

// Not validated by the schema: a report of a slightly odd file beats none.
function readResults(folder: string): { readonly results: Results; readonly digest: string } {
  const path = join(folder, resultsFile)
  const bytes = readFileSync(path)
  const value: unknown = JSON.parse(bytes.toString('utf8'))
  if (!isResults(value)) throw new Error(`${path} is not a results file of version 1`)
  return { results: value, digest: createHash('sha256').update(bytes).digest('hex') }
}

function isResults(value: unknown): value is Results {
  if (typeof value !== 'object' || value === null) return false
  const { version, run, suite, targets, checks, requirements, assumptions } = value as Partial<Results>
  const lists = [targets, checks, requirements, assumptions]
  return version === 1 && run !== undefined && suite !== undefined && lists.every(Array.isArray)
}
