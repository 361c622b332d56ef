import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { ConfigError } from '../../contracts/errors.js'
import { readModule } from './source-module.js'
import { readYaml } from './source-yaml.js'

export type KeyPath = readonly PropertyKey[]

/** A place in a file, both counted from 1. */
export interface Place {
  readonly line: number
  readonly column: number
}

/** One document of a settings file, before values from the environment. */
export interface SourceDocument {
  readonly file: string
  readonly data: unknown
  /** Where a key or a value stands, if that is known. */
  readonly locate: (path: KeyPath, at: 'key' | 'value') => Place | undefined
  /** How an example has to be spelled. */
  readonly style: 'yaml' | 'json'
}

const modules = new Set(['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs'])

/**
 * Reads YAML, JSON or a TypeScript or JavaScript module; throws `ConfigError` naming the place where it cannot.
 * @param needs What to say that an empty file lacks.
 */
export const readSource = async (
  file: string,
  needs = 'target.name and target.roles',
): Promise<readonly SourceDocument[]> => {
  const ending = extname(file).toLowerCase()
  const text = await readText(file)
  if (modules.has(ending)) return readModule(file, text)
  if (['.yaml', '.yml', '.json'].includes(ending))
    return readYaml(file, text, ending === '.json' ? 'json' : 'yaml', needs)
  throw new ConfigError(`${file}: this kind of file is not known, use one that ends in .yaml, .json or .ts.`)
}

/** Text of a file, or a `ConfigError` in plain words. */
const readText = async (file: string): Promise<string> => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file))
  } catch (cause) {
    throw new ConfigError(`${file} ${whyUnreadable(cause)}.`, { cause })
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  EISDIR: 'is a folder, not a file',
  EACCES: 'may not be read by this user',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'is not text in UTF-8',
}

/** Completes "the file …" after a failed read. */
export const whyUnreadable = (cause: unknown): string => {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return reasons[code] ?? `cannot be read (${code || String(cause)})`
}
