import type { Problem } from './problems.js'
import type { KeyPath } from './source.js'

/** Variables that Assay sets when it runs a command; there they are left for the shell. */
const ownVariable = /^ASSAY_/

/** A document whose `${NAME}` were replaced, and where that happened. */
export interface Substituted {
  readonly data: unknown
  /** Dotted paths of values that came from the environment, whole or in part. */
  readonly from: ReadonlySet<string>
  readonly problems: readonly Problem[]
}

/** Replaces `${NAME}` in every text by the value that `env` has for it; a missing variable is a problem. */
export const substitute = (data: unknown, env: Readonly<Record<string, string | undefined>>): Substituted => {
  const from = new Set<string>()
  const problems: Problem[] = []
  const replace = (value: unknown, path: KeyPath): unknown => {
    if (typeof value === 'string') {
      return value.replace(/\$\{([A-Za-z_]\w*)\}/g, (written, name: string) => {
        if (path.at(-1) === 'command' && ownVariable.test(name)) return written
        // Assay knows it once it has chosen an address.
        if (/(^|\.)(trigger|provision)\.url$/.test(path.join('.')) && name === 'ASSAY_BASE_URL') return written
        from.add(path.join('.'))
        const found = env[name]
        if (found === undefined)
          problems.push({
            path,
            at: 'value',
            says: `names the environment variable ${name}, which is not set: set it or write the value itself`,
            example: false,
          })
        return found ?? written
      })
    }
    if (Array.isArray(value)) return value.map((entry, index) => replace(entry, [...path, index]))
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, replace(entry, [...path, key])]))
    }
    return value
  }
  return { data: replace(data, []), from, problems }
}
