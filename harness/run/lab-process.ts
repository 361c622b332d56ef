import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { stripVTControlCharacters } from 'node:util'
import { ConfigError, HarnessError } from '../contracts/errors.js'
import type { LabReady, LabSettings } from '../contracts/lab-protocol.js'
import { noteSecretsIn } from '../evidence/leaks/note.js'
import { packageFile } from './version.js'

/** The lab as a running process. */
export interface LabProcess {
  readonly ready: LabReady
  close(): Promise<void>
}

/** Exit code by which the lab says that its settings cannot work on this machine. */
const badSettings = 3

/**
 * Starts the lab and waits until it listens.
 * @param cancelled Ends it at once when aborted, also later.
 * @throws ConfigError with the lab's own sentence, for example about a port that is taken.
 */
export async function startLab(settings: LabSettings, runFolder: string, cancelled?: AbortSignal): Promise<LabProcess> {
  const file = join(runFolder, 'lab.json')
  writeFileSync(file, JSON.stringify(settings), { mode: 0o600 })
  const child = spawn(process.execPath, [packageFile('harness/lab/main.js'), file], {
    stdio: ['pipe', 'pipe', 'pipe'],
    // A group of its own: an interrupt from the terminal must not take the lab away from checks that are being ended in good order.
    detached: true,
    killSignal: 'SIGKILL',
    ...(cancelled && { signal: cancelled }),
  })
  const said = lastWords(child)
  const ready = await readyLine(child, said)
  let wanted = false
  child.once('exit', (code, signal) => {
    if (!wanted && !cancelled?.aborted)
      process.stderr.write(
        `assay: the lab ended in the middle of the run (${signal ?? `exit code ${code}`}). ${said()}\n`,
      )
  })
  return {
    ready,
    close: () => {
      wanted = true
      return end(child)
    },
  }
}

/**
 * The lab in this process. A run of few checks wants it: it would be over before another process has started.
 * @throws ConfigError when a port is taken.
 */
export async function labHere(settings: LabSettings, runFolder: string): Promise<LabProcess> {
  noteSecretsIn(runFolder)
  // Loaded here alone, since no other command needs it.
  return (await import('../lab/open-lab.js')).openLab(settings)
}

/** What the lab printed last on its standard error. */
function lastWords(child: ChildProcess): () => string {
  let complaint = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint = `${complaint}${chunk}`.slice(-4_000)
  })
  return () => stripVTControlCharacters(complaint.trim())
}

function readyLine(child: ChildProcess, said: () => string): Promise<LabReady> {
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).once('line', (line) =>
      resolve(JSON.parse(line) as LabReady),
    )
    child.once('error', reject)
    child.once('exit', (code) => {
      const words = said() || `exit code ${code}`
      reject(code === badSettings ? new ConfigError(words) : new HarnessError(`The lab did not start: ${words}`))
    })
  })
}

/** The lab ends when its standard input closes; a signal follows in case it does not. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.stdin?.end()
  const timer = setTimeout(() => child.kill('SIGKILL'), 3_000)
  await gone
  clearTimeout(timer)
}
