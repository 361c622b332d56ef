import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { rmSync } from 'node:fs'
import type { Role } from '../../requirements/types.js'
import { type LazyBrowser, lazyBrowser } from '../browser/lazy.js'
import { tokenRoles } from '../check/coverage.js'
import { ConfigError, HarnessError } from '../contracts/errors.js'
import type { Blocked, RunFile, RunOrder, RunTarget } from '../contracts/run.js'
import type { Triggered, TriggerOrder } from '../contracts/steward.js'
import { noteSecrets } from '../evidence/leaks/note.js'
import { loginOf } from '../target/login.js'
import { provision } from '../target/process/hook.js'
import { openJournal } from '../target/process/journal.js'
import { launchTarget, type RunningTarget } from '../target/process/launch.js'
import { keepStanding } from '../target/process/standing.js'
import { notRestartable, startSteward } from '../target/process/steward.js'
import { runTrigger } from '../target/process/trigger.js'
import { keepVigil, type Vigil } from '../target/process/vigil.js'
import { allOrNone, allSound, unlessAborted } from './cancel.js'
import { forgetEarlierRun, makeOut, makeRunFolder } from './folders.js'
import { openWorld } from './open-world.js'
import type { RunOptions } from './options.js'
import { type ConsumerPreflight, preflightConsumer } from './preflight/consumer.js'
import { type Preflight, preflight } from './preflight/preflight.js'
import { writeOrder, writeRun } from './run-file.js'
import { runTarget } from './run-target.js'
import { setStage } from './stage.js'

/** A run that is set up: lab, kits and targets stand, preflight went well. */
export interface Session {
  readonly run: RunFile
  /** Ends what was started and removes the run's folder with all its keys. */
  close(): Promise<void>
}

