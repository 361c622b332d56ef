import type { KeyObject } from 'node:crypto'
import { join } from 'node:path'
import { evidenceIn, summary } from '../../../reports/index.js'
import { ConfigError } from '../../contracts/errors.js'
import type { Results } from '../../contracts/results.js'
import type { RunFile } from '../../contracts/run.js'
import { guiseValue } from '../../guises/values.js'
import { makeOut } from '../../run/folders.js'
import type { RunOptions } from '../../run/options.js'
import { lockOut } from '../../run/out-lock.js'
import { readEnd, readPlan } from '../../run/plan.js'
import { logsIn } from '../../run/selection.js'
import { type Session, startRun, unstartedRun } from '../../run/session.js'
import { suiteVersion } from '../../run/version.js'
import type { ListedCheck } from '../../runner/kept-list.js'
import { createOwnRunner, mostChecks } from '../../runner/own-runner.js'
import { createPlaywright } from '../../runner/playwright.js'
import type { Signals } from '../../runner/signals.js'
import type { Runner } from '../../runner/types.js'
import { takeAllureResults, useAllure } from '../allure.js'
import { fromFolder } from '../from-folder.js'
import { checkSelection, checkWaivers, listChecks, namesOf, nothingSelected } from '../list-checks.js'
import { type Publishing, publish } from '../publish.js'
import type { CertifyFlags } from './certify-flags.js'
import { dryRun } from './dry-run.js'

/**
 * Certifies what the options name, or says what that would be, and writes results and reports.
 * @param key Signs the attestation; one of the run alone where absent.
 * @returns the exit code of the gate (design: 130, 3, 1, 4, 2, 0).
 * @throws ConfigError before anything is judged.
 */
export async function carryOut(
  options: RunOptions,
  flags: CertifyFlags,
  signals: Signals,
  key: KeyObject | undefined,
): Promise<number> {
  if (flags.dryRun) return dryRunOf(options, flags)
  if (flags.allure) useAllure()
  const started = await start(options, flags, signals)
  if (!started) return reportUnstarted(options, flags, signals, key)
  const { session, runner } = started
  try {
    for (const { name, baseUrl, roles } of session.run.targets)
      say(flags, `  ${name} as ${roles.join(', ')}${baseUrl === '' ? '' : ` at ${baseUrl}`}`)
    const ending = await runner.finish(signals)
    return await reportRun(session.run, options, flags, signals, { ...(await fromFolder(session.run)), key }, ending)
  } finally {
    await session.close()
  }
}

/** The report of a run that was given up before it was set up. */
async function reportUnstarted(
  options: RunOptions,
  flags: CertifyFlags,
  signals: Signals,
  key: KeyObject | undefined,
): Promise<number> {
  makeOut(options.out)
  const unlock = lockOut(options.out)
  try {
    return await reportRun(unstartedRun(options), options, flags, signals, { secrets: [], key })
  } finally {
    unlock()
  }
}

/** What a run would do, without it. */
async function dryRunOf(options: RunOptions, flags: CertifyFlags): Promise<number> {
  const list = await listChecks()
  const chosen = options.only.length === 0 ? undefined : checkSelection(list, options)
  return dryRun({ ...options, ...(chosen && planFor(chosen, options, flags)) }, list, flags.json)
}

/** The run, set up while the runner loads its checks; none when the user wished to stop before it was. */
async function start(
  options: RunOptions,
  flags: CertifyFlags,
  signals: Signals,
): Promise<{ readonly session: Session; readonly runner: Runner } | undefined> {
  try {
    requireLaunch(options)
    const list = await listChecks()
    const chosen = options.only.length === 0 ? undefined : checkSelection(list, options)
    checkWaivers(list, options)
    const planned = { ...options, checks: namesOf(list), ...(chosen && planFor(chosen, options, flags)) }
    const place = flags.silent ? 'nowhere' : flags.json ? 'stderr' : 'stdout'
    const runner = needsPlaywright(flags)
      ? createPlaywright(place)
      : createOwnRunner(list, {
          here: planned.oneProcess,
          strict: flags.workers !== undefined || options.safe === true,
          place,
        })
    say(flags, `Assay ${suiteVersion()}, ${options.profile} profile, seed ${options.seed}`)
    return { session: await startRun(planned, signals.cancelled, runner), runner }
  } catch (error) {
    // What fails while everything is being ended is no news.
    if (signals.interrupted) return undefined
    throw error
  }
}

