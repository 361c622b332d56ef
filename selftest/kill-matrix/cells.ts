import type { CheckVerdict } from '../../harness/contracts/results.js'
import { isCollateral } from './collateral/collateral.js'
import { faultless, keyOf, type Pairing } from './pairing.js'

/** What one check said while faults were on. */
export interface Said {
  readonly verdict: CheckVerdict
  readonly reason: string
}

/** What came of a pairing. */
export interface Cell extends Pairing, Said {
  /** What the check says without any fault. */
  readonly before: CheckVerdict
}

/** What came of each pairing that was played, by its key. */
export type Played = ReadonlyMap<string, Said>

/** Each fault of a pairing by itself. */
const apart = (pairing: Pairing): Pairing[] => pairing.faults.map((fault) => ({ ...pairing, faults: [fault] }))

const saidBefore = (pairing: Pairing, played: Played): CheckVerdict | undefined =>
  played.get(keyOf(faultless(pairing)))?.verdict

/** A check that changed while it met several faults at once that it does not name; it has to meet each alone, so that every cell that changed names one cause. */
const isUnclear = (pairing: Pairing, { verdict }: Said, before: CheckVerdict): boolean =>
  !pairing.named && pairing.faults.length > 1 && verdict !== before

/**
 * What is left to play until each wanted pairing has its cell. A check is needed without a fault where it names the
 * fault, and where it does not pass.
 */
export function missing(wanted: readonly Pairing[], played: Played): Pairing[] {
  const left = wanted.flatMap((pairing) => {
    const said = played.get(keyOf(pairing))
    const before = saidBefore(pairing, played)
    const first = before === undefined && (pairing.named || (said && said.verdict !== 'pass'))
    if (!said) return [pairing, ...(first ? [faultless(pairing)] : [])]
    if (first) return [faultless(pairing)]
    if (!isUnclear(pairing, said, before ?? 'pass')) return []
    return apart(pairing).filter((one) => !played.has(keyOf(one)))
  })
  return [...new Map(left.map((pairing) => [keyOf(pairing), pairing])).values()]
}

/** The cells of those wanted pairings of which nothing is missing. */
export const cellsOf = (wanted: readonly Pairing[], played: Played): Cell[] =>
  wanted
    .filter((pairing) => missing([pairing], played).length === 0)
    .flatMap((pairing) => {
      const before = saidBefore(pairing, played) ?? 'pass'
      const said = played.get(keyOf(pairing)) as Said
      const parts = isUnclear(pairing, said, before) ? apart(pairing) : [pairing]
      return parts.map((part) => ({ ...part, ...(played.get(keyOf(part)) as Said), before }))
    })

/** Whether a check says something else under the fault than without. */
export const changed = ({ before, verdict }: Pick<Cell, 'before' | 'verdict'>): boolean => before !== verdict

/** Whether a check noticed the fault that it names. */
export const isNoticed = ({ before, verdict }: Pick<Cell, 'before' | 'verdict'>): boolean =>
  before !== verdict && (verdict === 'fail' || verdict === 'finding')

/** What is wrong with a cell, in words: a fault that goes unnoticed, or one that is noticed where it has no business. */
export function surprise(cell: Cell): string | undefined {
  const { role, faults, check, named, verdict, before, reason } = cell
  // In company it is enough that something is seen: others may refuse the control of the check.
  if (
    named
      ? isNoticed(cell) || (faults.length > 1 && changed(cell))
      : !changed(cell) || faults.some((fault) => isCollateral(fault, check))
  )
    return undefined
  return `${faults.join(' + ')} × ${check} at ${role}: ${named ? 'goes unnoticed' : 'is noticed'} (${before} → ${verdict}: ${reason})`
}
