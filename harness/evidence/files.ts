import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The results of a run, in the folder of `--out`; every view is made from it and from the evidence. */
export const resultsFile = 'results.json'

/** Views of the results, in the folder of `--out`. */
export const viewFiles = ['index.html', 'junit.xml', 'earl.jsonld', 'summary.md', 'badge.svg'] as const

/** Name of a page beside `index.html`, with evidence for which that has no room; counted from 1. */
export const besideFile = (number: number): string => `evidence-${number}.html`

/** The pages beside `index.html` that a folder holds. */
export const besideFiles = (folder: string): readonly string[] => readdirSync(folder).filter(isBeside)

/** Whether a file of that folder is a view, or a page beside one, by its name. */
export const isView = (name: string): boolean => isBeside(name) || viewFiles.some((one) => one === name)

const isBeside = (name: string): boolean => /^evidence-\d+\.html$/.test(name)

/** The signed list of the digests of all other files of that folder. */
export const attestationFile = 'attestation.json'

/** One page about many runs, in the folder of `--out` of `assay report`. */
export const overviewFile = 'overview.html'

/** The comparison with another run as a page and for the page of a CI job; beside the results of a run that had a baseline. */
export const compareFiles = ['compare.html', 'compare.md'] as const

/** What Allure makes its pages of, in the folder of `--out`; only on request. */
export const allureFolder = 'allure-results'

/**
 * Readings of the results by the policies of operators, each a report folder of its own with an attestation of its own;
 * in the folder of `--out`, beside the run's own attestation.
 */
export const policiesFolder = 'policies'

/** Lies in the folder of `--out` while a run writes there, and is none of its results. */
export const lockFile = '.assay-lock'

/** Whether a file of that folder was written by Assay, by its name with `/` between its parts. */
export const isOurs = (name: string): boolean =>
  isView(name) ||
  [resultsFile, attestationFile, ...compareFiles].some((one) => one === name) ||
  ['evidence', allureFolder, policiesFolder].includes(name.split('/')[0] as string)

/** Every regular file below a folder but its lock, by its name with `/` between its parts, sorted. Links are not followed. */
export const filesBelow = (folder: string): readonly string[] =>
  below(folder)
    .filter(({ isFile }) => isFile)
    .map(({ name }) => name)
    .sort()

/** As `filesBelow`, with all else that is no regular file and no folder, such as a link, and folders that may not be read. */
export const entriesBelow = (folder: string): readonly string[] =>
  below(folder)
    .map(({ name }) => name)
    .sort()

interface Entry {
  readonly name: string
  readonly isFile: boolean
}

const below = (folder: string, prefix = ''): readonly Entry[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry): readonly Entry[] => {
    const name = `${prefix}${entry.name}`
    if (name === lockFile) return []
    if (!entry.isDirectory()) return [{ name, isFile: entry.isFile() }]
    try {
      return below(join(folder, entry.name), `${name}/`)
    } catch (error) {
      if (isDenied(error)) return [{ name, isFile: false }]
      throw error
    }
  })

/** Whether an error says that a file may not be read. */
export const isDenied = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'EPERM')
