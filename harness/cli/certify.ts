import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { evidenceIn, summary, writeReports } from '../../reports/index.js'
import type { Profile } from '../../requirements/types.js'
import { ConfigError } from '../errors.js'
import type { Results } from '../evidence/results-types.js'
import { gateOf } from '../judge/gate.js'
import { writeResults } from '../run/finish.js'
import { defaultOptions, type RunOptions } from '../run/options.js'
import { readPlan } from '../run/plan.js'
import type { RunFile } from '../run/run-file.js'
import { type Session, startRun, unstartedRun } from '../run/session.js'
import { suiteVersion } from '../run/version.js'
import type { TargetConfig } from '../target/config.js'
import { loadTargets } from '../target/target-file.js'
import { roleNamed, targetFromFlags } from '../target/target-flags.js'
import { exitCodes } from './complain.js'
import { checkSelection } from './list-checks.js'
import { referenceTargets } from './references.js'
import { runRunner } from './runner.js'
import { watchSignals } from './signals.js'

/** Flags of `assay certify`, as commander hands them over. */
export interface CertifyFlags {
  readonly target?: string
  readonly role: readonly string[]
  readonly partyId?: string
  readonly config?: string
  readonly profile: Profile
  readonly strict: boolean
  /** `true`: all roles. */
  readonly reference?: true | readonly string[]
  readonly fault?: string
  readonly only: readonly string[]
  readonly workers?: number
  readonly seed?: number
  readonly state?: string
  readonly out: string
  readonly json: boolean
}

/**
 * Certifies what the flags name and writes results and reports.
 * @returns the exit code of the gate (design: 130, 3, 1, 4, 2, 0).
 * @throws ConfigError before anything is judged.
 */
export async function certify(flags: CertifyFlags): Promise<number> {
  const options = await optionsOf(flags)
  await checkSelection(options.only)
  say(flags, `Assay ${suiteVersion()}, ${options.profile} profile, seed ${options.seed}`)
  const signals = watchSignals()
  try {
    const session = await signals.unless(startRun(options))
    if (!session) return interruptedEarly(options, flags)
    try {
      for (const { name, baseUrl, roles } of session.run.targets)
        say(flags, `  ${name} as ${roles.join(', ')} at ${baseUrl}`)
      return await judge(session, flags, await runRunner(signals))
    } finally {
      await session.close()
    }
  } finally {
    signals.close()
  }
}

async function judge({ run }: Session, flags: CertifyFlags, runner: { interrupted: boolean }): Promise<number> {
  const results = resultsOf(run) ?? (await finishForRunner(run, runner.interrupted))
  report(results, run.out, flags)
  return gateOf({
    checks: results.checks,
    roles: results.targets.flatMap(({ roles }) => roles),
    interrupted: runner.interrupted,
  }).exitCode
}

/** The results that the reporter wrote; none where the runner died before. */
function resultsOf(run: RunFile): Results | undefined {
  const file = join(run.out, 'results.json')
  if (!existsSync(file)) return undefined
  const results = JSON.parse(readFileSync(file, 'utf8')) as Results
  return results.run.id === run.id ? results : undefined
}

async function finishForRunner(run: RunFile, interrupted: boolean): Promise<Results> {
  const { results } = writeResults(run, readPlan(run.folder), { complete: false, interrupted })
  await writeReports(run.out)
  return results
}

async function interruptedEarly(options: RunOptions, flags: CertifyFlags): Promise<number> {
  report(await finishForRunner(unstartedRun(options), true), options.out, flags)
  return exitCodes.interrupted
}

function report(results: Results, out: string, flags: CertifyFlags): void {
  if (flags.json) process.stdout.write(`${JSON.stringify(results)}\n`)
  else {
    const colour = process.stdout.isTTY === true && process.env.NO_COLOR === undefined
    process.stdout.write(`${summary(results, evidenceIn(out), { colour, where: join(out, 'index.html') })}\n`)
  }
}

const say = ({ json }: CertifyFlags, line: string): void => {
  if (!json) process.stdout.write(`${line}\n`)
}

async function optionsOf(flags: CertifyFlags): Promise<RunOptions> {
  const defaults = defaultOptions(resolve(flags.out))
  return {
    ...defaults,
    targets: await targetsOf(flags),
    profile: flags.profile,
    strict: flags.strict,
    only: flags.only,
    workers: flags.workers ?? defaults.workers,
    seed: flags.seed ?? defaults.seed,
    ...(flags.state !== undefined && { state: resolve(flags.state) }),
  }
}

async function targetsOf(flags: CertifyFlags): Promise<readonly TargetConfig[]> {
  const { target, role, partyId, config, reference, fault } = flags
  if (config !== undefined && target !== undefined)
    throw new ConfigError('--config and --target exclude each other: the target file names the URL.')
  if (config !== undefined) return loadTargets(config)
  if (target !== undefined) return [targetFromFlags({ target, roles: role, ...(partyId !== undefined && { partyId }) })]
  if (role.length > 0)
    throw new ConfigError('--role goes with --target; for reference participants say --reference ROLE.')
  return referenceTargets(Array.isArray(reference) ? reference.map(roleNamed) : undefined, fault)
}
