import { parseArgs } from 'node:util'
import { ConfigError } from '../../harness/contracts/errors.js'

/** Which release is to be made. */
export interface Asked {
  readonly version: string
  /** Revision of the release before it. */
  readonly since: string
  /** Whether the section and the steps are shown, and nothing is done. */
  readonly dryRun: boolean
}

const usage = 'npm run release -- VERSION [--since REV] [--dry-run], for example npm run release -- 0.2.0'

/**
 * Reads `VERSION [--since REV] [--dry-run]`.
 * @param current The version of `package.json`; where it is the one that is asked for, the release is gone on with.
 * @throws ConfigError on anything else, and on a version that is no later one.
 */
export function readAsked(args: readonly string[], current: string): Asked {
  const { positionals, values } = parsed(args)
  const [version, ...more] = positionals
  if (version === undefined || more.length > 0 || numbersOf(version) === undefined)
    throw new ConfigError(`It takes one version of three numbers: ${usage}.`)
  if (isEarlier(version, current)) throw new ConfigError(`${version} is no later version than ${current}.`)
  return { version, since: values.since ?? `v${current}`, dryRun: values['dry-run'] === true }
}

const numbersOf = (version: string): readonly number[] | undefined =>
  /^\d+\.\d+\.\d+$/.test(version) ? version.split('.').map(Number) : undefined

function isEarlier(version: string, current: string): boolean {
  const [one, other] = [numbersOf(version) ?? [], numbersOf(current) ?? []]
  const different = one.findIndex((number, index) => number !== other[index])
  return different !== -1 && (one[different] ?? 0) < (other[different] ?? 0)
}

function parsed(args: readonly string[]) {
  try {
    const options = { since: { type: 'string' }, 'dry-run': { type: 'boolean' } } as const
    return parseArgs({ args: [...args], allowPositionals: true, options })
  } catch (error) {
    throw new ConfigError(`${error instanceof Error ? error.message : String(error)} It is ${usage}.`)
  }
}