/** Names Playwright as the runner, so that the two can be compared. */
const runnerVariable = 'ASSAY_RUNNER'

/** Allure's reporter is one of Playwright's. */
const needsPlaywright = ({ allure }: CertifyFlags): boolean =>
  allure === true || process.env[runnerVariable] === 'playwright'

const isOfLargeKeys = (name: string): boolean => guiseValue(name).certified?.bits === 4096

/** What the set-up need not do for some checks alone; a few of them need no process of their own. */
const planFor = (
  chosen: readonly ListedCheck[],
  { targets, guises = [] }: RunOptions,
  flags: CertifyFlags,
): Pick<RunOptions, 'logins' | 'largeKeys' | 'oneProcess'> => ({
  logins: chosen.some(({ check }) => logsIn(check)),
  largeKeys:
    chosen.some(({ largeKeys }) => largeKeys) ||
    // Fixture parties have theirs from the beginning.
    (targets.some(({ roles }) => roles.includes('ParticipantRegistry')) && guises.flat().some(isOfLargeKeys)),
  oneProcess: !needsPlaywright(flags) && targets.length === 1 && chosen.length <= mostChecks,
})

/**
 * Turns what the run left on the disk into results and reports.
 * @param ending How the runner's process ended.
 */
async function reportRun(
  run: RunFile,
  { baseline }: RunOptions,
  flags: CertifyFlags,
  signals: Signals,
  publishing: Publishing,
  ending = '',
): Promise<number> {
  const plan = readPlan(run.folder)
  const end = readEnd(run.folder)
  const crashed = end === undefined && !signals.interrupted
  if (crashed)
    process.stderr.write(`assay: the runner ended before its time (${ending}); what was judged by then is kept.\n`)
  else if (!signals.interrupted && !plan.some(({ selected: { run: runs, shard } }) => runs || shard !== undefined))
    throw nothingSelected(run.targets)
  const reached = crashed
    ? plan.map((planned) => ({ problem: `The runner ended before this check (${ending}).`, ...planned }))
    : plan
  takeAllureResults(run)
  for (;;) {
    const { interrupted } = signals
    const reachedEnd = {
      complete: end?.complete === true && !interrupted,
      interrupted,
      ...(baseline && { baseline: baseline.results }),
    }
    const { results, exitCode } = await publish(run, reached, reachedEnd, {
      ...publishing,
      ...(baseline && { baseline }),
    })
    // A wish to stop that came while the report was written is in the report too.
    if (interrupted !== signals.interrupted) continue
    report(results, run.out, flags)
    return exitCode
  }
}

function report(results: Results, out: string, flags: CertifyFlags): void {
  if (flags.silent) return
  if (flags.json) process.stdout.write(`${JSON.stringify(results)}\n`)
  else {
    const colour = process.stdout.isTTY === true && process.env.NO_COLOR === undefined
    process.stdout.write(`${summary(results, evidenceIn(out), { colour, where: join(out, 'index.html') })}\n`)
  }
}

const say = ({ json, silent }: CertifyFlags, line: string): void => {
  if (!json && !silent) process.stdout.write(`${line}\n`)
}

/** Each machine brings up a lab and a target of its own; one that runs elsewhere would have to serve all labs at once. */
function requireLaunch({ shard, targets }: RunOptions): void {
  const fixed = shard && targets.find(({ launch }) => launch === undefined)
  if (fixed)
    throw new ConfigError(
      `--shard needs a target that Assay launches: give "${fixed.name}" a launch.command in a target file.`,
    )
}
