import { setTimeout as sleep } from 'node:timers/promises'
import type { CheckDescription, RecordedMessage } from '../contracts/evidence.js'
import type { Killer, Outage, Sighting, Standing } from '../contracts/outage.js'
import type { RunFile } from '../contracts/run.js'
import { readStanding } from '../target/process/standing.js'
import { askForStanding } from '../target/process/steward.js'
import { recordedShape } from './message/shape.js'
import { createRecorder, type Recorder } from './recorder.js'
import type { SecondLooks } from './second-looks.js'
import type { World } from './world.js'

/** How often a check is played at most, whatever becomes of the target, where it has not to wait. */
const mostTurns = 4

/** How often a check is begun anew since the target asked for patience: others may have used up what it lets through. */
const mostLapses = 6

/** A check that had to wait so often is played while no other takes from what the target lets through. */
const crowdedTurns = 2

/** Checks that are played alone in one run. */
const mostSuspects = 30

/** So long the others wait, milliseconds, until all that may have ended the target stand in line to be played alone. */
const courtesyMs = 500

/** So long after the target has come back a check may still see that others got no answer, milliseconds: they are about to take it back. */
const stillShunnedMs = 5_000

/** What was answered so shortly before the target was missed may have ended it, too; milliseconds. */
const shortlyMs = 1_000

/** How a check is played. */
export interface Turn {
  /** Counts from 0. */
  readonly number: number
  /** It may be what ended the target, and it is known whether it did: nobody else sends anything meanwhile. */
  readonly alone: boolean
  /** No other check is carried out meanwhile. */
  readonly exclusive: boolean
  /** To be called when it may begin. */
  begin(): void
  /** What became of the target up to now; waits while it is gone. */
  standing(recorder: Recorder): Promise<Standing>
}

/** What a turn left. */
export interface Played {
  readonly recorder: Recorder
  /** Names by which the lab's ledger is asked. */
  readonly subjects: readonly string[]
  /** The target asked for patience, and what the check had sent would be old by then. */
  readonly lapsed?: true
  /** It sent nothing, since others had got no answer before. */
  readonly shunned?: true
  /** Why it came to nothing, where nobody cut it short. */
  readonly undecided?: string
  /** Why the first look came to nothing, where this is a second one. */
  readonly firstLook?: string
}

/** What is known of the check. */
export interface Outliving {
  readonly run: Pick<RunFile, 'folder' | 'steward'>
  readonly world: Pick<World, 'target' | 'watch' | 'lab'>
  readonly description: Pick<CheckDescription, 'id'>
  /** Tells the runner that the check begins anew, and may take as long as the target is waited for. */
  readonly anew: () => void
  /** It is carried out though the target is gone for good. */
  readonly evenGone: boolean
  readonly secondLooks: SecondLooks
}

/**
 * Plays a check, and anew where the target was gone meanwhile: what was in flight beside the message that ended it is
 * not blamed, and what hung on its memory says nothing. A check whose messages may have ended it is played alone; one
 * that then ends it has done so. A check that came to nothing gets a second look, while no other is carried out.
 */
