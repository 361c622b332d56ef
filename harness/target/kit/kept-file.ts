import { readFileSync } from 'node:fs'
import { ConfigError } from '../../contracts/errors.js'
import type { Json } from '../../contracts/json.js'

/**
 * What an earlier run kept in a file as JSON; `undefined` where there is none.
 * @throws ConfigError where it cannot be read, or is not whole: what is made anew would take its place for good.
 */
export function readKept(file: string): Json | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Json
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    const why = code === undefined ? 'it holds no JSON, or not all of it' : `${code} came of reading it`
    throw new ConfigError(`${file} is no state of Assay: ${why}. Remove it, or name another folder with --state.`, {
      cause,
    })
  }
}
