import { randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { ConfigError } from '../contracts/errors.js'
import { lockFile } from '../evidence/files.js'
import { inPlainWords } from '../target/kit/private-file.js'
import { statusOf } from '../target/process/process-group.js'

/** How often a run shows that it still writes there, and after how long without that it is over, milliseconds. */
const beatMs = 5_000
const staleMs = 60_000

/** Who writes into a folder. */
interface Holder {
  readonly pid: number
  readonly host: string
  /** Where that pid means something: the host name alone does not tell containers apart, whose first process is 1. */
  readonly place: string
  /** When the process began, since pids are used again; unknown beyond Linux. */
  readonly began?: string
  /** Tells two runs of one process apart. */
  readonly id: string
}

/**
 * Keeps a folder for one run: of two that wrote there at the same time, each would take the evidence of the other for
 * its own. What a dead process left is taken over.
 * @returns what gives the folder free; done at the end of the process at the latest.
 * @throws ConfigError where another run writes there.
 */
export function lockOut(out: string): () => void {
  const file = join(out, lockFile)
  const own = JSON.stringify(holderHere())
  for (;;) {
    if (made(file, own)) break
    const text = textOf(file)
    if (text === undefined) continue
    const holder = readHolder(text)
    if (isHeld(file, holder)) throw taken(out, holder)
    takeAway(file, text)
  }
  const beat = setInterval(() => touch(file), beatMs).unref()
  const unlock = (): void => {
    clearInterval(beat)
    process.off('exit', unlock)
    if (textOf(file) === own) rmSync(file, { force: true })
  }
  process.once('exit', unlock)
  return unlock
}

const holderHere = (): Holder => {
  const began = beganAt(process.pid)
  return {
    pid: process.pid,
    host: hostname(),
    place: placeHere(),
    ...(began !== undefined && { began }),
    id: randomUUID(),
  }
}

/** Host, its start, and the container. */
const placeHere = (): string =>
  [
    hostname(),
    ...[
      () => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(),
      () => readlinkSync('/proc/self/ns/pid'),
    ].map((read) => {
      try {
        return read()
      } catch {
        return '' // There is no /proc.
      }
    }),
  ].join(' ')

/** Place of the time at which a process began among the fields of its status. */
const beganField = 19
const beganAt = (pid: number): string | undefined => statusOf(String(pid))[beganField]

function made(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    // A full disk may have taken its name and nothing more.
    rmSync(file, { force: true })
    throw inPlainWords(file, error)
  }
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw inPlainWords(file, error)
  }
}

/** `undefined` for what is only being written, or is no lock. */
function readHolder(text: string): Holder | undefined {
  try {
    const holder = JSON.parse(text) as Partial<Holder> | null
    return typeof holder?.pid === 'number' && typeof holder.place === 'string' ? (holder as Holder) : undefined
  } catch {
    return undefined
  }
}

/** A process within sight lives or does not; of any other only its beat tells. */
function isHeld(file: string, holder: Holder | undefined): boolean {
  if (holder?.place === placeHere()) {
    if (!isAlive(holder.pid)) return false
    const began = beganAt(holder.pid)
    if (began !== undefined && holder.began !== undefined) return began === holder.began
  }
  const { mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? {}
  return mtimeMs !== undefined && Date.now() - mtimeMs < staleMs
}

/** A dead process that nobody has waited for does not live. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return statusOf(String(pid))[0] !== 'Z'
}

/** Removes the lock that was read, and no other: somebody else may have taken it over meanwhile. */
function takeAway(file: string, text: string): void {
  const aside = `${file}.${randomUUID()}`
  try {
    renameSync(file, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw inPlainWords(file, error)
  }
  if (textOf(aside) === text) rmSync(aside, { force: true })
  else renameSync(aside, file)
}

/** Whatever keeps it from being touched keeps results from being written, too, which says so. */
function touch(file: string): void {
  const now = new Date()
  try {
    utimesSync(file, now, now)
  } catch {
    // The folder may have been removed meanwhile.
  }
}

function taken(out: string, holder: Holder | undefined): ConfigError {
  const isHere = holder?.place === placeHere()
  const who = holder ? ` (pid ${holder.pid}${isHere ? '' : ` on ${holder.host}`})` : ''
  return new ConfigError(
    `another run${who} writes into ${out}: name another folder with --out${isHere ? '' : ', or wait a minute where that run is over'}.`,
  )
}
