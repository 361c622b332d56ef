import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { rmSync } from 'node:fs'
import type { Role } from '../../requirements/types.js'
import { type LazyBrowser, lazyBrowser } from '../browser/lazy.js'
import { tokenRoles } from '../check/coverage.js'
import type { Blocked, RunFile, RunOrder, RunTarget } from '../contracts/run.js'
import { noteSecrets } from '../evidence/leaks/note.js'
import { allSound, unlessAborted } from './cancel.js'
import { type Ending, endAll, engage } from './engage.js'
import { forgetEarlierRun, makeOut, makeRunFolder } from './folders.js'
import { openWorld } from './open-world.js'
import type { RunOptions } from './options.js'
import { lockOut } from './out-lock.js'
import { type ConsumerPreflight, preflightConsumer } from './preflight/consumer.js'
import { glance, type Preflight, preflight } from './preflight/preflight.js'
import { writeOrder, writeRun } from './run-file.js'
import { setStage } from './stage.js'

/** A run that is set up: lab, kits and targets stand, preflight went well. */
export interface Session {
  readonly run: RunFile
  /** Ends what was started and removes the run's folder with all its keys. */
  close(): Promise<void>
}

/** What is started while a run is still being set up, and waits for its run file. */
export interface Companion {
  /** The run's order is written by now. */
  start(): void
  /** The run's folder is removed next. */
  end(): Promise<void>
}

/**
 * Sets a run up.
 * @param cancelled Gives the set-up up at once; has no effect afterwards.
 * @throws ConfigError where the user has to mend something, or the reason of `cancelled`; all that was started is
 * ended then.
 */
export async function startRun(options: RunOptions, cancelled?: AbortSignal, companion?: Companion): Promise<Session> {
  makeOut(options.out)
  const endings: Ending[] = [lockOut(options.out)]
  const close = () => endAll(endings)
  // The set-up has a signal of its own, so that a wish to stop later leaves the lab to checks that are being ended in good order.
  const stop = new AbortController()
  // Each target listens for it.
  setMaxListeners(0, stop.signal)
  const giveUp = () => stop.abort(cancelled?.reason)
  cancelled?.addEventListener('abort', giveUp)
  try {
    if (cancelled?.aborted) giveUp()
    stop.signal.throwIfAborted()
    const folder = makeRunFolder()
    endings.push(() => (options.keep ? tellWhere(folder) : rmSync(folder, { recursive: true, force: true })))
    const order = orderOf(options, folder)
    writeOrder(order)
    noteSecrets(
      'password',
      options.targets.flatMap(({ login, secrets }) => [...(login?.password ? [login.password] : []), ...secrets]),
    )
    if (companion) {
      endings.push(() => companion.end())
      companion.start()
    }
    const run = await setUp(options, order, endings, stop)
    stop.signal.throwIfAborted()
    forgetEarlierRun(run)
    // Now checks may begin.
    writeRun(run)
    return { run, close }
  } catch (error) {
    stop.abort(error)
    await close()
    throw error
  } finally {
    cancelled?.removeEventListener('abort', giveUp)
  }
}

const tellWhere = (folder: string): void =>
  void process.stderr.write(
    `assay: the run's folder is kept: ${folder} (it holds private keys; remove it when you are done)\n`,
  )

async function setUp(options: RunOptions, order: RunOrder, endings: Ending[], stop: AbortController): Promise<RunFile> {
  const stage = await setStage(options, order.folder, stop.signal)
  endings.push(stage.close)
  const { run, begin, withHelp } = await engage(stage, order, { stop, target: endings, round: endings, complain })
  const browser = lazyBrowser()
  try {
    const targets = await allSound(run.targets, (target) =>
      unlessAborted(stop.signal, withHelp(target, lookAt(run, target, { browser, complain }))),
    )
    // What ends before is said by preflight.
    begin()
    return { ...run, targets }
  } finally {
    await browser.close()
  }
}

const complain = (message: string): void => void process.stderr.write(`assay: ${message}\n`)

/** The run as far as it is known before anything is started; what a run that never got further is reported as. */
export const unstartedRun = (options: RunOptions): RunFile => ({
  ...orderOf(options, options.out),
  control: { url: '', token: '' },
  steward: { url: '', token: '' },
  keys: '',
  targets: [],
})

/** What a run is to be, in that folder. */
export const orderOf = (options: RunOptions, folder: string): RunOrder => ({
  id: randomUUID(),
  seed: options.seed,
  seedChosen: options.seedChosen,
  checks: options.checks,
  ...(options.shard && { shard: options.shard }),
  startedAt: new Date().toISOString(),
  profile: options.profile,
  strict: options.strict,
  ...(options.policy && { policy: options.policy }),
  only: options.only,
  ...(options.safe && { safe: true }),
  ...(options.guises && { guises: options.guises }),
  logins: options.logins,
  workers: options.workers,
  ...(options.brief && { brief: true as const }),
  out: options.out,
  folder,
  targets: options.targets.map(({ name, roles }) => ({ name, roles })),
})

/** What preflight works with. */
export interface LookTools {
  readonly browser: LazyBrowser
  /** Hears one sentence for the user. */
  readonly complain: (message: string) => void
  /** It was looked at before, and what was learned then stands in it. */
  readonly isKnown?: boolean
}

/**
 * Preflight of every role that can be judged; what is learned of the clock is the same for all.
 * @throws ConfigError where there is nothing to judge.
 */
export async function lookAt(
  run: RunFile,
  target: RunTarget,
  { browser, complain, isKnown = false }: LookTools,
): Promise<RunTarget> {
  let learned: Omit<Preflight & Partial<ConsumerPreflight>, 'guises' | 'guisesOfEvidence' | 'blocked'> = isKnown
    ? target
    : {}
  const guises: { [R in Role]?: readonly string[] } = {}
  const guisesOfEvidence: { [R in Role]?: readonly string[] } = {}
  const blocked: { [R in Role]?: Blocked } = {}
  const judged = target.roles.filter((role) => tokenRoles.includes(role) || (isConsumer(role) && target.triggerable))
  for (const role of judged) {
    const world = await openWorld(run, target, role, browser)
    try {
      const {
        guises: granted,
        guisesOfEvidence: permitted,
        blocked: lacking,
        ...seen
      }: Preflight & Partial<ConsumerPreflight> = isConsumer(role)
        ? await preflightConsumer(world, run)
        : await (isKnown ? glance(world, run) : preflight(world, run, target.warmSeconds))
      if (granted) guises[role] = granted
      if (permitted) guisesOfEvidence[role] = permitted
      if (lacking) {
        blocked[role] = lacking
        for (const sentence of Object.values(lacking))
          complain(`${target.name} as ${role}: what rests on this is not judged: ${sentence}`)
      }
      // Told for one role at a time, unlike the rest.
      const plainLogins = [...(learned.plainLogins ?? []), ...(seen.plainLogins ?? [])]
      const wantsForwarded = [...(learned.wantsForwarded ?? []), ...(seen.wantsForwarded ?? [])]
      const pagesSeen = [...(learned.pagesSeen ?? []), ...(seen.pagesSeen ?? [])]
      learned = { ...learned, ...seen, wantsForwarded, plainLogins, pagesSeen }
    } finally {
      await world.close()
    }
  }
  return { ...target, ...learned, guises, guisesOfEvidence, ...(Object.keys(blocked).length > 0 && { blocked }) }
}

const isConsumer = (role: Role): boolean => role === 'ServiceConsumer'
