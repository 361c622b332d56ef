import type { Problem } from './problems.js'
import type { KeyPath } from './source.js'

/** Variables that Assay sets when it runs a command. */
const ownVariable = /^ASSAY_/

/** A document whose `${NAME}` were replaced, and where that happened. */
export interface Substituted {
  readonly data: unknown
  /** Dotted paths of values that came from the environment, whole or in part. */
  readonly from: ReadonlySet<string>
  /** Values that nobody else may read. */
  readonly secrets: readonly string[]
  readonly problems: readonly Problem[]
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Replaces `${NAME}` in every text by the value that `env` has for it; a missing variable is a problem. In a command
 * that is left to the shell, so that no message holds the value, and nothing in it is read as a command.
 */
export const substitute = (data: unknown, env: Environment): Substituted => {
  const from = new Set<string>()
  const secrets = new Set<string>()
  const problems: Problem[] = []
  const problem = (path: KeyPath, says: string): void => void problems.push({ path, at: 'value', says, example: false })
  const replace = (value: unknown, path: KeyPath): unknown => {
    if (typeof value === 'string') {
      const place = path.join('.')
      return value.replace(/\$\{([A-Za-z_]\w*)\}/g, (written, name: string, at: number) => {
        const inCommand = path.at(-1) === 'command'
        if (inCommand && ownVariable.test(name)) return written
        // Assay knows it once it has chosen an address.
        if (/(^|\.)(trigger|provision)\.url$/.test(place) && name === 'ASSAY_BASE_URL') return written
        const found = env[name]
        if (found === undefined)
          problem(path, `names the environment variable ${name}, which is not set: set it or write the value itself`)
        if (inCommand && isQuoted(value.slice(0, at)))
          problem(path, `has ${written} within single quotes, where the shell does not read it: take double quotes`)
        if (inCommand || found === undefined) return written
        from.add(place)
        if (isSecret(place, name, found)) secrets.add(found)
        return found
      })
    }
    if (Array.isArray(value)) return value.map((entry, index) => replace(entry, [...path, index]))
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, replace(entry, [...path, key])]))
    }
    return value
  }
  return { data: replace(data, []), from, secrets: [...secrets], problems }
}

/** Whether what follows stands within single quotes (POSIX.1-2017, Shell Command Language §2.2). */
const isQuoted = (before: string): boolean =>
  before
    .replace(/\\.|"(?:\\.|[^"\\])*"|'[^']*'/gs, '')
    .replace(/".*$/s, '')
    .includes("'")

/** What is sent to the target, or handed to its process. */
const secretPlaces = /(^|\.)(token\.(parameters|claims)|launch\.env|service)\.[^.]+$/
const secretName = /(pass(word|wd|phrase)?|pwd|secret|token|key|credentials?)$/i

/** Whether a value is a secret, by the names of its variable and of its setting. Words are none: they stand everywhere. */
const isSecret = (place: string, variable: string, value: string): boolean =>
  secretPlaces.test(place) &&
  [variable, place].some((name) => secretName.test(name)) &&
  value.length >= 8 &&
  /[^\p{L}]/u.test(value)
