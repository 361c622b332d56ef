import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { ConfigError } from '../contracts/errors.js'
import type { LabSettings } from '../contracts/lab-protocol.js'
import { noteSecretsIn } from '../evidence/leaks/note.js'
import { openLab } from './open-lab.js'

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

const start = async (settings: LabSettings): Promise<void> => {
  const { ready, close } = await openLab(settings)
  const end = (): void => void close().finally(() => process.exit(0))
  process.once('SIGTERM', end)
  process.once('SIGINT', end)
  // The process that started the lab holds its standard input: when that closes, nobody is left to stop it.
  process.stdin.once('close', end).resume()
  process.stdout.write(`${JSON.stringify(ready)}\n`)
}

try {
  await start(readSettings(process.argv[2]))
} catch (error) {
  const expected = error instanceof ConfigError
  process.stderr.write(`${expected ? error.message : error instanceof Error ? error.stack : error}\n`)
  process.exit(expected ? exitCodes.settings : exitCodes.internal)
}
