import type { z } from 'zod'
import { substitute } from './environment.js'
import { type Problem, problemsOf, valueAt } from './problems.js'

/** A document after `${NAME}` were replaced and the schema was applied. */
export interface Validated<T> {
  /** Absent when the shape is wrong. */
  readonly parsed: T | undefined
  readonly data: unknown
  /** Values from the environment that nobody else may read. */
  readonly secrets: readonly string[]
  readonly problems: readonly Problem[]
}

/** Applies a schema of strict groups to a document as written; keys that begin with `x-` are dropped wherever groups stand, and `$schema` at the top. */
export const validate = <S extends z.ZodType>(
  schema: S,
  written: unknown,
  env: Readonly<Record<string, string | undefined>>,
): Validated<z.output<S>> => {
  const { data, from, secrets, problems } = substitute(written, env)
  const first = schema.safeParse(data)
  if (first.success) return { parsed: first.data, data, secrets, problems }
  for (const issue of first.error.issues) mend(data, issue, from)
  const second = schema.safeParse(data)
  return second.success
    ? { parsed: second.data, data, secrets, problems }
    : { parsed: undefined, data, secrets, problems: [...problems, ...problemsOf(second.error.issues, schema, written)] }
}

/** Names the schema of a document. */
const isForEditors = (name: string, path: readonly PropertyKey[]): boolean => name === '$schema' && path.length === 0

/** Drops `x-…` keys, and reads numbers and switches that came as text from the environment. */
const mend = (data: unknown, issue: z.core.$ZodIssue, from: ReadonlySet<string>): void => {
  if (issue.code === 'unrecognized_keys') {
    const owner = valueAt(data, issue.path) as Record<string, unknown>
    for (const key of issue.keys.filter((name) => name.startsWith('x-') || isForEditors(name, issue.path)))
      delete owner[key]
  }
  const value = valueAt(data, issue.path)
  if (
    issue.code === 'invalid_type' &&
    from.has(issue.path.join('.')) &&
    /^(\d+(\.\d+)?|true|false)$/.test(String(value))
  ) {
    const owner = valueAt(data, issue.path.slice(0, -1)) as Record<PropertyKey, unknown>
    owner[issue.path.at(-1) ?? ''] = JSON.parse(String(value))
  }
}
