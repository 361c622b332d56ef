import { readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { ValidateFunction } from 'ajv'
import { ConfigError } from '../contracts/errors.js'
import type { Results } from '../contracts/results.js'
import { keyOf } from './compare.js'
import { resultsFile } from './files.js'

/** Results as they lie on a disk. */
export interface KeptResults {
  /** Folder that evidence files are relative to. */
  readonly folder: string
  readonly file: string
  readonly results: Results
}

/**
 * Reads results from their file, or from the folder that holds them.
 * @returns `undefined` for the folder of a run that came to no results.
 * @throws ConfigError for what is not there, and as `readResults`.
 */
export function findResults(path: string): KeptResults | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) throw new ConfigError(`${path} does not exist: name a ${resultsFile}, or the folder that holds it.`)
  const file = found.isDirectory() ? join(path, resultsFile) : path
  if (found.isDirectory() && !statSync(file, { throwIfNoEntry: false })) return undefined
  return { folder: dirname(file), file, results: readResults(file) }
}

/**
 * Reads a results file that somebody else may have written.
 * @throws ConfigError where there is none, or it is no results file of version 1 by its schema.
 */
export function readResults(file: string): Results {
  const value = parsed(file, textOf(file))
  const validate = validator()
  if (!validate(value)) {
    const [error] = validate.errors ?? []
    throw foreign(file, `${error?.instancePath || 'as a whole'} ${error?.message}`)
  }
  const { run, checks } = value as Results
  for (const time of ['startedAt', 'finishedAt'] as const)
    if (Number.isNaN(Date.parse(run[time]))) throw foreign(file, `/run/${time} must be a time`)
  const twice = checks.length - new Set(checks.map(keyOf)).size
  if (twice > 0) throw foreign(file, `/checks holds ${twice} of them twice`)
  return value as Results
}

const foreign = (file: string, why: string): ConfigError =>
  new ConfigError(`${file} is no results file of version 1 (${why}): name one that \`assay certify\` wrote.`)

let compiled: ValidateFunction | undefined

/** Loaded and compiled when first needed: a run reads no results. */
function validator(): ValidateFunction {
  if (compiled) return compiled
  const load = createRequire(import.meta.url)
  const { Ajv2020 } = load('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js')
  compiled = new Ajv2020({ strict: false, validateFormats: false }).compile(
    load('../contracts/results.schema.json') as object,
  )
  return compiled
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new ConfigError(`${file} cannot be read: name a results file that \`assay certify\` wrote.`, { cause })
  }
}

function parsed(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ConfigError(`${file} is no JSON, or was cut short: name a results file that \`assay certify\` wrote.`, {
      cause,
    })
  }
}
