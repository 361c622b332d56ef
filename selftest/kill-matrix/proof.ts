import { type FaultName, faults } from '../../harness/faults/faults.js'
import { type Cell, cellsOf, isNoticed, missing, type Played, surprise } from './cells.js'
import { faultless, foreignAt, keyOf, type MatrixCheck, namedPairings, type Pairing, topicOf } from './pairing.js'
import { whyNotPlayed } from './undecidable.js'

/** What a step of a proof came to; `unjudged`: nothing could be said here. */
export type Outcome = 'proved' | 'not proved' | 'unjudged'

/** One step of a proof. */
export interface Step {
  /** In words, with what the check says. */
  readonly words: string
  readonly outcome: Outcome
}

/** What has to be played to prove a check at its role: without a fault, under each that it names, and the others of its topic under these. */
export function proofPairings(check: MatrixCheck, checks: readonly MatrixCheck[]): Pairing[] {
  const topic = checks.filter(({ role, id, deep }) => role === check.role && topicOf(id) === topicOf(check.id) && !deep)
  const others = foreignAt(topic, new Set(check.detects)).filter(({ check: id }) => id !== check.id)
  return [faultless({ ...check, check: check.id }), ...namedPairings([check]), ...others]
}

/** The steps of a proof, judged by what was played. */
export function stepsOf(check: MatrixCheck, pairings: readonly Pairing[], played: Played): Step[] {
  const cells = cellsOf(pairings, played)
  return [
    withoutFault(check, played),
    ...check.detects.map((fault) => underFault(check, fault, cells)),
    ofOthers(
      pairings.filter((pairing) => pairing.check !== check.id),
      played,
    ),
  ]
}

/** Proved if every step is; not proved if one is not. */
export function outcomeOf(steps: readonly Step[]): Outcome {
  const all = new Set(steps.map(({ outcome }) => outcome))
  if (all.has('not proved')) return 'not proved'
  return all.has('unjudged') ? 'unjudged' : 'proved'
}

const isJudged = (verdict: string): boolean => ['pass', 'fail', 'finding'].includes(verdict)

function withoutFault(check: MatrixCheck, played: Played): Step {
  const said = played.get(keyOf(faultless({ ...check, check: check.id })))
  const what = 'passes against the reference'
  if (!said) return { words: `${what}: was not played`, outcome: 'unjudged' }
  if (said.verdict === 'pass') return { words: what, outcome: 'proved' }
  const words = `${what}: no, ${said.verdict} (${said.reason})`
  return { words, outcome: isJudged(said.verdict) ? 'not proved' : 'unjudged' }
}

function underFault(check: MatrixCheck, fault: FaultName, cells: readonly Cell[]): Step {
  const what = `notices ${fault} (the reference ${faults[fault].does})`
  const cell = cells.find(({ check: id, faults: [name], named }) => named && id === check.id && name === fault)
  if (!cell) return { words: `${what}: cannot be played here: ${whyNotPlayed(fault, check.id)}`, outcome: 'unjudged' }
  if (isNoticed(cell)) return { words: `${what}: ${cell.verdict}`, outcome: 'proved' }
  const words = `${what}: no, ${cell.verdict}${cell.reason === '' ? '' : ` (${cell.reason})`}`
  return { words, outcome: isJudged(cell.verdict) ? 'not proved' : 'unjudged' }
}

function ofOthers(wanted: readonly Pairing[], played: Played): Step {
  const met = new Set(wanted.map(({ check }) => check)).size
  const what = `no other of the ${met} checks of its topic changes`
  const changed = cellsOf(wanted, played).filter((cell) => surprise(cell) !== undefined)
  const left = missing(wanted, played).length
  if (changed.length === 0 && left > 0) return { words: `${what}: ${left} were not played`, outcome: 'unjudged' }
  if (changed.length === 0) return { words: what, outcome: 'proved' }
  const advice = 'name the fault there, or say why in selftest/kill-matrix/collateral'
  const words = [`${what}: no; ${advice}:`, ...changed.map((cell) => `    ${surprise(cell)}`)].join('\n')
  // A control that is refused is a change too, unless nothing at all could be judged.
  return { words, outcome: changed.every(({ verdict }) => verdict === 'harness-error') ? 'unjudged' : 'not proved' }
}
