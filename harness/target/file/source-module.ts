import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ConfigError } from '../../contracts/errors.js'
import type { KeyPath, Place, SourceDocument } from './source.js'

/** The default export of a TypeScript or JavaScript module, which may take `defineTarget` from `trust-assay` without installing it. */
export const readModule = async (file: string, text: string): Promise<readonly SourceDocument[]> => {
  // Loaded here, since no other kind of target file needs it, and a whole run does without.
  const { createJiti } = await import('jiti')
  const jiti = createJiti(import.meta.url, {
    fsCache: false,
    moduleCache: false,
    alias: { 'trust-assay': fileURLToPath(new URL('../define-target.js', import.meta.url)) },
  })
  const data = await jiti.import<unknown>(resolve(file), { default: true }).catch((cause: unknown) => {
    throw new ConfigError(`${file}: cannot be loaded: ${firstLine(cause)}.`, { cause })
  })
  const documents = Array.isArray(data) ? data : [data]
  return documents.map((document) => ({
    file,
    data: document,
    locate: (path) => locate(text, path),
    style: 'json' as const,
  }))
}

const firstLine = (cause: unknown): string =>
  (cause instanceof Error ? cause.message : String(cause)).split('\n', 1)[0]?.replace(/[\s.]+$/, '') ?? ''

/** A module has no positions at run time, so the line is given only where the key stands exactly once in the text. */
const locate = (text: string, path: KeyPath): Place | undefined => {
  const key = path.findLast((part) => typeof part === 'string')
  if (key === undefined) return undefined
  const found = [...text.matchAll(new RegExp(`(?<![\\w.$])(['"]?)${key.replace(/\W/g, '\\$&')}\\1\\s*:`, 'g'))]
  const offset = found.length === 1 ? found[0]?.index : undefined
  if (offset === undefined) return undefined
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}
