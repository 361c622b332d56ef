import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../../harness/errors.js'
import type { SeenChecks } from './compare.js'
import { type Run, variantTarget } from './runs.js'
import { seenIn } from './seen.js'

/** A commit with a work tree of its own. */
export interface Side {
  readonly revision: string
  readonly commit: string
  readonly folder: string
}

/** Names of parties follow from it, the same on both sides. */
const seed = 20261120

/** The id of a commit. @throws ConfigError where git knows no such one. */
export function commitOf(revision: string): string {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`]
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' })
  if (status !== 0)
    throw new ConfigError(`git knows no commit ${revision} here: name a commit, a branch or a tag of this clone.`)
  return stdout.trim()
}

/** Checks a commit out into a folder and makes it ready by its own script. */
export async function build({ revision, commit, folder }: Side, signal: AbortSignal): Promise<void> {
  execFileSync('git', ['worktree', 'add', '--quiet', '--detach', folder, commit], { stdio: 'pipe' })
  const { code, words } = await ended(['tools/setup.mjs', '--certify'], folder, signal)
  if (code !== 0 && !signal.aborted) throw new ConfigError(`${revision} cannot be built: ${words || 'no word of why'}`)
}

/** Takes the work tree of a side away. */
export function remove({ folder }: Side): void {
  spawnSync('git', ['worktree', 'remove', '--force', folder], { stdio: 'ignore' })
  rmSync(folder, { recursive: true, force: true })
  spawnSync('git', ['worktree', 'prune'], { stdio: 'ignore' })
}

/** What of a run the references of a side do not know. */
export function unknownTo({ commit }: Side, { fault = '', variant = '' }: Run): readonly string[] {
  const isThere = (name: string, folder: string): boolean =>
    spawnSync('git', ['grep', '-q', '-F', `'${name}'`, commit, '--', folder]).status === 0
  const names = (text: string): string[] => text.split(/[+,]/).filter((name) => name !== '')
  return [
    ...names(fault).filter((name) => !isThere(name, 'harness/faults')),
    ...names(variant).filter((name) => !isThere(name, 'harness/reference')),
  ]
}

/** Makes a run at a side by its public command. @throws Error where it leaves no whole results. */
export async function certify({ folder, revision }: Side, run: Run, signal: AbortSignal): Promise<SeenChecks> {
  const out = mkdtempSync(`${folder}-out-`)
  try {
    const args = ['dist/harness/cli/main.js', 'certify', ...targetOf(run, folder, out), '--profile', run.profile]
    const { words } = await ended([...args, '--seed', String(seed), '--out', join(out, 'report')], folder, signal)
    try {
      return seenIn(join(out, 'report'))
    } catch (cause) {
      const why = words || (cause instanceof Error ? cause.message : String(cause))
      throw new Error(`${revision} left no whole results (${why})`, { cause })
    }
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
}

function targetOf({ roles, fault, variant }: Run, folder: string, out: string): readonly string[] {
  const [role] = roles
  if (variant === undefined || role === undefined)
    return ['--reference', ...roles, ...(fault === undefined ? [] : ['--fault', fault])]
  const file = join(out, 'target.json')
  writeFileSync(file, variantTarget(role, variant, join(folder, 'dist/harness/reference/main.js')))
  return ['--config', file]
}

/** Waits for a command of Node to end; `words` are the last line that it complained with. */
function ended(args: readonly string[], cwd: string, signal: AbortSignal): Promise<{ code: number; words: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd, signal, stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    child.stderr.on('data', (text: Buffer) => {
      said = (said + text.toString()).slice(-2000)
    })
    // What an interrupt ends is waited for as well: its folder is taken away next.
    child.on('error', () => child.pid === undefined && resolve({ code: 1, words: 'it could not be started' }))
    child.on('close', (code) => resolve({ code: code ?? 1, words: said.trim().split('\n').at(-1) ?? '' }))
  })
}
