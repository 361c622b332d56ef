import { HarnessError } from '../contracts/errors.js'
import type { CheckDescription } from '../contracts/evidence.js'
import type { RunFile } from '../contracts/run.js'
import type { TriggerOrder } from '../contracts/steward.js'
import { keepScreenshot, writeEvidence } from '../evidence/store.js'
import { judgeCheck } from '../judge/verdict.js'
import { askForRestart, askForTrigger } from '../target/process/steward.js'
import { checkBearers } from './bearer.js'
import { answersAgain } from './breaker.js'
import { patience } from './consumer/call.js'
import { checkConsumer } from './consumer/consumer.js'
import type { Consumer } from './consumer/types.js'
import { type Coverage, evidenceRoles, tokenRoles } from './coverage.js'
import { checkDelegation } from './delegation/delegation.js'
import type { Delegation } from './delegation/types.js'
import { checkDocuments } from './documents/documents.js'
import type { Documents } from './documents/types.js'
import { checkLogin, type Login } from './identity-provider/login.js'
import { checkJudge } from './judge.js'
import { checkLab, type LabState } from './lab.js'
import { checkLookups } from './lookup/lookups.js'
import { registrability } from './lookup/registrable.js'
import type { Lookups } from './lookup/types.js'
import { checkClient } from './message/client.js'
import { checkSender } from './message/sender.js'
import { because, givenParties, labBeyondReach } from './parties/given-parties.js'
import { identifiers } from './parties/identifiers.js'
import { createRecorder, type Recorder } from './recorder.js'
import { checkRelyingParty } from './relying-party/relying-party.js'
import type { RelyingParty } from './relying-party/types.js'
import { keepsWorkers } from './runner-mark.js'
import { checkService } from './service/service.js'
import type { Service } from './service/types.js'
import { failedLately, untilGranted } from './settle.js'
import type { Client, Judge, Lab, TargetUnderTest } from './types.js'
import type { World } from './world.js'

/** What a check works with. */
export interface RunningCheck {
  readonly client: Client
  readonly judge: Judge
  readonly lab: Lab
  /** The ServiceConsumer under test; ends the check as not testable without `trigger` in the target file. */
  readonly consumer: Consumer
  /** Requests for evidence; throws for a target that answers none. */
  readonly delegation: Delegation
  /** Documents that the target file names, and endpoints that take claims. */
  readonly documents: Documents
  /** Authorization requests of the lab's relying parties; throws for a target where no human logs in. */
  readonly login: Login
  /** Look-ups at a ParticipantRegistry under test. */
  readonly lookups: Lookups
  /** Logins at the target as a relying party; ends the check as not testable where the target file does not say how. */
  readonly relyingParty: RelyingParty
  /** Calls of the service; ends the check where the target file names none. */
  readonly service: Service
  readonly target: TargetUnderTest
}

/** The part of Playwright's `TestInfo` that is needed here. */
export interface RunnerInfo {
  readonly errors: readonly { readonly message?: string }[]
  readonly status?: string | undefined
  readonly timeout: number
  skip(condition: boolean, reason: string): void
  fail(condition: boolean, reason: string): void
}

/** One check in one run. */
export interface CheckRun {
  readonly run: RunFile
  readonly world: World
  readonly coverage: Coverage
  readonly description: CheckDescription
  readonly info: RunnerInfo
}

/** Hands a check its tools, then turns what it recorded into evidence and a verdict, and that into a runner's status. */
export async function runCheck(check: CheckRun, body: (tools: RunningCheck) => Promise<void>): Promise<void> {
  const recorder = createRecorder()
  try {
    await underLease(check, recorder, body)
  } catch (error) {
    // The lab is gone, or the disk is full: our fault, and said as such.
    recorder.fact({ kind: 'harness-error', reason: firstLine(error instanceof Error ? error.message : String(error)) })
  }
  report(check, recorder)
}

async function underLease(
  check: CheckRun,
  recorder: Recorder,
  body: (tools: RunningCheck) => Promise<void>,
): Promise<void> {
  const { world, coverage, info } = check
  const startedAt = new Date()
  const lease = await world.lab.lease(coverage.exclusive ? 'exclusive' : 'shared', info.timeout)
  try {
    const { tools, client, sender, undo, humans } = toolsOf(check, recorder)
    if (lease.breaker !== null && !(await answersAgain(check.run.folder, world, client, sender)))
      recorder.fact({
        kind: 'inconclusive',
        reason: `The target answers nobody since ${lease.breaker}`,
      })
    else {
      await body(tools)
      // What has no token endpoint grants nothing.
      if ((await undo()) && tokenRoles.includes(world.target.role)) await untilGranted(client, sender)
    }
    noteUnexpected(info, recorder)
    await keepEvidence(
      check,
      recorder,
      [...client.parties.flatMap(({ partyId, scope }) => [partyId, scope]), ...humans],
      startedAt,
    )
  } finally {
    await lease.release()
  }
}

