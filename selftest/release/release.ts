import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../../harness/contracts/errors.js'
import { writeWhole } from '../../harness/evidence/store.js'
import type { Asked } from './asked.js'
import { section, withSection } from './changelog.js'
import { fragmentFiles, readFragments } from './fragments.js'
import { type ListedCheck, verdictLines } from './verdict-lines.js'

/** What a release is made with. */
export interface Means {
  /** The clone. */
  readonly root: string
  say(line: string): void
  /** Runs a command to its end in a folder, its output shown. @throws StepFailed where it fails. */
  run(program: string, args: readonly string[], folder?: string): Promise<string>
  /** Checks of this commit, and of the release before it. */
  lists(since: string): Promise<{ readonly before: readonly ListedCheck[]; readonly after: readonly ListedCheck[] }>
  /** An empty folder, and what takes it away. */
  emptyFolder(): { readonly path: string; remove(): void }
  /** Today, as `2026-11-25`. */
  readonly today: string
}

/** A step that did not come to a good end; what it left can be gone on from. */
export class StepFailed extends Error {}

/**
 * Makes a release from a clean tree: changelog and version in one commit, the whole kill matrix at it, the figures of the references, the package, an
 * installation in an empty folder that certifies the references, the tag. One that stopped after its commit is gone on
 * with by the same command.
 * @throws ConfigError where the tree is not clean, a fragment is wrong, or one came after that commit. @throws StepFailed
 */
export async function release(asked: Asked, means: Means): Promise<void> {
  const { version, dryRun } = asked
  const { root, say, run } = means
  const isBegun = versionIn(root) === version
  if (!dryRun && (await run('git', ['status', '--porcelain'])).trim() !== '')
    throw new ConfigError('A release is made from a clean tree: commit or remove what `git status` shows.')
  if (isBegun && fragmentFiles(root).length > 0)
    throw new ConfigError(
      `${version} was begun, and changelog/ holds what came after it: take its commit back by \`git revert\`, and make it anew.`,
    )
  if (!isBegun) {
    const text = await nextSection(asked, means)
    const changelog = withSection(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version, text)
    if (dryRun) return say(text)
    await commitRelease(version, changelog, means)
  }
  if (dryRun) return say(`${version} was begun: its matrix, its package and its tag are left.`)
  await run('npm', ['run', 'kill-matrix'])
  await run('npm', ['run', 'figures'])
  const tarball = await packed(means)
  await tried(tarball, means)
  await run('git', ['tag', '--annotate', `v${version}`, '--message', `Release ${version}`])
  say(`${version} is made: push it by \`git push --follow-tags\`, and publish ${tarball}.`)
}

/** The section of what is not released yet. */
export async function nextSection({ version, since }: Asked, means: Means): Promise<string> {
  const said = readFragments(means.root)
  const { before, after } = await means.lists(since)
  return section(version, means.today, said, verdictLines(before, after, said))
}

const versionIn = (root: string): string =>
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string }).version

async function commitRelease(version: string, changelog: string, { root, run }: Means): Promise<void> {
  writeWhole(join(root, 'CHANGELOG.md'), changelog)
  for (const file of fragmentFiles(root)) rmSync(join(root, file))
  await run('npm', ['version', version, '--no-git-tag-version', '--ignore-scripts'])
  await run('git', ['add', '--all'])
  await run('git', ['commit', '--quiet', '--message', `build(repo): release ${version}`])
}

/** @returns path of the package, in the clone. */
async function packed({ root, run }: Means): Promise<string> {
  const lines = (await run('npm', ['pack', '--silent'])).trim().split('\n')
  return join(root, lines.at(-1) ?? '')
}

/** Installs the package where there is nothing, and has it certify the references. */
async function tried(tarball: string, { run, emptyFolder }: Means): Promise<void> {
  const { path, remove } = emptyFolder()
  try {
    await run('npm', ['init', '--yes'], path)
    await run('npm', ['install', '--no-audit', '--no-fund', tarball], path)
    await run('npx', ['assay', 'certify'], path)
  } finally {
    remove()
  }
}
