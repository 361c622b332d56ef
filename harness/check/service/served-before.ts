import { Inconclusive } from '../../contracts/errors.js'
import type { ServiceMutation } from '../../mutations/evidence.js'
import type { Party } from '../../mutations/types.js'
import type { Exchange } from '../../wire/types.js'
import { deliver } from '../message/deliver.js'
import { readService, serviceRequest } from './call.js'
import type { ServiceTools } from './service.js'

/** What is said about the consumers of a check. */
export interface Saying {
  readonly said: ReadonlyMap<Party, ServiceMutation>
  /** Has the lab's AuthorisationRegistry say that about them. */
  readonly programme: (parties: readonly (readonly [Party, ServiceMutation | undefined])[]) => Promise<void>
}

/**
 * In a guise that wants it, a consumer about whom evidence is wrong calls with a Permit once before. Not at a target that
 * keeps evidence for a while, as its target file says or preflight saw: that would go on counting.
 * @returns a function that throws `Inconclusive` where the consumer is not served then.
 */
export function servingBefore(
  { world, service, bearers }: Pick<ServiceTools, 'world' | 'service' | 'bearers'>,
  { said, programme }: Saying,
): (party: Party) => Promise<void> {
  const { target, guise } = world
  const isWanted =
    guise?.values.some(({ servedBefore }) => servedBefore) === true && target.clock.evidenceCacheSeconds === 0
  const served = new Map<Party, Promise<void>>()
  const call = async (party: Party): Promise<void> => {
    const mint = async () => ({
      request: serviceRequest(target.baseUrl, service, (await bearers.fresh(party)).token),
    })
    const read = (exchange: Exchange) => readService(exchange, service)
    const { answer } = await deliver(world, { mint, fresh: true }, read, { conforms: true })
    if (answer.outcome.kind !== 'granted') throw new Inconclusive(`${party.partyId} was not served on a Permit.`)
  }
  const serve = async (party: Party, mutation: ServiceMutation): Promise<void> => {
    await programme([[party, undefined]])
    try {
      await call(party)
    } finally {
      await programme([[party, mutation]])
    }
  }
  return async (party) => {
    const mutation = said.get(party)
    if (!isWanted || mutation?.entry !== 'evidence') return
    const serving = served.get(party) ?? serve(party, mutation)
    served.set(party, serving)
    await serving
  }
}