type Ending = () => Promise<void> | void

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
  const folder = makeRunFolder()
  const endings: Ending[] = [
    () => (options.keep ? tellWhere(folder) : rmSync(folder, { recursive: true, force: true })),
  ]
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
    const order = orderOf(options, folder)
    writeOrder(order)
    noteSecrets(
      'password',
      options.targets.flatMap(({ login }) => login?.password ?? []),
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

/** Ends everything, the last started first, whatever comes of each. */
async function endAll(endings: Ending[]): Promise<void> {
  const problems: unknown[] = []
  for (const end of endings.splice(0).reverse()) {
    try {
      await end()
    } catch (error) {
      problems.push(error)
    }
  }
  if (problems.length > 0) throw problems[0]
}

async function setUp(options: RunOptions, order: RunOrder, endings: Ending[], stop: AbortController): Promise<RunFile> {
  const { signal } = stop
  const stage = await setStage(options, order.folder, signal)
  endings.push(stage.close)
  const running = new Map<string, RunningTarget>()
  const vigils = new Map<string, Vigil>()
  const triggers = new Map<string, (order: TriggerOrder) => Promise<Triggered>>()
  const steward = await startSteward({
    restart: (name) => {
      const restart = running.get(name)?.restart
      return (restart && vigils.get(name)?.during(restart)) ?? Promise.reject(notRestartable(name))
    },
    standing: (name, sighting) =>
      vigils.get(name)?.look(sighting) ?? Promise.reject(new HarnessError(`Nobody watches over "${name}".`)),
    trigger: (name, order) =>
      triggers.get(name)?.(order) ??
      Promise.reject(new ConfigError(`"${name}" has no \`trigger\` in the target file.`)),
    login: (name, role) => {
      const staged = stage.targets.find(({ config }) => config.name === name)
      return staged && loginOf(staged.config, role, staged.kit.humans)
    },
  })
  endings.push(steward.close)
  const launched = await allOrNone(stop, stage.targets, async (staged): Promise<RunTarget> => {
    const { config, kit } = staged
    const told = { ASSAY_KIT: kit.folder, ASSAY_BASE_URL: config.baseUrl }
    const target = await launchTarget(config, told, signal, openJournal(order.folder, config.name))
    endings.push(target.stop)
    target.onCrash(({ message }) => complainOf(message))
    running.set(config.name, target)
    const prepare = () => provision(config, told).catch(({ message }: Error) => complainOf(message))
    const vigil = keepVigil({ config, target, prepare, keep: (now) => keepStanding(order.folder, config.name, now) })
    endings.push(() => vigil.close())
    vigils.set(config.name, vigil)
    triggers.set(config.name, ({ call, boundMs }) => runTrigger(config, told, call, boundMs))
    await unlessAborted(signal, provision(config, told))
    return runTarget(staged, target.restart !== undefined)
  })
  const { control, keys } = stage
  const run: RunFile = { ...order, control, keys, steward: steward.address, targets: launched }
  const browser = lazyBrowser()
  try {
    const targets = await allSound(launched, (target) =>
      unlessAborted(signal, withOutput(lookAt(run, target, browser), running.get(target.name))),
    )
    // What ends before is said by preflight.
    for (const vigil of vigils.values()) vigil.begin()
    return { ...run, targets }
  } finally {
    await browser.close()
  }
}

const complainOf = (message: string): void => void process.stderr.write(`assay: ${message}\n`)

/** What a launched target printed often says why it did not do as it should. */
async function withOutput<T>(work: Promise<T>, target: RunningTarget | undefined): Promise<T> {
  try {
    return await work
  } catch (error) {
    const output = target?.lastOutput() ?? ''
    throw error instanceof ConfigError && output !== '' ? new ConfigError(`${error.message}${output}`) : error
  }
}

/** The run as far as it is known before anything is started; what a run that never got further is reported as. */
export const unstartedRun = (options: RunOptions): RunFile => ({
  ...orderOf(options, options.out),
  control: { url: '', token: '' },
  steward: { url: '', token: '' },
  keys: '',
  targets: [],
})

const orderOf = (options: RunOptions, folder: string): RunOrder => ({
  id: randomUUID(),
  seed: options.seed,
  seedChosen: options.seedChosen,
  ...(options.shard && { shard: options.shard }),
  startedAt: new Date().toISOString(),
  profile: options.profile,
  strict: options.strict,
  ...(options.policy && { policy: options.policy }),
  only: options.only,
  ...(options.guises && { guises: options.guises }),
  logins: options.logins,
  workers: options.workers,
  out: options.out,
  folder,
  targets: options.targets.map(({ name, roles }) => ({ name, roles })),
})

/** Preflight of every role that can be judged; what is learned of the clock is the same for all. */
async function lookAt(run: RunFile, target: RunTarget, browser: LazyBrowser): Promise<RunTarget> {
  let learned: Omit<Preflight, 'guises' | 'blocked'> & Partial<ConsumerPreflight> = {}
  const guises: { [R in Role]?: readonly string[] } = {}
  const blocked: { [R in Role]?: Blocked } = {}
  const judged = target.roles.filter((role) => tokenRoles.includes(role) || (isConsumer(role) && target.triggerable))
  for (const role of judged) {
    const world = await openWorld(run, target, role, browser)
    try {
      const {
        guises: granted,
        blocked: lacking,
        ...seen
      }: Preflight & Partial<ConsumerPreflight> = isConsumer(role)
        ? await preflightConsumer(world, run)
        : await preflight(world, run)
      if (granted) guises[role] = granted
      if (lacking) {
        blocked[role] = lacking
        for (const sentence of Object.values(lacking))
          complainOf(`${target.name} as ${role}: what rests on this is not judged: ${sentence}`)
      }
      // Told for one role at a time, unlike the rest.
      const plainLogins = [...(learned.plainLogins ?? []), ...(seen.plainLogins ?? [])]
      const pagesSeen = [...(learned.pagesSeen ?? []), ...(seen.pagesSeen ?? [])]
      learned = { ...learned, ...seen, plainLogins, pagesSeen }
    } finally {
      await world.close()
    }
  }
  return { ...target, ...learned, guises, ...(Object.keys(blocked).length > 0 && { blocked }) }
}

const isConsumer = (role: Role): boolean => role === 'ServiceConsumer'
