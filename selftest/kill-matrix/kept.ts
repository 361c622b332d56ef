import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Said } from './cells.js'
import type { Record } from './play.js'

/** The commit that is checked out. */
export interface Commit {
  readonly id: string
  /** Whether any file differs from it. */
  readonly dirty: boolean
}

const git = (...args: readonly string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim()

/** The commit that is checked out here. */
export const commit = (): Commit => ({
  id: git('rev-parse', 'HEAD'),
  dirty: git('status', '--porcelain') !== '',
})

/**
 * What was played at a commit, in a file that git ignores, so that an interrupted matrix is taken up again. Plays all
 * anew where files differ from the commit, since they may have differed otherwise the last time; and what could not be
 * judged.
 */
export function keptRecord({ id, dirty }: Commit): Record {
  const file = `.assay/kill-matrix/${id}${dirty ? '-changed' : ''}.jsonl`
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
