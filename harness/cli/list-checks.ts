import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { cases, requirements } from '../../requirements/index.js'
import type { Role } from '../../requirements/types.js'
import { ConfigError, HarnessError } from '../errors.js'
import type { CheckDescription } from '../evidence/types.js'
import type { RunOptions } from '../run/options.js'
import type { PlannedCheck } from '../run/plan.js'
import { runVariable } from '../run/run-file.js'
import { isNamed, means } from '../run/selection.js'
import { packageFile } from '../run/version.js'
import { nearest } from '../target/spelling.js'
import { keepList, keptList } from './kept-list.js'
import { configVariable } from './run-plan.js'

/** Set where checks are only listed: the reporter writes the plan to that file. */
export const planVariable = 'ASSAY_PLAN'

/** Characters of what the runner says where it cannot list them, of which the first tell why. */
const mostSaid = 2_000

/** Every check of the suite for every role that has checks, as the runner itself finds them. */
export async function listChecks(): Promise<readonly PlannedCheck[]> {
  const kept = keptList()
  if (kept) return kept
  const checks = await askRunner()
  keepList(checks)
  return checks
}

async function askRunner(): Promise<readonly PlannedCheck[]> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-list-'))
  const file = join(folder, 'plan.json')
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli')
  const { [runVariable]: _run, [configVariable]: _config, ...env } = process.env
  try {
    await promisify(execFile)(
      process.execPath,
      [cli, 'test', '--list', '-c', packageFile('harness/cli/playwright.config.js')],
      { env: { ...env, PW_DISABLE_TS_ESM: '1', [planVariable]: file }, maxBuffer: 64 * 1024 * 1024 },
    )
    return JSON.parse(readFileSync(file, 'utf8')) as PlannedCheck[]
  } catch (error) {
    const { message, stdout = '' } = error as Error & { readonly stdout?: string }
    throw new HarnessError(`The checks could not be listed: ${message.trim()}\n${stdout.trim().slice(0, mostSaid)}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * The checks of `--only`.
 * @throws ConfigError when one of its ids names nothing that is checked, or nothing that concerns a role of the targets.
 */
export async function checkSelection({
  only,
  targets,
}: Pick<RunOptions, 'only' | 'targets'>): Promise<readonly CheckDescription[]> {
  const planned = await listChecks()
  const known = new Set(planned.flatMap(({ check: { id, requirements: ids, cases: rows } }) => [id, ...ids, ...rows]))
  const unknown = only.filter((named) => ![...known].some((id) => means(named, id)))
  if (unknown.length > 0) {
    const exists = requirements.some(({ id }) => id === unknown[0]) || cases.some(({ id }) => id === unknown[0])
    throw new ConfigError(
      `--only ${unknown.join(', ')} ${exists ? 'has no check yet' : 'names no check, requirement or case'}; \`assay list\` shows them all.`,
    )
  }
  const roles = targets.flatMap((target) => target.roles)
  const concerned = planned.filter(
    ({ role, selected, check }) => selected.run && roles.includes(role) && isNamed(check, only),
  )
  if (concerned.length === 0) throw nothingSelected(targets, only)
  return concerned.map(({ check }) => check)
}

/** @throws ConfigError when a waiver names no check that there is for a role of its target. */
export async function checkWaivers({ targets }: RunOptions): Promise<void> {
  if (targets.every(({ waivers }) => waivers.length === 0)) return
  const planned = (await listChecks()).filter(({ selected }) => selected.run)
  const problems = targets.flatMap(({ roles, waivers }) => {
    const own = planned.filter(({ role }) => roles.includes(role))
    const known = new Set(own.map(({ check }) => check.id))
    return waivers
      .filter(({ id }) => !known.has(id))
      .map(({ id, place }) => {
        const meant = own.filter(({ check }) => isNamed(check, [id])).map(({ check }) => check.id)
        const near = meant.length > 0 ? undefined : nearest(id, [...known])
        const what = `${place} is ${JSON.stringify(id)}, which names no check of ${roles.join(', ')}`
        if (near !== undefined) return `${what}; did you mean ${near}?`
        if (meant.length === 0) return `${what}; \`assay list\` shows them all.`
        return `${what}; waive those of its checks that fail: ${[...new Set(meant)].slice(0, 5).join(', ')}.`
      })
  })
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
}

/** What to say when there is nothing to run. */
export const nothingSelected = (
  targets: readonly { readonly roles: readonly Role[] }[],
  only: readonly string[] = [],
): ConfigError =>
  new ConfigError(
    `No check was selected: nothing of ${only.length > 0 ? `--only ${only.join(', ')}` : 'the suite'} concerns ${[...new Set(targets.flatMap(({ roles }) => roles))].join(', ')}; \`assay list\` shows which checks there are for which role.`,
  )
