import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { guard, unguard } from './guardian.js'
import type { Journal } from './journal.js'
import { type OutputTail, outputTail } from './output-tail.js'

/** How a process ended. */
export interface Exit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** A shell command with everything that it starts, in a process group of its own. */
export interface ProcessGroup {
  /** Of the shell, which is also the id of the group. */
  readonly pid: number
  readonly output: OutputTail
  /** Settles when the shell ends; the rest of the group may live on until `stop`. */
  readonly exited: Promise<Exit>
  /** SIGTERM to the group, SIGKILL after `graceMs` (5 s by default); resolves when nobody of it is left. */
  readonly stop: (graceMs?: number) => Promise<void>
  /** Lets the rest of the group live after the shell has ended, as a hook that starts something wants. */
  readonly release: () => void
}

/** What a command is run with. */
export interface CommandOptions {
  readonly folder: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Keeps each line that it prints. */
  readonly journal?: Journal | undefined
}

const running = new Set<number>()

/** Starts a command by the shell. Rejects when the shell itself cannot be started. */
export const startGroup = async (command: string, { folder, env, journal }: CommandOptions): Promise<ProcessGroup> => {
  const child = spawn(command, {
    shell: true,
    detached: true,
    cwd: folder,
    env: { ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = outputTail()
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', output.add)
    const sink = journal?.sink()
    if (sink) stream.on('data', sink.add).once('end', sink.end)
  }
  const exited = ended(child)
  const pid = await started(child)
  if (running.size === 0) process.on('exit', killAll)
  running.add(pid)
  guard(pid)
  return {
    pid,
    output,
    exited,
    stop: (graceMs = 5_000) => stop(child, pid, graceMs),
    release: () => release(child, pid),
  }
}

/** Waits a little for the last output: a process that outlives the shell may hold the pipes open for ever. */
const ended = (child: ChildProcess): Promise<Exit> =>
  new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      const timer = setTimeout(() => resolve({ code, signal }), 100)
      child.once('close', () => {
        clearTimeout(timer)
        resolve({ code, signal })
      })
    })
  })

const started = (child: ChildProcess): Promise<number> =>
  new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('spawn', () => resolve(child.pid as number))
  })

const stop = async (child: ChildProcess, pid: number, graceMs: number): Promise<void> => {
  signalGroup(pid, 'SIGTERM')
  if (!(await goneWithin(pid, graceMs))) {
    signalGroup(pid, 'SIGKILL')
    await goneWithin(pid, 1_000)
  }
  release(child, pid)
}

const release = (child: ChildProcess, pid: number): void => {
  running.delete(pid)
  unguard(pid)
  if (running.size === 0) process.off('exit', killAll)
  // Read on, since a closed pipe would end a process that prints, but do not wait for its end.
  child.unref()
  for (const stream of [child.stdout, child.stderr]) (stream as Socket | null)?.unref()
}

/** When our own process ends without `stop`: nothing asynchronous can run any more. */
const killAll = (): void => {
  for (const pid of running) signalGroup(pid, 'SIGKILL')
}

const signalGroup = (pid: number, signal: NodeJS.Signals | 0): boolean => {
  try {
    return process.kill(-pid, signal)
  } catch {
    return false // Nobody is left, which is what every caller is after.
  }
}

const goneWithin = async (pid: number, ms: number): Promise<boolean> => {
  const end = performance.now() + ms
  while (isAlive(pid)) {
    if (performance.now() > end) return false
    await wait(10)
  }
  return true
}

/** Whether a member of the group runs. Dead members that nobody has waited for (containers without init) do not count. */
const isAlive = (pid: number): boolean => signalGroup(pid, 0) && hasLivingMember(pid)

/** As `/proc` tells it; true where there is no `/proc`. */
const hasLivingMember = (group: number): boolean => {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(statusOf)
      .some((status) => Number(status[2]) === group && (status[0] !== 'Z' || Number(status[threads]) > 1))
  } catch {
    return true
  }
}

/** Place of the number of threads: one whose first thread is dead (a JVM in its last moments) still listens while others are left. */
const threads = 17

/**
 * Fields of a process from its state on (state, parent, group …), as `/proc` tells them; empty when it has ended. Its
 * name ends at the last bracket.
 */
export const statusOf = (pid: string): readonly string[] => {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return status.slice(status.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}
