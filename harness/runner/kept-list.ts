import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Role, roles } from '../../requirements/types.js'
import { describeCheck, weightOf } from '../check/coverage.js'
import type { UnsafeKind } from '../check/safe.js'
import { ConfigError } from '../contracts/errors.js'
import type { CheckDescription } from '../contracts/evidence.js'
import type { SuiteCheck } from '../contracts/plan.js'
import { writeWhole } from '../evidence/store.js'
import { refuses } from '../guises/choose.js'
import { select } from '../run/selection.js'
import { packageFile, packageRoot } from '../run/version.js'
import type { Timing } from './schedule.js'
import { type FiledCheck, loadChecks, suiteFiles } from './suite-files.js'

/** A check of the suite for one role, whether it concerns it or not. */
export interface ListedCheck extends SuiteCheck {
  /** Below `suites`. */
  readonly file: string
  readonly largeKeys: boolean
  readonly timing: Timing
  /** Whether it is about something that has to be refused. */
  readonly refuses: boolean
  /** Why a safe run leaves it out. */
  readonly unsafe?: UnsafeKind
  /** About how many messages it takes. */
  readonly weight: number
}

/** The list lies beside the build that it belongs to; the package ships it. */
const listFile = packageFile('checks.json')

/** What a list follows from: files of the build, of which none may be newer in a clone; an installed package has the times of its unpacking. */
const sources = ['suites', 'requirements', 'harness/check', 'harness/run']

/** The list that belongs to this build, if there is one. */
export function keptList(): readonly ListedCheck[] | undefined {
  const kept = statSync(listFile, { throwIfNoEntry: false })
  if (kept === undefined || (isClone() && newest() > kept.mtimeMs)) return undefined
  return JSON.parse(readFileSync(listFile, 'utf8')) as ListedCheck[]
}

const isClone = (): boolean => existsSync(join(packageRoot(), 'tsconfig.json'))

const newest = (): number =>
  sources
    .map((folder) => packageFile(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
    .reduce((latest, file) => (file.endsWith('.js') ? Math.max(latest, statSync(file).mtimeMs) : latest), 0)

/**
 * Lists the checks anew, and keeps the list where the package may be written.
 * @throws ConfigError where a check is badly described.
 */
export async function makeList(): Promise<readonly ListedCheck[]> {
  const checks = await loadChecks(suiteFiles())
  const list = roles.flatMap((role) => checks.map((check) => listed(check, role)))
  try {
    writeWhole(listFile, JSON.stringify(list))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
  }
  return list
}

function listed(filed: FiledCheck, role: Role): ListedCheck {
  const { coverage, file } = filed
  const { exclusive = false, waits = 0, last = false } = coverage
  const check = described(filed, role)
  const selected = select(check, coverage, role, { profile: 'deep', only: [] })
  return {
    role,
    check,
    selected,
    file,
    largeKeys: coverage.largeKeys === true,
    timing: { exclusive, waits, last, mayLock: coverage.unsafe === 'lockout' },
    refuses: refuses(check),
    weight: weightOf(coverage),
    ...(coverage.unsafe && { unsafe: coverage.unsafe }),
  }
}

/** What a check is at a role. @throws ConfigError where it names a requirement or a catalogue case that there is not. */
export function described(
  { title, coverage, file }: Pick<FiledCheck, 'title' | 'coverage' | 'file'>,
  role: Role,
): CheckDescription {
  try {
    return describeCheck(coverage, title, role)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new ConfigError(
      `The check ${coverage.id} (suites/${file.replace(/\.js$/, '.ts')}) cannot be read: ${why}; correct it there, or add it in requirements/.`,
    )
  }
}
