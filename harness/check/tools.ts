import { HarnessError } from '../contracts/errors.js'
import type { CheckDescription } from '../contracts/evidence.js'
import type { Capability, RunFile } from '../contracts/run.js'
import type { TriggerOrder } from '../contracts/steward.js'
import { askForTrigger } from '../target/process/steward.js'
import { checkBearers } from './bearer.js'
import { patience } from './consumer/call.js'
import { checkConsumer } from './consumer/consumer.js'
import type { Consumer } from './consumer/types.js'
import { boundIn, type Coverage, evidenceRoles } from './coverage.js'
import { checkDelegation } from './delegation/delegation.js'
import type { Delegation } from './delegation/types.js'
import { checkDocuments } from './documents/documents.js'
import type { Documents } from './documents/types.js'
import { judgedIn } from './guises.js'
import { checkLogin, type Login } from './identity-provider/login.js'
import { checkJudge, type Surroundings } from './judge.js'
import { checkLab, type LabState } from './lab.js'
import { checkLookups } from './lookup/lookups.js'
import { registrability } from './lookup/registrable.js'
import { contradiction } from './lookup/stated.js'
import type { Lookups } from './lookup/types.js'
import { checkClient } from './message/client.js'
import { checkSender } from './message/sender.js'
import type { Turn } from './outlive.js'
import { labBeyondReach, labOfKnownParties } from './parties/beyond-reach.js'
import { because, givenParties, outOfHands } from './parties/given-parties.js'
import type { Identifiers } from './parties/identifiers.js'
import type { Recorder } from './recorder.js'
import { checkRelyingParty } from './relying-party/relying-party.js'
import type { RelyingParty } from './relying-party/types.js'
import { restart } from './restarting.js'
import { checkService } from './service/service.js'
import type { Service } from './service/types.js'
import { comingBack, untilGranted } from './settle.js'
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

/** The check that tools are for. */
export interface Served {
  readonly run: RunFile
  readonly world: World
  readonly coverage: Coverage
  readonly description: CheckDescription
}

/** What a body is ended with, and the names of all that it makes. */
interface Means {
  readonly ids: Identifiers
  readonly turn: Turn
  /** Whether one message that has to be refused is enough. */
  readonly brief?: boolean
  readonly skip: (reason: string) => never
  readonly notApplicable: (reason: string) => never
  readonly notTestable: (reason: string) => never
}

