import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { ConfigError, HarnessError } from '../errors.js'
import type { LabReady, LabSettings } from '../lab/protocol.js'
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
 * @throws ConfigError with the lab's own sentence, for example about a port that is taken.
 */
export async function startLab(settings: LabSettings, runFolder: string): Promise<LabProcess> {
  const file = join(runFolder, 'lab.json')
  writeFileSync(file, JSON.stringify(settings), { mode: 0o600 })
  const child = spawn(process.execPath, [packageFile('harness/lab/main.js'), file], {
    stdio: ['pipe', 'pipe', 'pipe'],
    // A group of its own: an interrupt from the terminal must not take the lab away from checks that are being ended in good order.
    detached: true,
  })
  return { ready: await readyLine(child), close: () => end(child) }
}

function readyLine(child: ChildProcess): Promise<LabReady> {
  let complaint = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint = `${complaint}${chunk}`.slice(-4_000)
  })
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).once('line', (line) =>
      resolve(JSON.parse(line) as LabReady),
    )
    child.once('error', reject)
    child.once('exit', (code) => {
      const said = complaint.trim() || `exit code ${code}`
      reject(code === badSettings ? new ConfigError(said) : new HarnessError(`The lab did not start: ${said}`))
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
