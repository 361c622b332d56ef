import { cpSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigError } from '../../harness/contracts/errors.js'
import { command, type Ended } from './command.js'
import { NotRun } from './not-run.js'
import type { Listed } from './plan.js'

/** A built tree of one side. */
export interface Tree {
  readonly folder: string
  /** What a reader calls it. */
  readonly name: string
}

/** A folder for the work trees, all of which `remove` takes away. */
export interface Trees {
  /** What a revision stands for, in short. @throws ConfigError where there is none. */
  commitOf(revision: string): Promise<string>
  /** Builds a commit in a work tree of its own. @throws NotRun where that fails. */
  build(side: string, commit: string): Promise<Tree>
  /** Place for what runs write. */
  readonly folder: string
  remove(): Promise<void>
}

const buildMs = 600_000
const gitMs = 120_000

/** @param root The clone. @param signal Ends what is under way. */
export function openTrees(root: string, signal: AbortSignal): Trees {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'assay-verdicts-'))
  const made: string[] = []
  // An interrupt ends what it began, and never the tidying up.
  const git = (args: readonly string[], until = signal): Promise<Ended> =>
    command('git', ['-c', 'core.hooksPath=/dev/null', ...args], { cwd: root, signal: until, boundMs: gitMs })
  // Git reads what stands half-written of a work tree that it makes beside.
  let before: Promise<unknown> = Promise.resolve()
  const addTree = (tree: string, commit: string): Promise<Ended> => {
    const added = before.then(() => git(['worktree', 'add', '--detach', tree, commit]))
    before = added.catch(() => undefined)
    return added
  }
  return {
    folder,
    async commitOf(revision) {
      const { code, stdout, said } = await git(['rev-parse', '--verify', '--quiet', `${revision}^{commit}`])
      if (code === 0) return stdout.trim()
      const why = /not a git repository|ENOENT/.test(said) ? `git cannot be asked (${said})` : await missing(git)
      throw new ConfigError(`There is no commit ${revision} here: ${why}.`)
    },
    async build(side, commit) {
      const tree = join(folder, side)
      made.push(tree)
      const added = await addTree(tree, commit)
      if (added.code !== 0) throw new NotRun(`git makes no work tree of it: ${added.said}`)
      takePackages(root, tree)
      const options = { cwd: tree, signal, boundMs: buildMs }
      const built = await command(process.execPath, ['tools/setup.mjs', '--certify'], options)
      if (built.code !== 0) throw new NotRun(`\`node tools/setup.mjs\` ends with ${built.code}: ${built.said}`)
      return { folder: tree, name: commit.slice(0, 10) }
    },
    async remove() {
      const always = new AbortController().signal
      for (const tree of made) await git(['worktree', 'remove', '--force', '--force', tree], always)
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
      if (made.length > 0) await git(['worktree', 'prune'], always)
    },
  }
}

async function missing(git: (args: readonly string[]) => Promise<Ended>): Promise<string> {
  const { stdout } = await git(['rev-parse', '--is-shallow-repository'])
  if (stdout.trim() === 'true') return 'the clone is a shallow one, and `git fetch --unshallow` brings the rest'
  return 'git knows no such revision; `git log` shows those that there are'
}

/** Packages of the clone where the lock is the same, as a copy, so that no set-up of the tree touches the clone's own. */
function takePackages(root: string, tree: string): void {
  const lockOf = (folder: string): string | undefined => {
    const file = join(folder, 'package-lock.json')
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined
  }
  const installed = join(root, 'node_modules')
  if (lockOf(root) !== lockOf(tree) || !existsSync(join(installed, '.package-lock.json'))) return
  cpSync(installed, join(tree, 'node_modules'), { recursive: true, verbatimSymlinks: true })
}

/** The checks of a side. @throws NotRun where it lists none. */
export async function listOf({ folder, name }: Tree, signal: AbortSignal): Promise<readonly Listed[]> {
  const args = ['dist/harness/cli/main.js', 'list', '--json']
  const { code, stdout, said } = await command(process.execPath, args, { cwd: folder, signal, boundMs: gitMs })
  if (code !== 0) throw new NotRun(`\`assay list\` ends with ${code} at ${name}: ${said}`)
  return (JSON.parse(stdout) as { readonly checks: readonly Listed[] }).checks
}
