import { readFileSync } from 'node:fs'
import type { CheckVerdict } from '../../harness/evidence/results-types.js'
import type { FaultName } from '../../harness/faults/faults.js'
import type { Role } from '../../requirements/types.js'
import type { Cell } from './matrix.js'

/** A check under one fault: one that names it, or one that changed by it. */
export interface Pair {
  readonly role: Role
  readonly fault: FaultName
  readonly check: string
  /** What it says without any fault. */
  readonly before: CheckVerdict
  readonly verdict: CheckVerdict
  /** The commit that was checked out when it was played. */
  readonly at: string
}

/** What every pair came to when it was played last. */
export interface Played {
  readonly pairs: readonly Pair[]
  /** Per role and fault, joined by a tab, how many checks that do not name the fault stayed as they were when they met it last. */
  readonly unchanged: ReadonlyMap<string, number>
}

/** Stands for a check where a line counts those that stayed as they were. */
const others = '*'
const header = ['role', 'fault', 'check', 'before', 'verdict', 'at'].join('\t')
type Line = [Role, FaultName, string, CheckVerdict, CheckVerdict, string?]
const keyOf = (...parts: readonly string[]): string => parts.join('\t')

/** Reads what was kept; nothing where there is no such file yet. */
export function readPlayed(file: string): Played {
  const pairs: Pair[] = []
  const unchanged = new Map<string, number>()
  for (const line of linesOf(file)) {
    const [role, fault, check, before, verdict, at = ''] = line.split('\t') as Line
    if (check === others) unchanged.set(keyOf(role, fault), Number(verdict))
    else pairs.push({ role, fault, check, before, verdict, at })
  }
  return { pairs, unchanged }
}

function linesOf(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').trim().split('\n').slice(1)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

/** One line per pair, sorted, so that what a play has changed can be read off. */
export function writtenPlayed({ pairs, unchanged }: Played): string {
  const lines = [
    ...pairs.map(({ role, fault, check, before, verdict, at }) => keyOf(role, fault, check, before, verdict, at)),
    ...[...unchanged].map(([key, count]) => keyOf(key, others, 'unchanged', String(count))),
  ]
  return `${[header, ...lines.sort()].join('\n')}\n`
}

/** What is known after more was played at a commit: of each pair the last play counts, and what was not played again stays. */
export function merged(known: Played, cells: readonly Cell[], at: string): Played {
  const pairs = new Map(known.pairs.map((pair) => [keyOf(pair.role, pair.fault, pair.check), pair]))
  const counted = new Map<string, number>()
  for (const { role, faults, check, named, before, verdict } of cells)
    for (const fault of faults) {
      const key = keyOf(role, fault, check)
      if (named || verdict !== before) pairs.set(key, { role, fault, check, before, verdict, at })
      else {
        pairs.delete(key)
        counted.set(keyOf(role, fault), (counted.get(keyOf(role, fault)) ?? 0) + 1)
      }
    }
  return { pairs: [...pairs.values()], unchanged: new Map([...known.unchanged, ...counted]) }
}
