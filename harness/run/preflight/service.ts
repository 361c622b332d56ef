import { checkBearers } from '../../check/bearer.js'
import { worldInGuise } from '../../check/guise-world.js'
import { checkClient } from '../../check/message/client.js'
import { checkSender } from '../../check/message/sender.js'
import { type Identifiers, preflightIdentifiers } from '../../check/parties/identifiers.js'
import { createRecorder, type Recorder } from '../../check/recorder.js'
import { checkService } from '../../check/service/service.js'
import type { Message, Sent } from '../../check/types.js'
import type { World } from '../../check/world.js'
import { ConfigError, Inconclusive } from '../../contracts/errors.js'
import type { ServiceUnderTest } from '../../contracts/service.js'
import { guiseOf } from '../../guises/types.js'
import { conditions, T } from '../../mutations/conditions.js'
import type { ServiceMutation } from '../../mutations/evidence.js'
import { grantedAtService, lastOf, mayPlay, type Order } from './guises.js'
import { said } from './said.js'

/**
 * Why the service of a ServiceProvider cannot be judged: it serves no consumer whom the lab's AuthorisationRegistry
 * permits to use it, with conditions that hold or without any. `undefined` where it serves one, or there is none.
 */
export async function serviceProblem(world: World, seed: number): Promise<string | undefined> {
  const { service, given, target, lab } = world
  if (!service || given) return undefined
  const recorder = createRecorder()
  const { call } = caller({
    world,
    service,
    ids: preflightIdentifiers(seed, world, 'preflight service'),
    seed,
    recorder,
  })
  const tried: Sent[] = []
  const since = Date.now()
  for (const mutate of [undefined, conditions(T)]) {
    const sent = await call(mutate)
    if (sent.outcome.kind !== 'refused') return undefined
    tried.push(sent)
  }
  const [first] = tried as [Sent]
  const place = `${service.method} ${target.baseUrl}${service.path}`
  const asked = await lab.ledger({ kinds: ['delegation'], since })
  const evidence =
    asked.length > 0
      ? `It asked the lab for evidence and got status ${asked.at(-1)?.status}`
      : 'It asked the lab for no evidence'
  return (
    `${place} serves no consumer whom the AuthorisationRegistry permits it. ${said(first.exchange, recorder.secrets)}. ${evidence}: ` +
    'do path and method of `service` fit, does it find the lab\'s AuthorisationRegistry in its kit ("authorisationRegistry"), and do the names in interface.delegation fit?'
  )
}

/** Names of the forms of evidence (values of guises) on which a ServiceProvider serves a consumer. */
export async function evidenceForms(world: World, order: Order): Promise<readonly string[]> {
  const { service, given } = world
  if (!service || given || !mayPlay(order, ['service.'])) return []
  const { seed } = order
  const ids = preflightIdentifiers(seed, world, 'preflight of evidence in guises')
  return grantedAtService(order, async (values) => {
    const guised = worldInGuise(world, guiseOf(values))
    const { call, again } = caller({ world: guised, service, ids, seed, recorder: createRecorder() })
    let first: Sent | undefined
    const sent = await lastOf(values, async () => {
      first = first ? await again(first) : await call()
      return first
    })
    if (sent.outcome.kind !== 'granted') return false
    if (!values.some(({ servedBefore }) => servedBefore)) return true
    // A target that goes by evidence that it remembers says nothing of what has come since.
    const since = Date.now()
    await again(sent)
    const subjects = [sent.message.party.partyId]
    return (await world.lab.ledger({ kinds: ['delegation'], subjects, since })).length > 0
  })
}

interface Calling {
  readonly world: World
  readonly service: ServiceUnderTest
  readonly ids: Identifiers
  readonly seed: number
  readonly recorder: Recorder
}

/** How the service is called. */
interface Caller {
  /** For a consumer of its own each time. */
  readonly call: (mutate?: ServiceMutation) => Promise<Sent>
  /** For the same consumer once more. */
  readonly again: (sent: Sent) => Promise<Sent>
}

function caller({ world, service, ids, seed, recorder }: Calling): Caller {
  const state = { changes: [] }
  const client = checkClient(world, ids, state, (reason) => {
    throw new ConfigError(reason)
  })
  const inconclusive = (reason: string): never => {
    throw new Inconclusive(reason)
  }
  const observes = (): void => undefined
  const bearers = checkBearers(world, client)
  const calls = checkService({ world, service, client, bearers, state, inconclusive, observes, seed })
  const sender = checkSender(world, client, recorder)
  const send = async (message: Message): Promise<Sent> =>
    (await sender.send(message, { label: 'preflight service' })).sent
  return {
    call: async (mutate) => send(await calls.message(mutate && { mutate })),
    again: ({ message }) => send(calls.next(message)),
  }
}
