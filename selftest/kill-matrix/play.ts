import { availableParallelism } from 'node:os'
import { missing, type Said } from './cells.js'
import { certifyReference, type Verdicts } from './certify.js'
import type { MatrixNaming } from './names.js'
import { keyOf, type Pairing } from './pairing.js'
import { faultsOf, mostOfAShortRun, packed, type Round } from './schedule.js'

/** What is known of pairings, and grows. */
export interface Record {
  readonly played: Map<string, Said>
  /** Notes what came of the pairings of one run. */
  note(said: readonly (readonly [string, Said])[]): void
}

/** A record that is gone with the process. */
export function openRecord(): Record {
  const played = new Map<string, Said>()
  return {
    played,
    note: (said) => {
      for (const [key, one] of said) played.set(key, one)
    },
  }
}

/** How pairings are played. */
export interface Playing {
  readonly naming: MatrixNaming
  readonly record: Record
  /** Reports each run that has ended, with the number of those that are left as far as is known. */
  readonly say?: (round: Round, left: number) => void
  /** Ends what is under way. */
  readonly signal?: AbortSignal
  /** Time after which no run is begun, milliseconds as `Date.now()` has them. */
  readonly until?: number
}

/** Runs at a time whose checks mostly wait. */
const mostThatWait = 4

/** Plays what is missing of the wanted pairings, run by run, until nothing is, or the time is over. */
export async function play(wanted: readonly Pairing[], playing: Playing): Promise<void> {
  const { record, signal, until } = playing
  const isOver = (): boolean => signal?.aborted === true || (until !== undefined && Date.now() >= until)
  for (let left = missing(wanted, record.played); left.length > 0; left = missing(wanted, record.played)) {
    const rounds = packed(left, until === undefined ? undefined : mostOfAShortRun)
    const playOne = async (round: Round): Promise<void> => {
      if (isOver()) return
      const said = await saidIn(round, playing)
      if (signal?.aborted) return
      record.note(said)
      playing.say?.(round, rounds.length)
    }
    // Runs that wait take no place from those that work.
    const [waiting, working] = [rounds.filter(({ waits }) => waits), rounds.filter(({ waits }) => !waits)]
    await Promise.all([sideBySide(waiting, playOne, mostThatWait), sideBySide(working, playOne)])
    if (isOver()) return
  }
}

/** What each check of a run says. A run without results is played once more, and then tells of each of its checks that nothing was judged. */
async function saidIn(round: Round, { naming, signal }: Playing): Promise<(readonly [string, Said])[]> {
  const only = round.pairings.map(({ check }) => check)
  const profile = round.deep ? 'deep' : 'standard'
  const run = {
    role: round.role,
    seed: naming.seed,
    ...(naming.form !== undefined && { form: naming.form }),
    profile,
    only,
    fault: faultsOf(round, naming),
    ...(signal && { signal }),
  } as const
  const lost = (error: unknown): Said => ({ verdict: 'harness-error', reason: String(error) })
  const once = (): Promise<Verdicts> => certifyReference(run)
  const verdicts: Verdicts | Said = await once().catch(once).catch(lost)
  return round.pairings.map((pairing) => {
    const said = 'verdict' in verdicts ? verdicts : verdicts.get(pairing.check)
    return [keyOf(pairing), said ?? { verdict: 'harness-error', reason: 'The run says nothing of it.' }] as const
  })
}

/** Does work for each item, one more at a time than there are cores: a good part of a run is waiting. */
export async function sideBySide<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
  places = availableParallelism() + 1,
): Promise<void> {
  const left = [...items]
  const worker = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: places }, worker))
}
