import { setTimeout as sleep } from 'node:timers/promises'
import type { Fact } from '../contracts/evidence.js'
import { shortestToken } from '../evidence/redact.js'
import { keepScreenshot, writeEvidence } from '../evidence/store.js'
import { firstSpeaksForAll } from '../guises/choose.js'
import { type Guise, guiseOf } from '../guises/types.js'
import { guiseValue } from '../guises/values.js'
import { judgeUnder } from '../judge/policy.js'
import { type Judgement, judgeCheck } from '../judge/verdict.js'
import { answersAgain } from './breaker.js'
import { tokenRoles } from './coverage.js'
import { worldInGuise } from './guise-world.js'
import { type PlayIn, playInGuises } from './guises.js'
import { leaseOnceFree } from './lease.js'
import { outlive, type Played, type Turn } from './outlive.js'
import { type Identifiers, identifiers } from './parties/identifiers.js'
import { createRecorder, type Recorder } from './recorder.js'
import type { CheckBody } from './registry.js'
import { keepsWorkers } from './runner-mark.js'
import { isLeftOut } from './safe.js'
import { untilGranted } from './settle.js'
import { endings, endingsBy, type RunningCheck, type Served, toolsOf } from './tools.js'
import type { World } from './world.js'

/** The part of Playwright's `TestInfo` that is needed here. */
export interface RunnerInfo {
  readonly errors: readonly { readonly message?: string }[]
  readonly status?: string | undefined
  /** The runner waits for it no longer: another check is under way in its world, beside which it may not begin. */
  readonly givenUp?: boolean
  readonly timeout: number
  /** Another bound for the check as a whole, milliseconds; none where it is 0. */
  setTimeout(timeoutMs: number): void
  /** What went wrong so far is forgotten, as the check is carried out anew; Playwright goes on showing it. */
  forget?(): void
  skip(condition: boolean, reason: string): void
  fail(condition: boolean, reason: string): void
}

/** One check in one run. */
export interface CheckRun extends Served {
  readonly info: RunnerInfo
  /** Guises in which it is played beside the default one. */
  readonly guises: readonly Guise[]
  /** The body once more, for those; what it throws ends it. */
  readonly again: CheckBody
}

/** A check with the Party Identifiers that are not to be drawn again: those of its other turns and guises. */
interface Naming extends CheckRun {
  readonly taken: Set<string>
}

/** Hands a check its tools, then turns what it recorded into evidence and a verdict, and that into a runner's status. */
export async function runCheck(given: CheckRun, body: (tools: RunningCheck) => Promise<void>): Promise<void> {
  const { guise = [] } = given.coverage
  const world = guise.length > 0 ? worldInGuise(given.world, guiseOf(guise.map(guiseValue))) : given.world
  const check: Naming = { ...given, world, taken: new Set([world.target.partyId]) }
  const { info } = check
  const startedAt = new Date()
  const boundMs = info.timeout
  let recorder = createRecorder()
  try {
    const anew = () => {
      info.setTimeout(0)
      info.forget?.()
    }
    const { secondLooks } = check.world
    const played = await outlive({ ...check, anew, evenGone: check.coverage.whileGone === true, secondLooks }, (turn) =>
      underLease({ ...check, boundMs }, turn, body),
    )
    recorder = played.recorder
    await keepEvidence(check, played, startedAt)
  } catch (error) {
    // The lab is gone, or the disk is full: our fault, and said as such.
    recorder.fact({ kind: 'harness-error', reason: said(error) })
  }
  report(check, recorder)
}

