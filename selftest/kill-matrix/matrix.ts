import type { CheckVerdict } from '../../harness/evidence/results-types.js'
import type { FaultName } from '../../harness/faults/faults.js'
import type { Role } from '../../requirements/types.js'
import { certifyReference, type Verdicts } from './certify.js'
import { collateral } from './collateral.js'
import { faultVariable, globalFaults, type MatrixCheck, type Round } from './schedule.js'

/** What one check said while one fault was on. */
export interface Cell {
  readonly role: Role
  readonly fault: FaultName
  readonly check: string
  /** Whether the check names the fault. */
  readonly named: boolean
  readonly verdict: CheckVerdict
  readonly reason: string
  /** What it says without any fault. */
  readonly before: CheckVerdict
}

/** A cell that is not as it has to be. */
export interface Surprise extends Cell {
  readonly complaint: string
}

/** Plays one round and returns its cells. */
export async function play(
  role: Role,
  seed: number,
  round: Round,
  checks: readonly MatrixCheck[],
  baseline: Verdicts,
): Promise<Cell[]> {
  const verdicts = await certifyReference({ role, seed, fault: faultVariable(round, role, seed) })
  return [...round].flatMap(([check, fault]) => cellOf(role, fault, check, checks, verdicts, baseline))
}

/** Plays a fault of the whole participant against the checks that name it and some others. */
export async function playGlobal(
  role: Role,
  seed: number,
  fault: FaultName,
  others: readonly string[],
  checks: readonly MatrixCheck[],
  baseline: Verdicts,
): Promise<Cell[]> {
  const only = [...new Set([...checks.filter(({ detects }) => detects.includes(fault)).map(({ id }) => id), ...others])]
  const verdicts = await certifyReference({ role, seed, fault, only })
  return only.flatMap((check) => cellOf(role, fault, check, checks, verdicts, baseline))
}

/** The global faults that some check of the role names. */
export const namedGlobalFaults = (checks: readonly MatrixCheck[]): FaultName[] =>
  globalFaults.filter((fault) => checks.some(({ detects }) => detects.includes(fault)))

/** What is wrong with a cell: a fault that goes unnoticed, or one that is noticed where it has no business. */
export function surprise(cell: Cell): Surprise | undefined {
  const red = cell.verdict === 'fail' || cell.verdict === 'finding'
  const changed = cell.verdict !== cell.before
  if (cell.named) return red && changed ? undefined : { ...cell, complaint: 'does not notice the fault' }
  if (!changed || collateral[cell.fault]?.checks.includes(cell.check)) return undefined
  return { ...cell, complaint: 'changed although it does not name the fault' }
}

function cellOf(
  role: Role,
  fault: FaultName,
  check: string,
  checks: readonly MatrixCheck[],
  verdicts: Verdicts,
  baseline: Verdicts,
): Cell[] {
  const named = checks.find(({ id }) => id === check)?.detects.includes(fault) ?? false
  const { verdict, reason } = verdicts.get(check) ?? { verdict: 'harness-error' as const, reason: 'no verdict' }
  const before = baseline.get(check)?.verdict ?? 'harness-error'
  return [{ role, fault, check, named, verdict, reason, before }]
}