function toolsOf({ run, world: shared, coverage, description, info }: CheckRun, recorder: Recorder) {
  const state: LabState = { changes: [] }
  const ids = identifiers(run.seed, `${shared.target.name} ${shared.target.role} ${description.id}`)
  const { skip, notApplicable, notTestable } = endings(info, recorder)
  const world = withinReach(shared, notTestable)
  const client = checkClient(world, ids, state, notTestable)
  const sender = checkSender(world, client, recorder, description.id)
  const lab = checkLab(world, state, coverage.exclusive === true)
  const lookups = checkLookups(world, client)
  const humans: string[] = []
  const target = run.targets.find(({ name }) => name === world.target.name)
  const tools: RunningCheck = {
    client,
    judge: checkJudge(client, sender, recorder, {
      skip,
      recovered: async () => (await failedLately(shared.lab)) && (await untilGranted(client, sender)),
      get outage() {
        return state.outage ?? false
      },
      asked: async (partyId, since) => (await shared.lab.ledger({ subjects: [partyId], since })).length > 0,
      notRegistrable: registrability(world, client, sender, lookups),
    }),
    lab,
    get consumer() {
      if (!target?.triggerable) return notTestable('A ServiceConsumer needs `trigger` in the target file.')
      const trigger = (order: TriggerOrder) => askForTrigger(run.steward, world.target.name, order)
      const inconclusive = (reason: string): never => tools.judge.inconclusive(reason)
      const patienceMs = patience(target.consumerLateMs)
      return checkConsumer({ world, client, trigger, patienceMs, check: description.id }, { inconclusive })
    },
    get delegation() {
      if (world.given) return notTestable(because.fixtures)
      if (!world.delegation) throw new HarnessError('Only for targets that answer requests for evidence.')
      const bothRoles = evidenceRoles.every((role) => target?.roles.includes(role))
      return checkDelegation({
        world,
        fixtures: world.delegation,
        client,
        bearers: checkBearers(world, client),
        state,
        bothRoles,
      })
    },
    get documents() {
      const { documents = [], write: endpoints = [] } = target ?? {}
      return checkDocuments({ world, client, bearers: checkBearers(world, client), documents, endpoints })
    },
    get login() {
      const { codes } = world
      if (!codes) throw new HarnessError('Only for targets where humans log in.')
      const inconclusive = (reason: string): never => tools.judge.inconclusive(reason)
      return checkLogin({ world, codes, client, secrets: recorder.secrets, inconclusive, notTestable })
    },
    lookups,
    get relyingParty() {
      if (!run.logins) throw new HarnessError('No login was tried before the checks.')
      return checkRelyingParty({ world, client, ids, state, notApplicable, notTestable, humans })
    },
    get service() {
      const { service, given } = world
      if (given) return notTestable(because.evidence)
      if (!service) return notTestable('This check needs `service` in the target file.')
      const bearers = checkBearers(world, client)
      const inconclusive = (reason: string): never => tools.judge.inconclusive(reason)
      return checkService({ world, service, client, bearers, state, inconclusive, seed: run.seed })
    },
    target: {
      ...world.target,
      ...(target?.restartable && {
        restart: async () => {
          await askForRestart(run.steward, world.target.name)
          await untilGranted(client, sender)
        },
      }),
    },
  }
  return { tools, client, sender, undo: lab.undo, humans }
}

/** What ends a check before its body does. */
function endings(info: RunnerInfo, recorder: Recorder) {
  const skip = (reason: string): never => {
    info.skip(true, reason)
    throw new Error('unreachable')
  }
  const stop =
    (kind: 'not-applicable' | 'not-testable') =>
    (reason: string): never => {
      recorder.fact({ kind, reason })
      return skip(reason)
    }
  return { skip, notApplicable: stop('not-applicable'), notTestable: stop('not-testable') }
}

/** What a check may use of a world: nothing of the lab's registry where the target asks another one. */
const withinReach = (world: World, stop: (reason: string) => never): World =>
  world.given === undefined
    ? world
    : { ...world, parties: givenParties(world.given, stop), lab: labBeyondReach(world.lab, stop) }

/** An error that no judge threw, or a timeout, is a mistake of check or harness; a check that was cut short is neither. */
function noteUnexpected(info: RunnerInfo, recorder: Recorder): void {
  if (info.status === 'interrupted')
    recorder.fact({ kind: 'inconclusive', reason: 'The run was cut short in the middle of this check.' })
  else if (info.status === 'timedOut')
    recorder.fact({ kind: 'harness-error', reason: `The check did not end within ${info.timeout / 1000} s.` })
  else if (info.errors.length > 0 && !recorder.ended)
    recorder.fact({ kind: 'harness-error', reason: firstLine(info.errors[0]?.message ?? 'unknown error') })
}

const firstLine = (message: string): string => message.split('\n')[0] as string

async function keepEvidence(
  { run, world, description }: CheckRun,
  recorder: Recorder,
  subjects: readonly string[],
  startedAt: Date,
): Promise<void> {
  const ledger = subjects.length === 0 ? [] : await world.lab.ledger({ subjects })
  const place = { target: world.target.name, role: world.target.role, id: description.id }
  const screenshots = recorder.screenshots.map((shot, index) => keepScreenshot(run.out, place, index + 1, shot))
  writeEvidence(run.out, {
    version: 1,
    ...description,
    ...place,
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    facts: recorder.facts,
    messages: recorder.messages,
    ledger,
    ...(screenshots.length > 0 && { screenshots }),
  })
}

/** Makes the runner's status follow the verdict. A failure is declared expected only where our reporter turns that back. */
function report({ run, description, info }: CheckRun, recorder: Recorder): void {
  const { verdict, reason } = judgeCheck(recorder.facts, description.level, run.strict)
  if (verdict !== 'fail' && verdict !== 'inconclusive' && verdict !== 'harness-error') return
  if (keepsWorkers()) info.fail(true, 'kept for the reporter')
  if (info.errors.length === 0) throw new Error(`${verdict}: ${reason}`)
}
