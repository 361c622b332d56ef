import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { soundRecord } from '../check/parties/parties.js'
import { registerRelyingParties } from '../check/parties/relying-parties.js'
import { evidenceContext, evidenceProgram } from '../check/service/call.js'
import { ConfigError } from '../contracts/errors.js'
import type { RunFile, RunTarget } from '../contracts/run.js'
import { connectLab } from '../lab/channel/client.js'
import { readFixtures } from '../target/kit/fixtures.js'
import { writePrivate } from '../target/kit/private-file.js'
import { identityServers, loginOf } from '../target/login.js'
import { notRestartable, type Steward, startSteward } from '../target/process/steward.js'
import { openWorld } from './open-world.js'
import type { RunOptions } from './options.js'
import { runTarget } from './run-target.js'
import { unstartedRun } from './session.js'
import { type Stage, setStage } from './stage.js'

/** Counterparties that are up without any target being run. */
export interface HandLab {
  /** As a run sees it; its folder is that of the lab. */
  readonly run: RunFile
  readonly stage: Stage
  close(): Promise<void>
}

/**
 * Starts the lab for work by hand, with the parties of the kits registered; launches and judges nothing.
 * @param folder Temporary folder.
 * @throws ConfigError when a port is taken or a folder cannot be written.
 */
export async function openHandLab(options: RunOptions, folder: string, cancelled?: AbortSignal): Promise<HandLab> {
  const stage = await setStage(options, folder, cancelled)
  const steward = await handSteward(stage)
  const close = async (): Promise<void> => {
    steward.close()
    await stage.close()
  }
  try {
    const { control, keys } = stage
    const targets = stage.targets.map((staged) => runTarget(staged, false))
    const run: RunFile = { ...unstartedRun(options), folder, control, keys, steward: steward.address, targets }
    for (const target of targets) await registerKit(run, target)
    return { run, stage, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Serves hand work with nothing but how a human logs in. */
export const handSteward = (stage: Stage): Promise<Steward> =>
  startSteward({
    restart: (name) => Promise.reject(notRestartable(name)),
    provision: (name) => Promise.reject(new ConfigError(`Nobody gives "${name}" its kit in hand work.`)),
    standing: () => Promise.resolve({ outages: [], suspects: 0 }),
    trigger: (name) => Promise.reject(new ConfigError(`Nobody triggers "${name}" in hand work.`)),
    login: (name, role) => {
      const staged = stage.targets.find(({ config }) => config.name === name)
      return staged && loginOf(staged.config, role, staged.kit.humans)
    },
  })

/** Tells the lab of the parties that the kit names: that they are registered, and that a ServiceProvider may serve them. */
async function registerKit(run: RunFile, target: RunTarget): Promise<void> {
  const lab = connectLab(run.control, target.world)
  try {
    const parties = readFixtures(target.fixtures).map(({ status, party }) => ({ status, party }))
    await lab.register(
      parties.map(({ status, party }) => ({ partyId: party.partyId, record: { ...soundRecord(party), status } })),
    )
    if (target.roles.some((role) => identityServers.includes(role))) await registerRelyingParties(target, lab)
    if (!target.service || !target.roles.includes('ServiceProvider')) return
    const world = await openWorld(run, target, 'ServiceProvider')
    try {
      const { service } = target
      await lab.evidence(parties.map(({ party }) => evidenceProgram(evidenceContext(world, service, party.partyId))))
    } finally {
      await world.close()
    }
  } finally {
    await lab.close()
  }
}

const handFile = (folder: string): string => join(folder, 'hand-lab.json')

/** Keeps where the lab is, for `assay mint --state`; returns what forgets it. */
export async function keepHandLab(folder: string, run: RunFile): Promise<() => void> {
  await writePrivate(handFile(folder), JSON.stringify(run))
  return () => rmSync(handFile(folder), { force: true })
}

/**
 * The lab that `assay lab` keeps up in a folder.
 * @throws ConfigError where there is none, or it does not answer.
 */
export async function findHandLab(folder: string): Promise<RunFile> {
  const none = new ConfigError(
    `No lab is up in ${folder}: start one with \`assay lab --config FILE --state ${folder}\`.`,
  )
  const file = statSync(handFile(folder), { throwIfNoEntry: false })
  if (!file) throw none
  const run = JSON.parse(readFileSync(handFile(folder), 'utf8')) as RunFile
  const lab = connectLab(run.control, run.targets[0]?.world ?? '')
  try {
    await lab.ledger({ since: Date.now() })
    return run
  } catch {
    throw none
  } finally {
    await lab.close()
  }
}
