import { checkBearers } from '../../check/bearer.js'
import { checkClient } from '../../check/message/client.js'
import { checkSender } from '../../check/message/sender.js'
import { preflightIdentifiers } from '../../check/parties/identifiers.js'
import { createRecorder } from '../../check/recorder.js'
import { checkService } from '../../check/service/service.js'
import type { Sent } from '../../check/types.js'
import type { World } from '../../check/world.js'
import { ConfigError, Inconclusive } from '../../contracts/errors.js'
import { conditions, T } from '../../mutations/conditions.js'
import { said } from './said.js'

/**
 * Why the service of a ServiceProvider cannot be judged: it serves no consumer whom the lab's AuthorisationRegistry
 * permits to use it, with conditions that hold or without any. `undefined` where it serves one, or there is none.
 */
export async function serviceProblem(world: World, seed: number): Promise<string | undefined> {
  const { service, given, target, lab } = world
  if (!service || given) return undefined
  const state = { changes: [] }
  const ids = preflightIdentifiers(seed, world, 'preflight service')
  const client = checkClient(world, ids, state, (reason) => {
    throw new ConfigError(reason)
  })
  const recorder = createRecorder()
  const inconclusive = (reason: string): never => {
    throw new Inconclusive(reason)
  }
  const bearers = checkBearers(world, client)
  const calls = checkService({ world, service, client, bearers, state, inconclusive, seed })
  const sender = checkSender(world, client, recorder)
  const tried: Sent[] = []
  const since = Date.now()
  for (const mutate of [undefined, conditions(T)]) {
    const { sent } = await sender.send(await calls.message(mutate && { mutate }), { label: 'preflight service' })
    if (sent.outcome.kind !== 'refused') return undefined
    tried.push(sent)
  }
  const [first] = tried as [Sent]
  const call = `${service.method} ${target.baseUrl}${service.path}`
  const asked = await lab.ledger({ kinds: ['delegation'], since })
  const evidence =
    asked.length > 0
      ? `It asked the lab for evidence and got status ${asked.at(-1)?.status}`
      : 'It asked the lab for no evidence'
  return (
    `${call} serves no consumer whom the AuthorisationRegistry permits it. ${said(first.exchange, recorder.secrets)}. ${evidence}: ` +
    'do path and method of `service` fit, does it find the lab\'s AuthorisationRegistry in its kit ("authorisationRegistry"), and do the names in interface.delegation fit?'
  )
}
