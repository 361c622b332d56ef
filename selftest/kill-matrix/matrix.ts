import type { CheckVerdict } from '../../harness/evidence/results-types.js'
import type { FaultName } from '../../harness/faults/faults.js'
import type { SuiteCheck } from '../../harness/run/plan.js'
import type { Profile, Role } from '../../requirements/types.js'
import { certifyReference, type Verdicts } from './certify.js'
import { isCollateral } from './collateral.js'
import {
  faultVariable,
  globalFaults,
  type MatrixCheck,
  partyFaults,
  type RoleChecks,
  type Round,
  rounds,
} from './schedule.js'
import { playedAt } from './undecidable.js'

/** What one check said while faults were on. */
export interface Cell {
  readonly role: Role
  readonly faults: readonly FaultName[]
  readonly check: string
  /** Whether the check names the fault. */
  readonly named: boolean
  readonly verdict: CheckVerdict
  readonly reason: string
  /** What it says without any fault. */
  readonly before: CheckVerdict
}

/** What is the same for every cell of a role. */
export interface Board extends RoleChecks {
  readonly seed: number
  /** Standard by default. */
  readonly profile?: Profile
  /** Verdicts without any fault. */
  readonly baseline: Verdicts
}

/** The checks of a role that run in the standard profile, or those that only the deep one adds. */
export const checksOf = (plan: readonly SuiteCheck[], role: Role, deep = false): MatrixCheck[] =>
  plan
    .filter((planned) => planned.role === role && planned.selected.run && (planned.check.profile === 'deep') === deep)
    .map(({ check: { id, detects } }) => ({ id, detects: detects as FaultName[] }))

/**
 * Plays rounds. A check that changed under several faults at once meets each of them alone afterwards, so that every cell that changed names
 * one cause.
 */
export async function play(
  board: Board,
  all: readonly Round[],
  say: (line: string) => void = () => {},
): Promise<Cell[]> {
  const cells: Cell[] = []
  const work = async (round: Round): Promise<void> => {
    say(`${board.role}: round ${all.indexOf(round) + 1} of ${all.length}`)
    cells.push(...(await playRound(board, round)))
  }
  await twoAtATime(all, work)
  const isUnclear = ({ faults, verdict, before }: Cell): boolean => faults.length > 1 && verdict !== before
  const unclear = cells.filter(isUnclear)
  if (unclear.length === 0) return cells
  const alone = new Map<string, FaultName[][]>()
  for (const { check, faults } of unclear)
    alone.set(check, [...(alone.get(check) ?? []), ...faults.map((fault) => [fault])])
  return [...cells.filter((cell) => !isUnclear(cell)), ...(await play(board, rounds(alone), say))]
}

async function playRound(board: Board, round: Round): Promise<Cell[]> {
  const { role, seed } = board
  const fault = faultVariable(round, role, seed)
  const verdicts = await certifyReference({ ...board, fault, only: [...round.keys()] })
  return [...round].map(([check, names]) => cellOf(board, names, check, verdicts))
}

/** Plays a fault for every party against the checks that name it and some others. */
export async function playEverywhere(board: Board, fault: FaultName, others: readonly string[]): Promise<Cell[]> {
  const naming = board.checks.filter(({ detects }) => detects.includes(fault)).map(({ id }) => id)
  const only = [...new Set([...naming, ...others])]
  const verdicts = await certifyReference({ ...board, fault, only })
  return only.map((check) => cellOf(board, [fault], check, verdicts))
}

/** Plays faults one by one, each for everybody and against the checks that name it. */
export async function playAlone(board: Board, all: readonly FaultName[]): Promise<Cell[]> {
  const cells: Cell[] = []
  await twoAtATime(all, async (fault) => void cells.push(...(await playEverywhere(board, fault, []))))
  return cells
}

/** A good part of a run is waiting, for processes to start and for answers. */
export async function twoAtATime<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items]
  const worker = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item)
  }
  await Promise.all([worker(), worker()])
}

/** The faults of the whole participant that some check names. */
export const namedGlobalFaults = ({ checks }: RoleChecks): FaultName[] =>
  globalFaults.filter((fault) => isNamed(checks, fault))
/** The faults for one party that some check names and that are played alone. */
export const namedAlone = ({ role, checks }: RoleChecks): FaultName[] =>
  partyFaults.filter((fault) => playedAt(role, fault) === 'alone' && isNamed(checks, fault))

const isNamed = (checks: readonly MatrixCheck[], fault: FaultName): boolean =>
  checks.some(({ detects }) => detects.includes(fault))

/** What is wrong with a cell, in words: a fault that goes unnoticed, or one that is noticed where it has no business. */
export function surprise({ faults, check, named, verdict, before, reason }: Cell): string | undefined {
  const changed = verdict !== before
  if (named && changed && (verdict === 'fail' || verdict === 'finding')) return undefined
  if (!named && (!changed || faults.some((fault) => isCollateral(fault, check)))) return undefined
  return `${faults.join(' + ')} × ${check}: ${named ? 'goes unnoticed' : 'is noticed'} (${before} → ${verdict}: ${reason})`
}

function cellOf(
  { role, checks, baseline }: Board,
  names: readonly FaultName[],
  check: string,
  verdicts: Verdicts,
): Cell {
  const named = checks.some(({ id, detects }) => id === check && names.some((name) => detects.includes(name)))
  const { verdict, reason } = verdicts.get(check) ?? { verdict: 'harness-error' as const, reason: 'no verdict' }
  return { role, faults: names, check, named, verdict, reason, before: baseline.get(check)?.verdict ?? 'harness-error' }
}
