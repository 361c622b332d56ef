import { createReadStream } from 'node:fs'
import type { DocumentKind } from '../contracts/document-kinds.js'
import { ConfigError } from '../contracts/errors.js'
import { isEnvelope } from './envelope.js'

/** Longest document that is read, bytes. */
export const sizeLimit = 5 * 1024 * 1024
/** Deepest nesting that is read. */
export const depthLimit = 100

/** The text of a file, which is taken to be UTF-8. Throws as `readBytes` does. */
export const readText = async (file: string): Promise<string> => (await readBytes(file)).toString('utf8')

/** Reads a file, or standard input for `-`. Throws a `ConfigError` of one sentence when it cannot be read or is too long. */
export async function readBytes(file: string, input: NodeJS.ReadableStream = process.stdin): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of file === '-' ? input : createReadStream(file)) {
      chunks.push(Buffer.from(chunk as Buffer))
      size += chunks.at(-1)?.length ?? 0
      if (size > sizeLimit) break
    }
  } catch (cause) {
    throw new ConfigError(`${nameOf(file)} cannot be read: ${reasonOf(cause)}.`, { cause })
  }
  if (size > sizeLimit)
    throw new ConfigError(
      `${nameOf(file)} is longer than ${sizeLimit / 1024 / 1024} MB, which no document of this kind is.`,
    )
  return Buffer.concat(chunks)
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'this user may not read it',
  EISDIR: 'it is a folder',
}

const reasonOf = (cause: unknown): string => {
  const { code = '' } = cause as NodeJS.ErrnoException
  return reasons[code] ?? (code || 'reading fails')
}

/** A file in a sentence. */
export const nameOf = (file: string): string => (file === '-' ? 'Standard input' : file)

/**
 * What is to be validated of a text: the text itself for a JWT or an enveloped credential, parsed JSON for all else.
 * Throws a `ConfigError` of one sentence when it is not JSON, or nested beyond reason.
 */
export function parseDocument(kind: DocumentKind, text: string, name: string): unknown {
  const bare = bareOf(text)
  if (kind === 'jwt' || (kind === 'credential' && isEnvelope(bare))) return bare
  if (isTooDeep(bare)) throw new ConfigError(`${name} is nested more than ${depthLimit} levels deep.`)
  try {
    return JSON.parse(bare)
  } catch (cause) {
    throw new ConfigError(`${name} is not JSON${placeOf(cause, bare)}.`, { cause })
  }
}

/** Text without byte-order mark and white space around it. */
export const bareOf = (text: string): string => text.replace(/^\ufeff/, '').trim()

/** Counts brackets outside strings in one pass, so that nothing deep is ever built. */
function isTooDeep(text: string): boolean {
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at += 1) {
    const mark = text[at]
    if (mark === '"') inString = !inString
    else if (inString && mark === '\\') at += 1
    else if (!inString && (mark === '[' || mark === '{')) depth += 1
    else if (!inString && (mark === ']' || mark === '}')) depth -= 1
    if (depth > depthLimit) return true
  }
  return false
}

/** Line and column at which the parser gave up, without quoting the text. */
function placeOf(cause: unknown, text: string): string {
  const position = /position (\d+)/.exec(String(cause))?.[1]
  if (text === '') return ': it is empty'
  if (position === undefined) return ''
  const before = text.slice(0, Number(position)).split('\n')
  return ` (line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1})`
}
