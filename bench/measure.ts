import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Results } from '../harness/evidence/results-types.js'
import { packageFile } from '../harness/run/version.js'

/** What one run of the command cost. Times in milliseconds, memory in megabytes. */
export interface Measured {
  readonly wallMs: number
  /** From the start of the command to the first evidence file. */
  readonly firstVerdictMs: number
  /** Peak resident memory of each process of the run, by what it is. */
  readonly memoryMb: ReadonlyMap<string, number>
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
  const memoryMb = new Map<string, number>()
  let firstVerdictMs = Number.NaN
  const watch = setInterval(() => {
    if (Number.isNaN(firstVerdictMs) && existsSync(join(out, 'evidence'))) firstVerdictMs = performance.now() - started
    for (const [what, megabytes] of residentPeaks(child.pid as number))
      memoryMb.set(what, Math.max(memoryMb.get(what) ?? 0, megabytes))
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
  return { wallMs, firstVerdictMs, memoryMb, results, exchanges }
}

/** The middle one of an odd number of figures. */
export const median = (figures: readonly number[]): number =>
  [...figures].sort((a, b) => a - b)[Math.floor(figures.length / 2)] as number

const messagesIn = (file: string): number =>
  (JSON.parse(readFileSync(file, 'utf8')) as { messages: unknown[] }).messages.length

/** Peak resident memory of a process and all below it, from `/proc`; empty where there is none. */
function residentPeaks(root: number): [what: string, megabytes: number][] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const parent = /^PPid:\s+(\d+)$/m.exec(read(`/proc/${name}/status`))?.[1]
    if (parent) parents.set(Number(name), Number(parent))
  }
  const below = (pid: number): boolean =>
    pid === root || (parents.has(pid) && parents.get(pid) !== 0 && below(parents.get(pid) as number))
  return [...parents.keys()]
    .filter(below)
    .map((pid) => [whatIs(read(`/proc/${pid}/cmdline`)), peakOf(read(`/proc/${pid}/status`))])
}

const kinds: readonly [string, string][] = [
  ['harness/lab/main', 'lab'],
  ['harness/reference/main', 'reference'],
  ['workerProcessEntry', 'worker'],
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
