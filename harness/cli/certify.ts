import { join, resolve } from 'node:path'
import { evidenceIn, summary, writeReports } from '../../reports/index.js'
import type { Profile } from '../../requirements/types.js'
import { ConfigError } from '../errors.js'
import type { Results } from '../evidence/results-types.js'
import { writeResults } from '../run/finish.js'
import { defaultOptions, type RunOptions } from '../run/options.js'
import { readEnd, readPlan } from '../run/plan.js'
import type { RunFile } from '../run/run-file.js'
import { type Session, startRun, unstartedRun } from '../run/session.js'
import { suiteVersion } from '../run/version.js'
import type { TargetConfig } from '../target/config.js'
import { loadTargets } from '../target/target-file.js'
import { roleNamed, targetFromFlags } from '../target/target-flags.js'
import { checkSelection, nothingSelected } from './list-checks.js'
import { referenceTargets } from './references.js'
import { runRunner } from './runner.js'
import { type Signals, watchSignals } from './signals.js'

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
  const signals = watchSignals()
  try {
    const options = await optionsOf(flags)
    const session = await start(options, flags, signals)
    if (!session) return await conclude(unstartedRun(options), flags, signals)
    try {
      for (const { name, baseUrl, roles } of session.run.targets)
        say(flags, `  ${name} as ${roles.join(', ')} at ${baseUrl}`)
      const ending = signals.interrupted ? '' : await runRunner(signals)
      return await conclude(session.run, flags, signals, ending)
    } finally {
      await session.close()
    }
  } finally {
    signals.close()
  }
}

/** The run, set up; none when the user wished to stop before it was. */
async function start(options: RunOptions, flags: CertifyFlags, signals: Signals): Promise<Session | undefined> {
  try {
    await checkSelection(options)
    say(flags, `Assay ${suiteVersion()}, ${options.profile} profile, seed ${options.seed}`)
    return await startRun(options, signals.cancelled)
  } catch (error) {
    // What fails while everything is being ended is no news.
    if (signals.interrupted) return undefined
    throw error
  }
}

/**
 * Turns what the run left on the disk into results and reports.
 * @param ending How the runner's process ended.
 */
async function conclude(run: RunFile, flags: CertifyFlags, signals: Signals, ending = ''): Promise<number> {
  const plan = readPlan(run.folder)
  const end = readEnd(run.folder)
  const crashed = end === undefined && !signals.interrupted
  if (crashed)
    process.stderr.write(`assay: the runner ended before its time (${ending}); what was judged by then is kept.\n`)
  else if (!signals.interrupted && !plan.some(({ selected }) => selected.run)) throw nothingSelected(run.targets)
  const reached = crashed
    ? plan.map((planned) => ({ problem: `The runner ended before this check (${ending}).`, ...planned }))
    : plan
  for (;;) {
    const { interrupted } = signals
    const { results, exitCode } = writeResults(run, reached, {
      complete: end?.complete === true && !interrupted,
      interrupted,
    })
    await writeReports(run.out)
    // A wish to stop that came while the report was written is in the report too.
    if (interrupted !== signals.interrupted) continue
    report(results, run.out, flags)
    return exitCode
  }
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
