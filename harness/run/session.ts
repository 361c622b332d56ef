import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { rmSync } from 'node:fs'
import { serverRoles } from '../check/coverage.js'
import { ConfigError } from '../errors.js'
import { assumptionsOf } from '../target/assumptions.js'
import { provision } from '../target/hook.js'
import { launchTarget, type RunningTarget } from '../target/launch.js'
import { allOrNone, allSound, unlessAborted } from './cancel.js'
import { forgetEarlierRun, makeOut, makeRunFolder } from './folders.js'
import { openWorld } from './open-world.js'
import type { RunOptions } from './options.js'
import { type Preflight, preflight } from './preflight.js'
import { type RunFile, type RunTarget, writeRun } from './run-file.js'
import { type StagedTarget, setStage } from './stage.js'
import { notRestartable, startSteward } from './steward.js'

/** A run that is set up: lab, kits and targets stand, preflight went well. */
export interface Session {
  readonly run: RunFile
  /** Ends what was started and removes the run's folder with all its keys. */
  close(): Promise<void>
}

type Ending = () => Promise<void> | void

/**
 * Sets a run up.
 * @param cancelled Gives the set-up up at once; has no effect afterwards.
 * @throws ConfigError where the user has to mend something; then everything started is ended already. The reason of `cancelled` likewise.
 */
export async function startRun(options: RunOptions, cancelled?: AbortSignal): Promise<Session> {
  makeOut(options.out)
  const folder = makeRunFolder()
  const endings: Ending[] = [() => rmSync(folder, { recursive: true, force: true })]
  const close = () => endAll(endings)
  // The set-up has a signal of its own, so that a wish to stop later leaves the lab to checks that are being ended in good order.
  const stop = new AbortController()
  // Each target listens for it.
  setMaxListeners(0, stop.signal)
  const giveUp = () => stop.abort(cancelled?.reason)
  cancelled?.addEventListener('abort', giveUp)
  try {
    if (cancelled?.aborted) giveUp()
    const run = await setUp(options, folder, endings, stop)
    stop.signal.throwIfAborted()
    forgetEarlierRun(run)
    return { run, close }
  } catch (error) {
    stop.abort(error)
    await close()
    throw error
  } finally {
    cancelled?.removeEventListener('abort', giveUp)
  }
}

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

async function setUp(options: RunOptions, folder: string, endings: Ending[], stop: AbortController): Promise<RunFile> {
  const { signal } = stop
  const started = unstartedRun(options)
  const stage = await setStage(options, folder, signal)
  endings.push(stage.close)
  const running = new Map<string, RunningTarget>()
  const steward = await startSteward((name) => running.get(name)?.restart?.() ?? Promise.reject(notRestartable(name)))
  endings.push(steward.close)
  const launched = await allOrNone(stop, stage.targets, async (staged): Promise<RunTarget> => {
    const { config, kit } = staged
    const told = { ASSAY_KIT: kit.folder, ASSAY_BASE_URL: config.baseUrl }
    const target = await launchTarget(config, told, signal)
    endings.push(target.stop)
    target.onCrash(({ message }) => process.stderr.write(`assay: ${message}\n`))
    running.set(config.name, target)
    await unlessAborted(signal, provision(config, told))
    return runTarget(staged, target.restart !== undefined)
  })
  const { control, keys } = stage
  const run: RunFile = { ...started, folder, control, keys, steward: steward.address, targets: launched }
  const targets = await allSound(launched, (target) =>
    unlessAborted(signal, withOutput(lookAt(run, target), running.get(target.name))),
  )
  const ready = { ...run, targets }
  writeRun(ready)
  return ready
}

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
  id: randomUUID(),
  seed: options.seed,
  startedAt: new Date().toISOString(),
  profile: options.profile,
  strict: options.strict,
  only: options.only,
  workers: options.workers,
  out: options.out,
  folder: options.out,
  control: { url: '', token: '' },
  steward: { url: '', token: '' },
  keys: '',
  targets: [],
})

/** Preflight of every role with a token endpoint; what is learned of the clock is the same for all. */
async function lookAt(run: RunFile, target: RunTarget): Promise<RunTarget> {
  let learned: Preflight = {}
  for (const role of target.roles.filter((one) => serverRoles.includes(one))) {
    const world = await openWorld(run, target, role)
    try {
      learned = await preflight(world, run.seed)
    } finally {
      await world.close()
    }
  }
  return { ...target, ...learned }
}

const runTarget = (
  { config, world, addresses, authority, keep, kit }: StagedTarget,
  restartable: boolean,
): RunTarget => ({
  name: config.name,
  ...(config.version !== undefined && { version: config.version }),
  roles: config.roles,
  world,
  partyId: kit.partyId,
  baseUrl: config.baseUrl ?? '',
  replicas: config.replicas,
  settings: config.interface,
  tls: { insecure: config.tls.insecure, ...(config.tls.ca !== undefined && { ca: config.tls.ca }) },
  keyUsage: config.certificates.keyUsage,
  registryCacheSeconds: config.clock.registryCacheSeconds,
  authority,
  chain: kit.chain,
  registry: addresses.registry,
  httpUrl: addresses.http,
  fixtures: keep,
  restartable,
  configDigest: config.digest,
  assumptions: assumptionsOf(config),
})
