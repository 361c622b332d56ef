import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serverRoles } from '../check/coverage.js'
import { assumptionsOf } from '../target/assumptions.js'
import { provision } from '../target/hook.js'
import { launchTarget, type RunningTarget } from '../target/launch.js'
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
 * @throws ConfigError where the user has to mend something; then everything started is ended already.
 */
export async function startRun(options: RunOptions): Promise<Session> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-'))
  const endings: Ending[] = [() => rmSync(folder, { recursive: true, force: true })]
  const close = async () => {
    for (const end of endings.splice(0).reverse()) await end()
  }
  try {
    mkdirSync(options.out, { recursive: true })
    return { run: await setUp(options, folder, endings), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function setUp(options: RunOptions, folder: string, endings: Ending[]): Promise<RunFile> {
  const started = unstartedRun(options)
  const stage = await setStage(options, folder)
  endings.push(stage.close)
  const running = new Map<string, RunningTarget>()
  const steward = await startSteward((name) => running.get(name)?.restart?.() ?? Promise.reject(notRestartable(name)))
  endings.push(steward.close)
  const launched = await Promise.all(
    stage.targets.map(async (staged): Promise<RunTarget> => {
      const { config, kit } = staged
      const told = { ASSAY_KIT: kit.folder, ASSAY_BASE_URL: config.baseUrl }
      const target = await launchTarget(config, told)
      endings.push(target.stop)
      target.onCrash(({ message }) => process.stderr.write(`assay: ${message}\n`))
      running.set(config.name, target)
      await provision(config, told)
      return runTarget(staged, target.restart !== undefined)
    }),
  )
  const { control, keys } = stage
  const run: RunFile = { ...started, folder, control, keys, steward: steward.address, targets: launched }
  const targets = await Promise.all(launched.map((target) => lookAt(run, target)))
  const ready = { ...run, targets }
  writeRun(ready)
  return ready
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
