import type { CheckResult } from '../../harness/contracts/results.js'
import { mostChecks } from '../../harness/runner/own-runner.js'
import { resultsOf } from '../kill-matrix/certify.js'
import { sideBySide } from '../kill-matrix/play.js'
import { bundlesAt, faultVariable, type Pair } from './pairs.js'

/** What came of a pair. */
export interface Played {
  readonly pair: Pair
  /** `not sent`: no message of the check can have that form, as the results say. */
  readonly outcome: 'noticed' | 'unnoticed' | 'not sent'
  readonly reason: string
}

/** Plays pairs with the bundles of a standard run. */
export const playWhole = (pairs: readonly Pair[], seed: number): Promise<readonly Played[]> =>
  playAll(pairs, seed, 'usual', ({ role, check, value }) => [
    ...bundlesAt(role, check)
      .filter((names) => names.includes(value))
      .map((names) => names.join(', ')),
    value,
  ])

/** Plays pairs with their values alone. */
export const playDrawn = (pairs: readonly Pair[], seed: number): Promise<readonly Played[]> =>
  playAll(pairs, seed, 'value', ({ value }) => [value])

async function playAll(
  pairs: readonly Pair[],
  seed: number,
  guises: 'usual' | 'value',
  under: (pair: Pair) => readonly string[],
): Promise<readonly Played[]> {
  const played: Played[] = []
  await sideBySide(roundsOf(pairs), async (round) => {
    const [{ role, value }] = round as [Pair]
    const { checks } = await resultsOf({
      role,
      seed,
      only: round.map(({ check }) => check),
      fault: faultVariable(round, under, seed),
      guises: guises === 'usual' ? 'usual' : value,
    })
    for (const pair of round)
      played.push(
        cameOf(
          pair,
          checks.find(({ id }) => id === pair.check),
        ),
      )
  })
  return played
}

/** Runs of one value each, in which a check stands once. */
function roundsOf(pairs: readonly Pair[]): readonly (readonly Pair[])[] {
  const rounds: Pair[][] = []
  for (const pair of pairs) {
    const open = rounds.find(
      (round) =>
        round.length < mostChecks &&
        round.every(({ role, value, check }) => role === pair.role && value === pair.value && check !== pair.check),
    )
    if (open) open.push(pair)
    else rounds.push([pair])
  }
  return rounds
}

function cameOf(pair: Pair, check: CheckResult | undefined): Played {
  const { verdict = 'harness-error', reason = 'The run says nothing of it.', guises = [] } = check ?? {}
  if (verdict === 'fail' || verdict === 'finding') return { pair, outcome: 'noticed', reason }
  const sent = guises.some(({ values }) => values.includes(pair.value))
  const why = guises.map(({ why: one }) => one).find((one) => one !== undefined)
  return {
    pair,
    outcome: sent || guises.length === 0 ? 'unnoticed' : 'not sent',
    reason: why ?? `${verdict}: ${reason}`,
  }
}