async function underLease(
  check: Naming & { readonly boundMs: number },
  turn: Turn,
  body: (tools: RunningCheck) => Promise<void>,
): Promise<Played> {
  const { world, coverage, info, boundMs } = check
  const recorder = createRecorder(secretsOf(world))
  const ids = identifiersOf(check, turn)
  const subjects: string[] = []
  let waitedMs = 0
  world.patience.begin((ms) => {
    waitedMs += ms
    if (turn.number === 0) info.setTimeout(boundMs + waitedMs)
  })
  const lease = await leaseOnceFree(world, coverage.exclusive || turn.exclusive ? 'exclusive' : 'shared', boundMs)
  const leaseMs = waitedMs
  try {
    if (info.givenUp) return { recorder, subjects }
    turn.begin()
    world.answers.begin(check.description.id)
    const startedAt = Date.now()
    const ends = turn.number === 0 ? endings(info, recorder) : endingsBy(end, recorder)
    const { tools, client, sender, undo, named } = toolsOf(check, recorder, { ids, turn, ...ends })
    const isShunned = lease.breaker !== null && !(await answersAgain(check.run.folder, world, client, sender))
    if (isShunned) {
      world.watch.miss()
      recorder.fact({
        kind: 'inconclusive',
        reason: `The target answers nobody since ${lease.breaker}`,
      })
    } else {
      if (turn.number === 0) await body(tools)
      else await bodyAgain(check, tools, recorder, () => waitedMs - leaseMs)
      // What has no token endpoint grants nothing.
      if ((await undo()) && !world.patience.lapsed() && tokenRoles.includes(world.target.role))
        await untilGranted(client, sender, world.patience)
    }
    if (turn.number === 0) noteUnexpected({ ...check, boundMs }, recorder)
    subjects.push(...named())
    if (holds(check, turn, recorder)) {
      const hasTime = () => Date.now() - startedAt - (waitedMs - leaseMs) < boundMs / 2
      const play = playIn(check, turn, (more) => subjects.push(...more))
      const firstAlone = world.target.role === 'ParticipantRegistry'
      await playInGuises({ guises: check.guises, hasTime, firstAlone }, recorder, play)
    }
    // Before anybody else sends what may end it again.
    if (turn.alone && (await turn.standing(recorder)).outages.some(({ to = 0 }) => to >= startedAt))
      await world.lab.resetBreaker()
    const { verdict, reason } = judgementOf(check, recorder)
    const isOpen = verdict === 'inconclusive' && info.status !== 'interrupted'
    return {
      recorder,
      subjects,
      ...(isOpen && { undecided: reason, ...(world.patience.lapsed() && { lapsed: true }) }),
      ...(isShunned && { shunned: true }),
    }
  } finally {
    world.answers.keep()
    await lease.release()
  }
}

/** The body once more, for which no runner keeps a clock. */
async function bodyAgain(
  { again, boundMs }: Pick<CheckRun, 'again'> & { readonly boundMs: number },
  tools: RunningCheck,
  recorder: Recorder,
  waitedMs: () => number,
): Promise<void> {
  const clock = new AbortController()
  const end = Date.now() + boundMs
  const bound = async (): Promise<true> => {
    for (let left = boundMs; left > 0; left = end + waitedMs() - Date.now())
      await sleep(left, undefined, { signal: clock.signal })
    return true
  }
  try {
    const late = bound()
    late.catch(() => undefined)
    if (await Promise.race([Promise.resolve(again(tools)).then(() => false), late]))
      recorder.fact({ kind: 'inconclusive', reason: `The check did not end within ${boundMs / 1000} s.` })
  } catch (error) {
    if (!recorder.ended && !(error instanceof Ended)) recorder.fact({ kind: 'harness-error', reason: said(error) })
  } finally {
    clock.abort()
  }
}

/** What a human types, and what only the target may know; a target that tells it has it taken out of the evidence. */
const secretsOf = ({ humans, secrets = [] }: World): readonly string[] =>
  [...humans.map(({ password }) => password), ...secrets].filter((secret) => secret.length >= shortestToken)

/** The names of parties; each guise and each turn has its own, which follow from nothing else. */
function identifiersOf({ run, world, description, taken }: Naming, { number }: Turn, guise = ''): Identifiers {
  return identifiers(run, world, description.id, guise, taken, number)
}

const judgementOf = (
  { description, run }: Pick<CheckRun, 'description' | 'run'>,
  { facts }: Pick<Recorder, 'facts'>,
): Judgement => judgeCheck(facts, description.level, run.strict)

/** Whether a check that has come to its end is worth being played in other guises. Playwright calls one that runs *passed*. */
const holds = ({ description, run, info }: CheckRun, { number }: Turn, { facts }: Recorder): boolean =>
  (number > 0 || ((info.status ?? 'passed') === 'passed' && info.errors.length === 0)) &&
  judgementOf({ description, run }, { facts }).verdict === 'pass'

/** Ends a body that no runner sees; why stands in what it recorded. */
class Ended extends Error {}

const end = (reason: string): never => {
  throw new Ended(reason)
}

