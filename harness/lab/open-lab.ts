import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createKeyPool } from '../../ca/index.js'
import type { LabReady, LabSettings } from '../contracts/lab-protocol.js'
import { openControl } from './channel/control.js'
import { openWorld, type World } from './world.js'

/** A lab that listens. */
export interface OpenLab {
  readonly ready: LabReady
  readonly close: () => Promise<void>
}

/** Opens the worlds of a lab and their control channel, in this process. Throws `ConfigError` when a port cannot be had. */
export async function openLab({ folder, poolSize, largeKeys, worlds }: LabSettings): Promise<OpenLab> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const keys = await createKeyPool(join(folder, 'keys'), { size: poolSize, largeKeys })
  const open: World[] = []
  const closeWorlds = async (): Promise<void> => void (await Promise.all(open.map((world) => world.close())))
  try {
    // One after the other: the first makes the keys of the authorities, which all worlds share.
    for (const settings of worlds)
      open.push(await openWorld(settings, { folder: join(folder, settings.name), keys, largeRoot: largeKeys }))
  } catch (error) {
    await closeWorlds()
    throw error
  }
  const control = await openControl(new Map(open.map(({ state }) => [state.name, state])))
  return {
    ready: {
      control: control.address,
      worlds: Object.fromEntries(open.map(({ state, addresses }) => [state.name, addresses])),
    },
    close: async () => {
      control.close()
      await closeWorlds()
    },
  }
}
