import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Results } from '../harness/contracts/results.js'
import { packageFile } from '../harness/run/version.js'

/** What the processes of one kind cost: peak resident memory of the largest, processor seconds of all. */
export interface ProcessCost {
  memoryMb: number
  readonly cpuSeconds: Map<number, number>
}

/** What one run of the command cost. Times in milliseconds. */
export interface Measured {
  readonly wallMs: number
  /** From the start of the command to the first evidence file. */
  readonly firstVerdictMs: number
  readonly processes: ReadonlyMap<string, ProcessCost>
  readonly results: Results
  /** Token requests that the checks sent. */
  readonly exchanges: number
}

/** Runs `assay certify` with the given arguments and watches its processes. */
export async function measure(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Measured> {
  const out = mkdtempSync(join(tmpdir(), 'assay-bench-'))
  const started = performance.now()
  const child = spawn(process.execPath, [packageFile('harness/cli/main.js'), 'certify', ...args, '--out', out], {
    stdio: 'ignore',
    env: { ...process.env, ...env },
  })
  const processes = new Map<string, ProcessCost>()
  let firstVerdictMs = Number.NaN
  const watch = setInterval(() => {
    if (Number.isNaN(firstVerdictMs) && existsSync(join(out, 'evidence'))) firstVerdictMs = performance.now() - started
    watchBelow(child.pid as number, processes)
  }, 50)
  await new Promise((resolve) => child.once('exit', resolve))
  clearInterval(watch)
  const wallMs = performance.now() - started
  const results = JSON.parse(readFileSync(join(out, 'results.json'), 'utf8')) as Results
  const exchanges = results.checks.reduce(
    (sum, { evidence }) => sum + (evidence ? messagesIn(join(out, evidence)) : 0),
    0,
  )
  rmSync(out, { recursive: true })
  return { wallMs, firstVerdictMs, processes, results, exchanges }
}

/** The middle one of an odd number of figures. */
export const median = (figures: readonly number[]): number =>
  [...figures].sort((a, b) => a - b)[Math.floor(figures.length / 2)] as number

const messagesIn = (file: string): number =>
  (JSON.parse(readFileSync(file, 'utf8')) as { messages: unknown[] }).messages.length

/** Notes what a process and all below it have cost so far, from `/proc`; nothing where there is none. */
function watchBelow(root: number, processes: Map<string, ProcessCost>): void {
  const stats = new Map<number, readonly string[]>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const stat = read(`/proc/${name}/stat`)
    stats.set(Number(name), stat.slice(stat.lastIndexOf(')') + 2).split(' '))
  }
  const isBelow = (pid: number): boolean => {
    const parent = Number(stats.get(pid)?.[1] ?? 0)
    return pid === root || (parent > 0 && isBelow(parent))
  }
  for (const [pid, stat] of [...stats].filter(([one]) => isBelow(one))) {
    const commandLine = read(`/proc/${pid}/cmdline`)
    // A process that is gone but for its exit code has no name any more.
    if (commandLine === '') continue
    const what = whatIs(commandLine)
    const cost = processes.get(what) ?? { memoryMb: 0, cpuSeconds: new Map() }
    cost.memoryMb = Math.max(cost.memoryMb, peakOf(read(`/proc/${pid}/status`)))
    cost.cpuSeconds.set(pid, (Number(stat[11]) + Number(stat[12])) / ticksPerSecond)
    processes.set(what, cost)
  }
}

/** Unit of processor time in `/proc`, the same on every Linux that Node runs on. */
const ticksPerSecond = 100

const kinds: readonly [string, string][] = [
  ['harness/lab/main', 'lab'],
  ['harness/browser/host', 'keeper of a browser'],
  ['/chromium', 'browser'],
  ['harness/reference/main', 'reference'],
  ['workerProcessEntry', 'worker'],
  ['runner/workplace-main', 'worker'],
  ['process.js', 'worker'],
  ['@playwright/test/cli', 'runner'],
  ['harness/cli/main', 'command'],
]

const whatIs = (commandLine: string): string => kinds.find(([part]) => commandLine.includes(part))?.[1] ?? 'other'
const peakOf = (status: string): number => Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024

const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
