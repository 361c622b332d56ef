import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Results } from '../../harness/contracts/results.js'
import { type Ended, howEnded, keepEnd, keepOpen } from './command-ends.js'

export type { Ended }

/** A compiled file of the project. */
export const compiled = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** Patience with one command, milliseconds: only what hangs comes to its end, however slow and busy the machine. */
const patienceMs = 800_000
/** Patience with the last output of a command that has ended: a busy machine hands it over late, and half of it would be judged. */
const pipesMs = 10_000
/** Patience with processes that were ended to be gone. */
const goneMs = 10_000

/** A folder whose commands keep their temporary files and processes apart from all others. */
export interface Sandbox {
  readonly folder: string
  /** Writes a file of the folder and returns its path. */
  readonly write: (name: string, content: string) => string
  /** Starts `assay` with these arguments. */
  readonly start: (args: readonly string[], options?: CommandOptions) => RunningCommand
  /** Starts any program of Node. */
  readonly startNode: (args: readonly string[], options?: CommandOptions) => RunningCommand
  /** Starts a script by the shell, as `sh -c`. */
  readonly startShell: (script: string, options?: CommandOptions) => RunningCommand
  /** Processes that carry the sandbox's mark in their environment, with their command lines. */
  readonly processes: () => readonly MarkedProcess[]
  /** What Assay has left in the folder for temporary files. */
  readonly temporary: () => readonly string[]
  readonly remove: () => void
}

export interface MarkedProcess {
  readonly pid: number
  readonly command: string
}

export interface CommandOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
}

/** A command under way. */
export interface RunningCommand {
  readonly child: ChildProcess
  /** Settles when its standard output holds the text, or when the command ends before. */
  readonly says: (text: string) => Promise<void>
  readonly ended: Promise<Ended>
}

/** A new sandbox in a temporary folder. */
export function sandbox(): Sandbox {
  const folder = mkdtempSync(join(tmpdir(), 'selftest-'))
  const temporary = join(folder, 'tmp')
  mkdirSync(temporary)
  const mark = randomUUID()
  const startProgram = (program: string, args: readonly string[], { env = {}, cwd = folder }: CommandOptions = {}) => {
    const { ASSAY_CONFIG: _config, ASSAY_RUN: _run, NODE_TEST_CONTEXT: _test, ...rest } = process.env
    const started = performance.now()
    const child = spawn(program, args, {
      cwd,
      env: { ...rest, TMPDIR: temporary, SELFTEST_MARK: mark, NO_COLOR: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    return running(child, args, started)
  }
  const startNode: Sandbox['startNode'] = (args, options) => startProgram(process.execPath, args, options)
  return {
    folder,
    write: (name, content) => {
      writeFileSync(join(folder, name), content)
      return join(folder, name)
    },
    start: (args, options) => startNode([compiled('harness/cli/main.js'), ...args, ...inShort(args)], options),
    startNode,
    startShell: (script, options) => startProgram('/bin/sh', ['-euc', script], options),
    processes: () => marked(mark),
    temporary: () => readdirSync(temporary).filter((name) => name.startsWith('assay')),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/**
 * What is asked for by name runs whatever the profile, and the quick one makes no 4096-bit keys, a third of the work of
 * a short run. Other guises are for those tests that ask for them.
 */
const inShort = (args: readonly string[]): readonly string[] => {
  if (args[0] !== 'certify') return []
  const isShort = args.includes('--only') && !args.includes('--profile')
  return [...(isShort ? ['--profile', 'quick'] : []), ...(args.includes('--guises') ? [] : ['--guises', 'none'])]
}

function running(child: ChildProcess, args: readonly string[], started: number): RunningCommand {
  const told = { stdout: '', stderr: '' }
  const listeners = new Set<() => void>()
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.on('data', (chunk: Buffer) => {
      told[name] += chunk
      for (const listener of listeners) listener()
    })
  const bound = setTimeout(() => {
    told.stderr += `\nThe self-test ended this command, which had not ended within ${patienceMs / 1_000} s.\n`
    child.kill('SIGKILL')
  }, patienceMs)
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      clearTimeout(bound)
      const ms = performance.now() - started
      const settle = () => {
        clearTimeout(late)
        child.off('close', settle)
        const end = { code, signal, ...told, ms }
        keepEnd(args, end)
        resolve(end)
      }
      // A process that was left behind would hold the pipes open for ever.
      const late = setTimeout(settle, pipesMs)
      child.once('close', settle)
    })
  })
  return {
    child,
    ended,
    says: (text) =>
      new Promise((resolve) => {
        const look = () => {
          if (!told.stdout.includes(text) && child.exitCode === null && child.signalCode === null) return
          listeners.delete(look)
          resolve()
        }
        listeners.add(look)
        child.once('exit', () => resolve())
        look()
      }),
  }
}

function marked(mark: string): MarkedProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        if (!readFileSync(`/proc/${name}/environ`, 'latin1').includes(mark)) return []
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
        // Dead and not waited for yet: nothing of it is left but its number.
        return command === '' ? [] : [{ pid: Number(name), command }]
      } catch {
        return []
      }
    })
}

