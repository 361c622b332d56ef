import { parseArgs } from 'node:util'
import { ConfigError } from '../../harness/contracts/errors.js'
import { problemOfForm } from '../../harness/contracts/party-form.js'
import { nearest } from '../../harness/target/file/spelling.js'
import { type Role, roles } from '../../requirements/types.js'

/** Which part of the matrix is to be played. */
export interface Asked {
  readonly roles: readonly Role[]
  /** Beginnings of check ids; none stands for every check. */
  readonly checks: readonly string[]
  /** Whether the checks of the deep profile are played, and no others. */
  readonly deep: boolean
  /** Whether the faults that checks name are played in the company of others, and nothing else; that is not kept. */
  readonly company: boolean
  /** Whether nothing is played, and the page made anew of what is kept. */
  readonly page: boolean
  /** A commit: the pairs whose check, fault or rule has changed since are played. */
  readonly since?: string
  /** How many pairs are drawn. */
  readonly sample?: number
  /** Of what is drawn. */
  readonly seed?: number
  /** Form of the Party Identifiers; the usual one where absent. What is played in another one is not kept. */
  readonly form?: string
  /** After which no run is begun. */
  readonly minutes?: number
}

/** Minutes that a part which is drawn, or has changed, takes at most, where nobody says otherwise. */
const usualMinutes = 2

/**
 * Reads `[ROLE …] [CHECK …] [--deep] [--company] [--page] [--since REV] [--sample N] [--seed N] [--minutes N] [--form F]`. A dot marks a
 * check; the beginning of its id is enough.
 * @throws ConfigError on what it does not know.
 */
export function readAsked(args: readonly string[]): Asked {
  const { positionals, values } = parsed(args)
  const checks = positionals.filter((name) => name.includes('.'))
  const named = positionals.filter((name) => !name.includes('.')).map(roleOf)
  const part = values.since !== undefined || values.sample !== undefined
  const minutes = numberOf('minutes', values.minutes) ?? (part ? usualMinutes : undefined)
  const sample = numberOf('sample', values.sample)
  const seed = numberOf('seed', values.seed)
  return {
    roles: named.length > 0 ? named : roles,
    checks,
    deep: values.deep ?? false,
    company: values.company ?? false,
    page: values.page ?? false,
    ...(values.since !== undefined && { since: values.since }),
    ...(sample !== undefined && { sample }),
    ...(seed !== undefined && { seed }),
    ...(values.form !== undefined && { form: formOf(values.form) }),
    ...(minutes !== undefined && { minutes }),
  }
}

function parsed(args: readonly string[]) {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  const options = {
    deep: flag,
    company: flag,
    page: flag,
    since: text,
    sample: text,
    seed: text,
    minutes: text,
    form: text,
  }
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options })
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error))
  }
}

function formOf(template: string): string {
  const problem =
    problemOfForm(template) ?? (/[,|+*@]/.test(template) ? 'holds a character that ASSAY_FAULT reads' : undefined)
  if (problem === undefined) return template
  throw new ConfigError(`--form is ${JSON.stringify(template)}, which ${problem}.`)
}

/** A whole number that a flag names. @throws ConfigError where it is none. */
export function numberOf(flag: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  if (!/^\d+$/.test(value)) throw new ConfigError(`--${flag} takes a whole number; for example 2.`)
  return Number(value)
}

/** The role of that name. @throws ConfigError where there is none. */
export function roleOf(name: string): Role {
  const found = roles.find((role) => role === name)
  if (found !== undefined) return found
  const near = nearest(name, roles)
  throw new ConfigError(
    `There is no role ${name}${near === undefined ? `: name some of ${roles.join(', ')}.` : `; did you mean ${near}?`}`,
  )
}