/** Makes the tools of one body; those that a role or target file has no use for end it when they are touched. */
export function toolsOf({ run, world: shared, coverage, description }: Served, recorder: Recorder, means: Means) {
  const state: LabState = { changes: [] }
  const { ids, turn, brief, skip, notApplicable, notTestable } = means
  const world = withinReach(shared, notTestable, (reason) => recorder.fact({ kind: 'weight', level: 'must', reason }))
  const client = checkClient(world, ids, state, notTestable)
  const sender = checkSender(world, client, recorder, description.id)
  const lab = checkLab(world, state, coverage.exclusive === true)
  const lookups = checkLookups(world, client)
  const humans: string[] = []
  const inconclusive = (reason: string): never => tools.judge.inconclusive(reason)
  const target = run.targets.find(({ name }) => name === world.target.name)
  const tools: RunningCheck = {
    client,
    judge: checkJudge(client, sender, recorder, {
      ...{ skip, clockOffsetMs: shared.target.clockOffsetMs },
      ...comingBack(shared.lab, () => untilGranted(client, sender, world.patience)),
      get outage() {
        return state.outage ?? false
      },
      ...(brief && { enough: () => judgedIn(recorder).length > 0 }),
      asked: askedAt(shared),
      bound: (ids) => boundIn(description, ids, world.target.role),
      notRegistrable: registrability(world, client, sender, lookups),
      contradiction: contradiction(world, client, sender, lookups),
    }),
    lab,
    get consumer() {
      if (!target?.triggerable) return notTestable('A ServiceConsumer needs `trigger` in the target file.')
      const trigger = (order: TriggerOrder) => askForTrigger(run.steward, world.target.name, order)
      const patienceMs = patience(target.consumerLateMs)
      const { borne } = world.patience
      return checkConsumer({ world, client, trigger, patienceMs, borne, check: description.id }, { inconclusive })
    },
    get delegation() {
      if (world.given) return notTestable(because(outOfHands.given).fixtures)
      const { delegation: fixtures } = world
      if (!fixtures) throw new HarnessError('Only for targets that answer requests for evidence.')
      const bothRoles = evidenceRoles.every((role) => target?.roles.includes(role))
      const bearers = checkBearers(world, client)
      return checkDelegation({ world, fixtures, client, bearers, state, bothRoles })
    },
    get documents() {
      const { documents = [], write: endpoints = [] } = target ?? {}
      return checkDocuments({ world, client, bearers: checkBearers(world, client), documents, endpoints })
    },
    get login() {
      const { codes } = world
      if (!codes) throw new HarnessError('Only for targets where humans log in.')
      return checkLogin({ world, codes, client, secrets: recorder.secrets, inconclusive, notTestable })
    },
    lookups,
    get relyingParty() {
      if (!run.logins) throw new HarnessError('No login was tried before the checks.')
      return checkRelyingParty({ world, client, ids, state, notApplicable, notTestable, humans })
    },
    get service() {
      const { service, given } = world
      if (given) return notTestable(because(outOfHands.given).evidence)
      if (!service) return notTestable('This check needs `service` in the target file.')
      const bearers = checkBearers(world, client)
      const observes = (name: string, value: string): void => tools.judge.observes(name, value)
      return checkService({ world, service, client, bearers, state, inconclusive, observes, seed: run.seed })
    },
    target: {
      ...world.target,
      outages: async () => (await turn.standing(recorder)).outages,
      answers: world.answers.of,
      ...(target?.restartable && {
        restart: () =>
          restart({
            ...{ steward: run.steward, world, client, sender },
            ...(world.delegation && !world.given && { permitted: () => tools.delegation.ask('unconditional') }),
          }),
      }),
    },
  }
  stopWhereBlocked(tools, world, notTestable)
  const named = () => [...client.parties.flatMap(({ partyId, scope }) => [partyId, scope]), ...humans]
  return { tools, client, sender, undo: lab.undo, named }
}

/** Whether somebody was asked about a party. */
const askedAt =
  ({ lab }: Pick<World, 'lab'>): Surroundings['asked'] =>
  async (partyId, since, answered) =>
    (await lab.ledger({ subjects: [partyId], since })).some(({ status }) => status === (answered ?? status))

/** What a check reaches each capability by. */
const reachedBy = {
  lookup: 'lookups',
  delegation: 'delegation',
  service: 'service',
  login: 'relyingParty',
} as const satisfies Readonly<Record<Capability, keyof RunningCheck>>

/** A check that reaches for what preflight could not get is not testable, for the reason that preflight gave. */
function stopWhereBlocked(tools: RunningCheck, { blocked = {} }: World, stop: (reason: string) => never): void {
  for (const [capability, why] of Object.entries(blocked))
    Object.defineProperty(tools, reachedBy[capability as Capability], { get: () => stop(why) })
}

/** What ends a check before its body does. */
export function endings(info: { skip(condition: boolean, reason: string): void }, recorder: Recorder) {
  const skip = (reason: string): never => {
    info.skip(true, reason)
    throw new Error('unreachable')
  }
  return endingsBy(skip, recorder)
}

export function endingsBy(skip: (reason: string) => never, recorder: Recorder) {
  const stop =
    (kind: 'not-applicable' | 'not-testable') =>
    (reason: string): never => {
      recorder.fact({ kind, reason })
      return skip(reason)
    }
  return { skip, notApplicable: stop('not-applicable'), notTestable: stop('not-testable') }
}

/** What a check may use of a world: nothing of the lab's registry where the target asks another one, little where it knows its clients beforehand. */
function withinReach(world: World, stop: (reason: string) => never, rests: (reason: string) => void): World {
  const { given, newcomers, lab } = world
  if (given) return { ...world, parties: givenParties(given, stop, { rests }), lab: labBeyondReach(lab, stop) }
  if (!newcomers) return world
  const reprogram = async (): Promise<never> => stop(because(outOfHands.registered).record)
  return { ...world, parties: { ...world.parties, reprogram }, lab: labOfKnownParties(lab, stop) }
}