/** Waits until something holds, or until patience ends; what came of it is asserted by who waits. */
export async function until(holds: () => boolean, ms: number): Promise<void> {
  for (const end = performance.now() + ms; performance.now() < end && !holds(); ) await sleep(50)
}

/** Asserts that nothing of the sandbox's commands runs any more and that their temporary folders with keys are gone. */
export async function assertNothingLeft(box: Sandbox): Promise<void> {
  await until(() => box.processes().length === 0, goneMs)
  assert.deepEqual(box.processes(), [], 'processes were left behind')
  assert.deepEqual(box.temporary(), [], 'temporary folders were left behind')
}

/** Asserts that what a command said is a sentence for a person: no stack trace, nothing of Node's own. */
export function assertPlain(text: string): void {
  assert.doesNotMatch(text, /^\s+at /m)
  assert.doesNotMatch(text, /node:internal|Error:|UnhandledPromise/)
}

const schema = JSON.parse(readFileSync('harness/contracts/results.schema.json', 'utf8')) as object
const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema)

/** Asserts that a command ended with exit code 3 and one clear sentence. */
export async function assertOneSentence(ended: Promise<Ended>, says: RegExp): Promise<void> {
  const { code, stdout, stderr } = await ended
  assert.equal(code, 3, stderr)
  assert.equal(stdout, '')
  assert.match(stderr, says)
  assert.equal(stderr.trimEnd().split('\n').length, 1)
  assertPlain(stderr)
}

/** The results that a run wrote, valid by their schema; `undefined` where it wrote none. */
export function resultsIn(out: string): Results | undefined {
  const file = join(out, 'results.json')
  if (!existsSync(file)) return undefined
  const results = JSON.parse(readFileSync(file, 'utf8')) as Results
  assert.ok(validate(results), JSON.stringify(validate.errors?.slice(0, 3)))
  keepOpen(results)
  return results
}

/** The results of a run that has to have written some. @throws AssertionError with what the run said, where it wrote none */
export function resultsOf(ended: Ended, out: string): Results {
  const results = resultsIn(out)
  assert.ok(results, `The run wrote no results. ${howEnded(ended)}`)
  return results
}

/** A target file, written to the sandbox; returns its path. */
export const targetFile = (box: Sandbox, name: string, ...targets: readonly object[]): string =>
  box.write(name, JSON.stringify(targets.length === 1 ? targets[0] : { targets }))

/** A hostile target as an entry of a target file. */
export const hostileTarget = (kind: string, grantsFirst = 0, more: object = {}) => ({
  target: { name: grantsFirst > 0 ? `${kind} after ${grantsFirst}` : kind, roles: ['ServiceProvider'], ...more },
  launch: { command: `exec ${process.execPath} ${compiled('selftest/targets/hostile.js')} ${kind} ${grantsFirst}` },
  service: { path: '/service' },
})

/** A sandbox for the tests of a file, removed after the last, and in it the target file of a server that grants everything. */
export function grantingSandbox(): { readonly box: Sandbox; readonly grants: string } {
  const box = sandbox()
  after(() => box.remove())
  return { box, grants: targetFile(box, 'grants.json', hostileTarget('grants-everything')) }
}
