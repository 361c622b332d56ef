import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createKeyPool } from '../../ca/index.js'
import { ConfigError } from '../errors.js'
import { noteSecretsIn } from '../leaks/note.js'
import { openControl } from './control.js'
import type { LabReady, LabSettings } from './protocol.js'
import { openWorld, type World } from './world.js'

/** Exit code for settings that cannot work on this machine, and for our own mistakes. */
const exitCodes = { settings: 3, internal: 4 }

const readSettings = (file: string | undefined): LabSettings => {
  if (file === undefined) throw new ConfigError('Name the settings file of the lab as the first argument.')
  // It lies in the folder of the run.
  noteSecretsIn(dirname(file))
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as LabSettings
  } catch (cause) {
    throw new ConfigError(`The settings file of the lab cannot be read: ${file}`, { cause })
  }
}

const start = async ({ folder, poolSize, largeKeys, worlds }: LabSettings): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const keys = await createKeyPool(join(folder, 'keys'), { size: poolSize, largeKeys })
  const open: World[] = []
  // One after the other: the first makes the keys of the authorities, which all worlds share.
  for (const settings of worlds) {
    open.push(await openWorld(settings, { folder: join(folder, settings.name), keys, largeRoot: largeKeys }))
  }
  const control = await openControl(new Map(open.map(({ state }) => [state.name, state])))
  const end = (): void => {
    control.close()
    void Promise.all(open.map((world) => world.close())).finally(() => process.exit(0))
  }
  process.once('SIGTERM', end)
  process.once('SIGINT', end)
  // Whoever started the lab holds its standard input: when that closes, nobody is left to stop it.
  process.stdin.once('close', end).resume()
  const ready: LabReady = {
    control: control.address,
    worlds: Object.fromEntries(open.map(({ state, addresses }) => [state.name, addresses])),
  }
  process.stdout.write(`${JSON.stringify(ready)}\n`)
}

try {
  await start(readSettings(process.argv[2]))
} catch (error) {
  const expected = error instanceof ConfigError
  process.stderr.write(`${expected ? error.message : error instanceof Error ? error.stack : error}\n`)
  process.exit(expected ? exitCodes.settings : exitCodes.internal)
}
