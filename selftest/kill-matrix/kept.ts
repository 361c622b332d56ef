import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Said } from './cells.js'
import type { Record } from './play.js'

/** The commit that is checked out. */
export interface Commit {
  readonly id: string
  /** Whether any file differs from it. */
  readonly dirty: boolean
  /** Of all that a play reads; two commits that have it in common say the same. */
  readonly digest: string
}

const git = (...args: readonly string[]): string => execFileSync('git', args, { encoding: 'utf8', maxBuffer }).trim()
const maxBuffer = 64 * 1024 * 1024

/** The commit that is checked out here. */
export const commit = (): Commit => {
  const manifest = JSON.parse(git('show', 'HEAD:package.json')) as object
  const lock = JSON.parse(git('show', 'HEAD:package-lock.json')) as { readonly packages: object }
  return {
    id: git('rev-parse', 'HEAD'),
    dirty: git('status', '--porcelain') !== '',
    digest: digestOf(git('ls-tree', '-r', 'HEAD').split('\n'), manifest, lock),
  }
}

/** What no play reads: texts, other self-tests, what is known of side effects, and files that hold a version beside other things. */
const unread =
  /\t(?:[^/]+\.md|package(?:-lock)?\.json|(?:bench|changelog|docs)\/.*|selftest\/(?:(?!kill-matrix\/|stage\/).*|kill-matrix\/(?:collateral\/.*|.*(?:\.test|-fixture)\.ts)))$/

/**
 * @param tree Lines of `git ls-tree -r`.
 * @param manifest package.json.
 * @param lock package-lock.json.
 */
export function digestOf(
  tree: readonly string[],
  manifest: object,
  { packages }: { readonly packages: object },
): string {
  const withoutVersion = { ...manifest, version: undefined }
  const read = [tree.filter((line) => !unread.test(line)), withoutVersion, { ...packages, '': undefined }]
  return createHash('sha256').update(JSON.stringify(read)).digest('hex').slice(0, 40)
}

/**
 * What was played here, in a file that git ignores, so that an interrupted matrix is taken up again, also at a later
 * commit that differs in nothing that a play reads. Plays all anew where files differ from the commit, since they may
 * have differed otherwise the last time; and what could not be judged.
 */
export function keptRecord({ digest, dirty }: Commit): Record {
  const file = `.assay/kill-matrix/${digest}${dirty ? '-changed' : ''}.jsonl`
  mkdirSync(dirname(file), { recursive: true })
  if (dirty) rmSync(file, { force: true })
  const played = new Map<string, Said>(existsSync(file) ? readFileSync(file, 'utf8').split('\n').flatMap(lineOf) : [])
  return {
    played,
    note: (said) => {
      for (const [key, one] of said) played.set(key, one)
      appendFileSync(file, said.map((one) => `${JSON.stringify(one)}\n`).join(''))
    },
  }
}

/** A line that was cut off by an interrupt is none, nor is one that says nothing. */
function lineOf(line: string): [string, Said][] {
  try {
    if (line === '') return []
    const one = JSON.parse(line) as [string, Said]
    return ['harness-error', 'inconclusive'].includes(one[1].verdict) ? [] : [one]
  } catch {
    return []
  }
}
