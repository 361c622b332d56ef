import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { ConfigError } from '../../harness/contracts/errors.js'
import { type FaultName, faults } from '../../harness/faults/faults.js'
import { topicOf } from './pairing.js'

/** Lines of a file that differ from an earlier commit. */
export interface ChangedFile {
  readonly path: string
  /** Its lines as they are now. */
  readonly lines: readonly string[]
  /** Places of those that were changed, and of those before which some were taken away, from 0 up. */
  readonly changed: readonly number[]
}

/** What has changed. */
export interface Changes {
  readonly checks: ReadonlySet<string>
  readonly faults: ReadonlySet<FaultName>
}

/** Where checks, faults and rules stand. */
const folders = ['suites', 'harness/reference']

/** The files of checks, faults and rules that have changed since a commit. @throws ConfigError where there is no such commit. */
export function changedSince(revision: string): ChangedFile[] {
  const diff = diffSince(revision)
  return diff
    .split(/^diff --git .*$/m)
    .slice(1)
    .flatMap((part) => {
      const path = /^\+\+\+ b\/(.*)$/m.exec(part)?.[1]
      if (path === undefined || !existsSync(path)) return []
      const hunks = [...part.matchAll(/^@@ -\S+ \+(\d+)(?:,(\d+))? @@/gm)]
      const changed = hunks.flatMap(([, start, count = '1']) =>
        Array.from({ length: Math.max(1, Number(count)) }, (_, index) => Math.max(0, Number(start) - 1 + index)),
      )
      return [{ path, lines: readFileSync(path, 'utf8').split('\n'), changed }]
    })
}

function diffSince(revision: string): string {
  try {
    const args = ['diff', '--no-color', '--no-ext-diff', '-U0', `${revision}`, '--', ...folders]
    return execFileSync('git', args, {
      encoding: 'utf8',
      maxBuffer: 256 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  } catch {
    throw new ConfigError(`--since ${revision}: git knows no such commit here.`)
  }
}

/** The checks, and the faults with those of a rule, that lines which have changed belong to. */
export function changesIn(files: readonly ChangedFile[], ids: readonly string[]): Changes {
  const checks = files
    .filter(({ path }) => path.startsWith('suites/'))
    .flatMap((file) => file.changed.flatMap((line) => checksAt(file, line, ids)))
  const names = files
    .filter(({ path }) => !path.startsWith('suites/'))
    .flatMap((file) => file.changed.flatMap((line) => faultsAt(file, line)))
  return { checks: new Set(checks), faults: new Set(names) }
}

/** The check whose id stands last at or above a line; every check of the topic where none does. */
function checksAt({ path, lines }: ChangedFile, line: number, ids: readonly string[]): readonly string[] {
  const known = new Set(ids)
  for (let at = line; at >= 0; at -= 1) {
    const found = quoted(lines[at]).filter((word) => known.has(word))
    if (found.length > 0) return found
  }
  const topic = path.split('/')[1] ?? ''
  return ids.filter((id) => topicOf(id) === topic)
}

/** The faults that a line names; otherwise those of the rule that it belongs to, from the line on which it begins to the next rule. */
function faultsAt({ lines }: ChangedFile, line: number): readonly FaultName[] {
  const own = faultsIn(lines[line])
  if (own.length > 0) return own
  const begins = (text: string | undefined): boolean =>
    /\brule\w*\($/.test((text ?? '').trim()) || /\brule\(/.test(text ?? '')
  let first = line
  while (first > 0 && !begins(lines[first])) first -= 1
  if (!begins(lines[first])) return []
  const next = lines.findIndex((text, at) => at > line && begins(text))
  return lines.slice(first, next < 0 ? undefined : next).flatMap(faultsIn)
}

const quoted = (line = ''): string[] => [...line.matchAll(/'([^']+)'/g)].map(([, word = '']) => word)
const faultsIn = (line: string | undefined): FaultName[] =>
  quoted(line).filter((word): word is FaultName => Object.hasOwn(faults, word))
