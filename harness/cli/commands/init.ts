import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { ConfigError } from '../../contracts/errors.js'
import { makeRunFolder } from '../../run/folders.js'
import { watchSignals } from '../../runner/signals.js'
import { inPlainWords } from '../../target/kit/private-file.js'
import { roleNamed } from '../../target/target-flags.js'
import { exitCodes } from '../complain.js'
import { answered } from '../init/ask.js'
import type { Known } from '../init/document.js'
import { writtenFile } from '../init/file.js'
import { Server } from '../init/server.js'

/** Flags of `assay init`. */
export interface InitFlags {
  readonly command?: string
  readonly url?: string
  readonly role?: string
  readonly name?: string
  readonly out: string
  readonly state: string
  /** Seconds for which a server at a URL is waited for. */
  readonly wait: number
}

/**
 * Writes a target file for a server: launches a command, or waits until the server at a URL grants a conforming client,
 * finds out which settings it takes, and says what is missing.
 * @returns exit code 0.
 * @throws ConfigError where the file is there already, or the server grants nobody.
 */
export async function init(flags: InitFlags): Promise<number> {
  const file = resolve(flags.out)
  if (existsSync(file))
    throw new ConfigError(`${flags.out} is there already, and nothing is overwritten: name another file with --out.`)
  const signals = watchSignals()
  const folder = makeRunFolder()
  try {
    const { command, url, role } = await answered(flags)
    const known: Known = {
      name: flags.name ?? (basename(process.cwd()) || 'target'),
      role: roleNamed(role),
      ...(command !== undefined && { command }),
      ...(url !== undefined && { url }),
      lines: [],
    }
    const server = new Server(known, command === undefined ? resolve(flags.state) : undefined, folder, signals)
    const found = command === undefined ? await server.awaited(flags) : await server.probed()
    write(file, writtenFile(found, flags))
    const state = command === undefined ? ` --state ${flags.state}` : ''
    process.stdout.write(`${flags.out} is written. Next: npx assay certify --config ${flags.out}${state}\n`)
    return 0
  } catch (error) {
    if (signals.interrupted) return exitCodes.interrupted
    throw error
  } finally {
    rmSync(folder, { recursive: true, force: true })
    signals.close()
  }
}

/** A file that came meanwhile is somebody else's, and stays. */
function write(file: string, text: string): void {
  try {
    writeFileSync(file, text, { flag: 'wx' })
  } catch (error) {
    throw inPlainWords(file, error)
  }
}
