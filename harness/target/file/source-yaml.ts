import { type Document, isMap, isNode, isScalar, LineCounter, type Node, parseAllDocuments } from 'yaml'
import { ConfigError } from '../../contracts/errors.js'
import type { KeyPath, Place, SourceDocument } from './source.js'

/** Documents of a YAML or JSON text with the places of their keys and values. JSON is read as the YAML that it also is. */
export const readYaml = (
  file: string,
  text: string,
  style: 'yaml' | 'json',
  needs: string,
): readonly SourceDocument[] => {
  const lines = new LineCounter()
  const place = (offset: number): Place => {
    const { line, col } = lines.linePos(offset)
    return { line, column: col }
  }
  const parsed = parseAllDocuments(text, { lineCounter: lines, prettyErrors: false, merge: true })
  const documents = Array.isArray(parsed) ? parsed.filter(({ contents }) => isNode(contents) && !isEmpty(contents)) : []
  // Errors after the first only follow from it.
  const [error] = documents.flatMap((document) => document.errors)
  if (error) {
    const { line, column } = place(error.pos[0])
    // A plain `${NAME}` is YAML's own syntax within { } and [ ].
    const hint = text.split('\n')[line - 1]?.includes('${') ? ' Put ${…} into quotes within { } and [ ].' : ''
    throw new ConfigError(
      `${file}:${line}:${column}: not readable as ${style.toUpperCase()}: ${sentence(error.message)}${hint}`,
    )
  }
  if (documents.length === 0) throw new ConfigError(`${file} is empty, but needs at least ${needs}.`)
  if (style === 'json') requireJson(file, text)
  return documents.map((document) => ({
    file,
    data: toData(file, document),
    locate: (path, at) => place(find(document, path, at)),
    style,
  }))
}

const isEmpty = (node: Node): boolean => isScalar(node) && node.value === null

const sentence = (message: string): string => `${message.replace(/\s+/g, ' ').replace(/[.:]$/, '')}.`

const toData = (file: string, document: Document): unknown => {
  try {
    return document.toJS()
  } catch (cause) {
    throw new ConfigError(
      `${file}: not readable as YAML: ${sentence(cause instanceof Error ? cause.message : String(cause))}`,
      { cause },
    )
  }
}

const requireJson = (file: string, text: string): void => {
  try {
    JSON.parse(text)
  } catch (cause) {
    throw new ConfigError(
      `${file}: not readable as JSON: ${sentence(cause instanceof Error ? cause.message : String(cause))}`,
      { cause },
    )
  }
}

/** Offset of the deepest part of `path` that the text holds. */
const find = (document: Document, path: KeyPath, at: 'key' | 'value'): number => {
  for (let depth = path.length; depth > 0; depth--) {
    const parent = depth === 1 ? document.contents : document.getIn(path.slice(0, depth - 1), true)
    const name = path[depth - 1]
    const pair = isMap(parent) ? parent.items.find(({ key }) => isScalar(key) && String(key.value) === name) : undefined
    const value = document.getIn(path.slice(0, depth), true)
    const wanted = at === 'key' || depth < path.length ? (pair?.key ?? value) : (value ?? pair?.key)
    if (isNode(wanted) && wanted.range) return wanted.range[0]
  }
  return document.contents?.range?.[0] ?? 0
}
