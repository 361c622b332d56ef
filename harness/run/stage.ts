import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openAuthority, openKeyPool } from '../../ca/index.js'
import { soundRecord } from '../check/parties/parties.js'
import type { Json } from '../contracts/json.js'
import { type LabReady, labTokenSeconds, type WorldAddresses, type WorldSettings } from '../contracts/lab-protocol.js'
import type { TargetConfig } from '../contracts/target.js'
import { slug } from '../evidence/store.js'
import { connectLab } from '../lab/channel/client.js'
import { formsWith } from '../target/kit/fixture-forms.js'
import { readFixtures } from '../target/kit/fixtures.js'
import { worldName } from '../target/kit/former-world.js'
import { fixtureKinds, type Kit, writeKit } from '../target/kit/kit.js'
import { newPartyId } from '../target/kit/material.js'
import { openState, type State } from '../target/kit/state.js'
import { readCertificates } from '../target/pem.js'
import { withBaseUrl } from '../target/process/base-url.js'
import { labHere, startLab } from './lab-process.js'
import type { RunOptions } from './options.js'

/** RSA-2048 keys for the parties of a run. So many in a row are distinct, so that opponents in a check have different keys. */
const poolSize = 12

/** One target with its world in the lab and its kit. */
export interface StagedTarget {
  readonly config: TargetConfig
  readonly world: string
  readonly addresses: WorldAddresses
  /** Folder of the world's throwaway PKI. */
  readonly authority: string
  /** Folder of the private keys of its fixture parties. */
  readonly keep: string
  readonly kit: Kit
  /** The kit outlives the run. */
  readonly isKept: boolean
}

/** The lab with a kit per target; no target was touched yet. */
export interface Stage {
  readonly control: LabReady['control']
  /** Folder of the key pool. */
  readonly keys: string
  readonly targets: readonly StagedTarget[]
  close(): Promise<void>
}

/**
 * Starts the lab and writes the kits.
 * @param folder Temporary folder of the run.
 * @param cancelled Gives the set-up up.
 * @throws ConfigError when a port is taken or a folder cannot be written.
 */
export async function setStage(options: RunOptions, folder: string, cancelled?: AbortSignal): Promise<Stage> {
  const state = options.state === undefined ? temporaryState(folder) : await openState(options.state)
  const configs: TargetConfig[] = []
  for (const config of options.targets) configs.push(await state.settle(await withBaseUrl(config)))
  const worlds = configs.map((config) => worldOf(config, state.worldName(config)))
  const { largeKeys } = options
  const settings = { folder: state.labFolder, poolSize, largeKeys, worlds }
  const lab = await (options.oneProcess ? labHere(settings, folder) : startLab(settings, folder, cancelled))
  try {
    const targets = await Promise.all(
      configs.map(async (config, index): Promise<StagedTarget> => {
        const world = worlds[index]?.name as string
        const addresses = lab.ready.worlds[world] as WorldAddresses
        const authority = join(state.labFolder, world)
        const keep = state.keepFolder(config)
        const kinds = fixtureKinds(largeKeys)
        const kit = await writeKit(state.kitFolder(config), {
          config,
          addresses,
          keep,
          kinds,
          forms: formsWith(largeKeys),
          authority: openAuthority(authority, undefined, config.interface.partyId.subject),
        })
        await registerOwn(lab.ready.control, world, kit)
        await shortenAnswers(lab.ready.control, world, keep)
        return { config, world, addresses, authority, keep, kit, isKept: options.state !== undefined }
      }),
    )
    const keys = join(state.labFolder, 'keys')
    const prepared = options.oneProcess ? prepareKeys(keys) : undefined
    const close = async (): Promise<void> => {
      await prepared?.giveUp()
      await lab.close()
    }
    return { control: lab.ready.control, keys, targets, close }
  } catch (error) {
    await lab.close()
    throw error
  }
}

/** Makes keys of parties while the targets start, since nothing else is to be done meanwhile. */
function prepareKeys(folder: string): { giveUp(): Promise<void> } {
  let over = false
  const done = openKeyPool(folder)
    .prepare(() => over)
    // Whatever takes a key makes it then, and says what is wrong.
    .catch(() => undefined)
  return {
    giveUp() {
      over = true
      return done
    },
  }
}

/** Some targets look themselves up. */
async function registerOwn(control: LabReady['control'], world: string, { partyId, chain: file }: Kit): Promise<void> {
  const chain = readCertificates(readFileSync(file, 'utf8')).map(({ raw }) => raw)
  const lab = connectLab(control, world)
  await lab.register([{ partyId, record: soundRecord({ partyId, certified: { chain } }) }])
  await lab.close()
}

/** Kinds of fixture certificates about whose revocation a target is asked to ask again. */
const askedAbout: readonly string[] = ['crl-only', 'ocsp-only', 'revoked-on-crl', 'revoked-by-ocsp']
/** How long the answers about those may be gone by, seconds: who asks when it registers one has to ask again. */
const validSeconds = 60

async function shortenAnswers(control: LabReady['control'], world: string, keep: string): Promise<void> {
  const scopes = readFixtures(keep).flatMap(({ kind, party }) => (askedAbout.includes(kind) ? [party.scope] : []))
  const lab = connectLab(control, world)
  for (const scope of scopes) await lab.revocation({ scope, revoked: [], validSeconds })
  await lab.close()
}

const worldOf = (config: TargetConfig, name: string): WorldSettings => ({
  name,
  ...config.lab,
  target: { partyId: config.partyId ?? '' },
  trustRoots: config.trust?.roots ?? [],
  registryTokenSeconds: labTokenSeconds,
  interface: config.interface as unknown as Json,
})

/** A state that is gone with the run's folder. */
const temporaryState = (folder: string): State => ({
  labFolder: join(folder, 'lab'),
  worldName: ({ name }) => worldName(slug(name)),
  kitFolder: ({ name }) => join(folder, 'kits', slug(name)),
  keepFolder: ({ name }) => join(folder, 'keep', slug(name)),
  settle: (target) => Promise.resolve({ ...target, partyId: target.partyId ?? newPartyId(target.interface) }),
})
