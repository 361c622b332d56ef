import { stringify } from 'yaml'
import { z } from 'zod'
import type { KeyPath, Place, SourceDocument } from './source.js'
import { nearest } from './spelling.js'

/** Something wrong at one place of a settings file. */
export interface Problem {
  readonly path: KeyPath
  readonly at: 'key' | 'value'
  /** Completes the sentence that begins with the key path. */
  readonly says: string
  /** `false` where a legal example would not help. */
  readonly example?: false
}

/** A part of a JSON Schema, as far as messages need it. */
interface SchemaNode {
  readonly properties?: Readonly<Record<string, SchemaNode>>
  readonly items?: SchemaNode
  readonly additionalProperties?: SchemaNode | boolean
  readonly anyOf?: readonly SchemaNode[]
  readonly enum?: readonly unknown[]
  readonly examples?: readonly unknown[]
}

type Issue = z.core.$ZodIssue

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of keys',
  record: 'a group of keys',
}

const jsonSchema = (schema: z.ZodType): SchemaNode =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as SchemaNode

/** What zod found, in the words of a person. `written` is the document before values from the environment. */
export const problemsOf = (issues: readonly Issue[], schema: z.ZodType, written: unknown): readonly Problem[] => {
  const json = jsonSchema(schema)
  return issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) =>
          unknownKey([...issue.path, key], Object.keys(nodeAt(json, issue.path)?.properties ?? {})),
        )
      : [invalid(issue, json, written)],
  )
}

const unknownKey = (path: KeyPath, known: readonly string[]): Problem => {
  const meant = nearest(String(path.at(-1)), known)
  return {
    path,
    at: 'key',
    says: `is not a known key; ${meant ? `did you mean ${meant}?` : knownHere(known)}`,
  }
}

/** A list that nobody would read, such as that of all requirements, is had by a command. */
const knownHere = (known: readonly string[]): string =>
  known.length > 50 ? '`assay list` shows all' : `known here: ${known.join(', ')}`

const invalid = (issue: Issue, json: SchemaNode, written: unknown): Problem => {
  const { path } = issue
  const value = valueAt(written, path)
  const node = nodeAt(json, path)
  if (value === undefined) return { path, at: 'key', says: 'is missing' }
  if (value === null || value === '') return { path, at: 'value', says: 'is empty' }
  if (issue.code === 'invalid_value')
    return { path, at: 'value', says: `is ${show(value, path)}, ${choice(value, issue.values.map(String))}` }
  if (issue.code === 'custom' && typeof value === 'object') return { path, at: 'key', says: issue.message }
  return { path, at: 'value', says: `is ${show(value, path)}, but ${requirement(issue, node)}` }
}

const choice = (value: unknown, words: readonly string[]): string => {
  const meant = nearest(String(value), words)
  return meant ? `but did you mean ${meant}?` : `but must be one of ${words.join(', ')}`
}

const requirement = (issue: Issue, node: SchemaNode | undefined): string => {
  if (issue.code === 'invalid_type') return `must be ${kinds[issue.expected] ?? issue.expected}`
  if (issue.code === 'too_small' && issue.origin === 'array') return 'must have at least one entry'
  if (issue.code === 'too_small') return `must be at least ${issue.minimum}`
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}`
  return node ? issue.message : 'is not allowed here'
}

/** A value as it stands in the file, short, and never a password, which a step of a login may hold too. */
export const show = (value: unknown, path: KeyPath): string => {
  if (path.includes('password') || path.join('.').endsWith('fill.value')) return 'a value that is not shown'
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list'
  if (typeof value === 'object' && value !== null) return 'a group of keys'
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 80 ? `${text.slice(0, 77)}…` : text
}

/** What stands at `path`, or `undefined`. */
export const valueAt = (data: unknown, path: KeyPath): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? value[key as keyof typeof value]
        : undefined,
    data,
  )

/** The positions of a list at `path`; none where there is no list. */
export const indices = (data: unknown, path: KeyPath): readonly number[] => {
  const entries = valueAt(data, path)
  return Array.isArray(entries) ? [...entries.keys()] : []
}

const nodeAt = (node: SchemaNode | undefined, path: KeyPath): SchemaNode | undefined => {
  const [key, ...rest] = path
  if (key === undefined) return node
  const next = typeof key === 'number' ? node?.items : (node?.properties?.[String(key)] ?? entryOf(node))
  return nodeAt(next?.anyOf?.[0] ?? next, rest)
}

const entryOf = (node: SchemaNode | undefined): SchemaNode | undefined =>
  typeof node?.additionalProperties === 'object' ? node.additionalProperties : undefined

/** `target.roles[0]`. */
export const pathName = (path: KeyPath): string =>
  path.reduce<string>(
    (name, key) => (typeof key === 'number' ? `${name}[${key}]` : name ? `${name}.${String(key)}` : String(key)),
    '',
  )

/** One sentence per problem in the order of the file: where, what, and a legal example where the schema has one. */
export const sentencesFor = (
  problems: readonly Problem[],
  source: SourceDocument,
  schema: z.ZodType | undefined,
  prefix: KeyPath = [],
): string[] => {
  const json = schema ? jsonSchema(schema) : {}
  const seen = new Set<string>()
  return problems
    .map((problem) => ({ ...problem, full: [...prefix, ...problem.path] }))
    .filter(({ full }) => !seen.has(pathName(full)) && seen.add(pathName(full)))
    .map((problem) => ({ ...problem, place: source.locate(problem.full, problem.at) }))
    .sort((a, b) => order(a.place) - order(b.place))
    .map(({ path, full, says, place, example: wanted }) => {
      const where = place ? `${source.file}:${place.line}:${place.column}` : source.file
      const example = wanted === false || says.endsWith('?') ? '' : exampleOf(json, path, source.style)
      return `${where}: ${pathName(full) || 'the document'} ${says}${example}${says.endsWith('?') ? '' : '.'}`
    })
}

const order = (place: Place | undefined): number => (place ? place.line * 10_000 + place.column : 0)

const exampleOf = (json: SchemaNode, path: KeyPath, style: SourceDocument['style']): string => {
  const node = nodeAt(json, path)
  const example = node?.examples?.[0] ?? node?.enum?.[0]
  if (example === undefined) return ''
  const key = path.findLast((part) => typeof part === 'string')
  const entry = typeof path.at(-1) === 'number' ? [example] : example
  return `; for example ${
    style === 'json'
      ? `${JSON.stringify(key)}: ${JSON.stringify(entry)}`
      : stringify({ [String(key)]: entry }, { collectionStyle: 'flow' })
          .trim()
          .replace(/^\{ (.*) \}$/s, '$1')
  }`
}