export async function outlive(check: Outliving, play: (turn: Turn) => Promise<Played>): Promise<Played> {
  const { run, world, anew, secondLooks } = check
  const { name, role } = world.target
  const { watch } = world
  const ask = (sighting: Sighting) => askForStanding(run.steward, name, sighting)
  const known = (): Standing | undefined => readStanding(run.folder, name)
  const now = async (): Promise<Standing | undefined> => {
    const missedAt = watch.missedAt()
    // A consumer is not seen to be missing: it is made to call.
    if (missedAt !== undefined) return ask({ missedAt })
    if (role === 'ServiceConsumer') return ask({ missedAt: Date.now(), inPassing: true })
    return known()?.waiting ? ask({}) : known()
  }
  const before = known()
  if (before?.waiting || before?.lost !== undefined) {
    anew()
    await ask({})
    if (before.waiting) await sleep(courtesyMs)
  }
  let alone = false
  let lapses = 0
  let firstLook: string | undefined
  for (let number = 0; ; number += 1) {
    const lost = known()?.lost
    if (lost !== undefined && !check.evenGone) return nothing(`The target is gone: ${lost}.`)
    if (number - lapses === mostTurns) return goneTooOften()
    let from = Date.now()
    const isSuspect = ({ from: gone }: Outage): boolean =>
      gone >= from && (role === 'ServiceConsumer' || watch.sentBetween(gone - shortlyMs, gone))
    const mine = alone
    const settle = async (recorder: Recorder): Promise<Standing | undefined> => {
      const standing = await now()
      const outage = outageSince(from, standing)
      if (!outage || !mine || outage.killer || !isSuspect(outage)) return standing
      return ask({ killer: { check: check.description.id, ...fatal(recorder.messages, outage.from) } })
    }
    const played = await play({
      number,
      alone,
      exclusive: alone || lapses >= crowdedTurns || firstLook !== undefined,
      begin: () => {
        from = Date.now()
        watch.begin(known()?.outages.flatMap(({ killer }) => killer ?? []))
      },
      standing: async (recorder) => (await settle(recorder)) ?? { outages: [], suspects: 0 },
    })
    const standing = await settle(played.recorder)
    const outage = outageSince(from, standing, played.shunned && stillShunnedMs)
    const { lapsed, undecided } = played
    const looksAgain = undecided !== undefined && firstLook === undefined && secondLooks.areLeft()
    const mayBegin = lapsed ? lapses < mostLapses : looksAgain && number - lapses + 1 < mostTurns
    if (!outage && lost === undefined && mayBegin) {
      if (lapsed) lapses += 1
      else firstLook = undecided
      anew()
      continue
    }
    if (!outage || lost !== undefined) {
      if (firstLook === undefined) {
        if (undecided === undefined) secondLooks.decided()
        return played
      }
      secondLooks.took(undecided === undefined)
      return { ...played, firstLook }
    }
    anew()
    await world.lab.resetBreaker()
    if (outage.killer?.check === check.description.id) return blamed(played, outage)
    if (!alone && isSuspect(outage)) {
      if (standing?.startsLeft === 0)
        return nothing('The target ended meanwhile, may do so again, and would not be started once more.')
      if ((await ask({ suspect: true })).suspects > mostSuspects)
        return nothing(`The target ended, and more than ${mostSuspects} checks may have done it.`)
      alone = true
    } else if (!alone) await sleep(courtesyMs)
  }
}

/** An outage that a check may have met which began then. @param afterMs How long afterwards it may still be felt. */
const outageSince = (began: number, standing: Standing | undefined, afterMs = 0): Outage | undefined =>
  standing?.outages.find(({ from, to = Number.POSITIVE_INFINITY }) => to + afterMs >= began && from <= Date.now())

const goneTooOften = (): Played => nothing(`The target was gone ${mostTurns} times while this check was carried out.`)

/** The facts stay: what it granted before it ended, it granted. */
function blamed({ recorder, subjects }: Played, { how, killer }: Outage): Played {
  const reason = `The target ended (${how}) when it was sent: ${killer?.message}.`
  return { recorder: { ...recorder, facts: [{ kind: 'inconclusive', reason }, ...recorder.facts] }, subjects }
}

function nothing(reason: string): Played {
  const recorder = createRecorder()
  recorder.fact({ kind: 'inconclusive', reason })
  return { recorder, subjects: [] }
}

/** The last message that a target received before it was missed. */
function fatal(messages: readonly RecordedMessage[], missedAt: number): Omit<Killer, 'check'> {
  const received = messages.filter(({ exchanges }) =>
    exchanges.some(({ startedAt, noAnswer }) => noAnswer?.kind !== 'refused' && Date.parse(startedAt) <= missedAt),
  )
  const last = received.at(-1)
  if (!last) return { message: 'a message that is not recorded' }
  const shape = recordedShape(last)
  const harmless = received.some((one) => one !== last && recordedShape(one) === shape)
  return { message: inWords(last), ...(shape !== undefined && !harmless && { shape }) }
}

function inWords({ difference, recipe, label }: RecordedMessage): string {
  const odd = Object.entries(recipe).flatMap(([entry, what]) =>
    usual.includes(entry) || what === 'conforming' ? [] : [what],
  )
  const what = difference?.mutated ?? (odd.join(', ') || `a conforming message (${label})`)
  return recipe.guise === undefined ? what : `${what}, under ${recipe.guise}`
}

/** Entries of a recipe that say nothing of what is wrong. */
const usual = ['age', 'lab', 'guise', 'JWT']