/** Whether one message that has to be refused is enough in a guise. */
const isBrief = ({ run, coverage: { mutate, sends }, description }: CheckRun): boolean =>
  run.profile !== 'deep' && (mutate ?? sends) !== undefined && firstSpeaksForAll(description)

/** How often a guise is played where the target asks for patience meanwhile. */
const mostTries = 3

const playIn =
  (check: Naming, turn: Turn, note: (subjects: readonly string[]) => void): PlayIn =>
  async (guise, recorder) => {
    const world = worldInGuise(check.world, guise)
    for (let tries = 0; tries < mostTries; tries += 1) {
      const { patience } = world
      await patience.wait(patience.heldMs())
      const ids = identifiersOf(check, turn, ` under ${guise.name}${tries === 0 ? '' : `, try ${tries}`}`)
      const means = { ids, turn, brief: isBrief(check), ...endingsBy(end, recorder) }
      const { tools, undo, named } = toolsOf({ ...check, world }, recorder, means)
      try {
        await check.again(tools)
      } catch (error) {
        // A judge that ended it has said why; a mistake of ours shows in the default guise, too, and there it counts.
        if (!recorder.ended && !(error instanceof Ended)) recorder.fact({ kind: 'inconclusive', reason: said(error) })
      } finally {
        note(named())
        await undo()
      }
      if (patience.heldMs() === 0) return
    }
  }

/** An error that no judge threw, or a timeout, is a mistake of check or harness; a check that was cut short is neither. */
function noteUnexpected(
  { info, boundMs }: { readonly info: RunnerInfo; readonly boundMs: number },
  recorder: Recorder,
): void {
  if (info.status === 'interrupted')
    recorder.fact({ kind: 'inconclusive', reason: 'The run was cut short in the middle of this check.' })
  else if (info.status === 'timedOut') recorder.fact(tooLong(boundMs, recorder))
  else if (info.errors.length > 0 && !recorder.ended) {
    const reason = firstLine(info.errors[0]?.message ?? 'unknown error')
    recorder.fact({ kind: isLeftOut(reason) ? 'not-testable' : 'harness-error', reason })
  }
}

/** A check that did not end in its time, for want of answers or by a mistake of ours. */
function tooLong(boundMs: number, { messages }: Recorder): Fact {
  const answers = messages.flatMap(({ exchanges }) => exchanges.map(({ durationMs }) => durationMs))
  const seconds = Math.round(answers.reduce((sum, ms) => sum + ms, 0) / 1000)
  const reason = `The check did not end within ${boundMs / 1000} s`
  return seconds * 2000 < boundMs
    ? { kind: 'harness-error', reason: `${reason}.` }
    : { kind: 'inconclusive', reason: `${reason}: the target took ${seconds} s for ${answers.length} answers.` }
}

const firstLine = (message: string): string => message.split('\n')[0] as string

const said = (error: unknown): string => firstLine(error instanceof Error ? error.message : String(error))

async function keepEvidence(
  { run, world, description }: CheckRun,
  { recorder, subjects, firstLook }: Played,
  startedAt: Date,
): Promise<void> {
  const ledger = subjects.length === 0 ? [] : await world.lab.ledger({ subjects })
  const place = { target: world.target.name, role: world.target.role, id: description.id }
  const screenshots = recorder.screenshots.map((shot, index) => keepScreenshot(run.out, place, index + 1, shot))
  writeEvidence(run.out, {
    version: 1,
    run: run.id,
    ...description,
    ...place,
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    facts: recorder.facts,
    messages: recorder.messages,
    ledger,
    traffic: world.watch.traffic(),
    ...(firstLook !== undefined && { firstLook }),
    ...(screenshots.length > 0 && { screenshots }),
  })
}

/** Makes the runner's status follow the verdict. A failure is declared expected only where our reporter turns that back. */
function report({ run, description, info }: CheckRun, recorder: Recorder): void {
  const { verdict, reason } = judgeUnder(description, recorder.facts, run)
  const isOff = verdict === 'fail' || verdict === 'inconclusive' || verdict === 'harness-error'
  // Playwright goes on showing what a first look came to.
  if ((isOff || info.errors.length > 0) && keepsWorkers()) info.fail(true, 'kept for the reporter')
  if (isOff && info.errors.length === 0) throw new Error(`${verdict}: ${reason}`)
}
