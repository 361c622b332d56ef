import type { Role } from '../../../requirements/types.js'
import { checkClient } from '../../check/message/client.js'
import { checkSender, guiseTried } from '../../check/message/sender.js'
import { type Identifiers, preflightIdentifiers } from '../../check/parties/identifiers.js'
import { createRecorder } from '../../check/recorder.js'
import type { World } from '../../check/world.js'
import { NotTestable } from '../../contracts/errors.js'
import type { RunOrder } from '../../contracts/run.js'
import { bundlesOf } from '../../guises/bundles.js'
import { type GuiseValue, guiseOf } from '../../guises/types.js'
import { guiseValue } from '../../guises/values.js'

/**
 * Names of the values of guises that a target grants: those of a bundle that is granted as a whole, and of another one
 * as many as are granted together, tried one after the other.
 */
export async function grantedValues(
  world: World,
  { seed, profile, only, guises }: Pick<RunOrder, 'seed' | 'profile' | 'only' | 'guises'>,
): Promise<readonly string[]> {
  const ids = preflightIdentifiers(seed, world, 'preflight of guises')
  const granted = new Set<string>()
  // A key of 4096 bits takes as long as a few checks, which somebody waits for.
  const isTooSlow = ({ certified }: GuiseValue): boolean => !guises && only.length > 0 && certified?.bits === 4096
  for (const names of guises ?? bundlesOf(profile)) {
    const values = names
      .map(guiseValue)
      .filter((value) => reaches(value, world.target.role, world.given !== undefined) && !isTooSlow(value))
    if (await grants(world, ids, values)) for (const { name } of values) granted.add(name)
    else for (const { name } of await together(world, ids, values)) granted.add(name)
  }
  return [...granted]
}

/** Whether the suite can give its messages that form: what it does not make of a party it cannot change. */
export const reaches = ({ certified, mutation, signed, history }: GuiseValue, role: Role, isGiven = false): boolean => {
  const isFixed = isGiven || role === 'ParticipantRegistry'
  const ofParty =
    certified !== undefined ||
    history === 'never seen' ||
    mutation?.entry === 'record' ||
    mutation?.entry === 'registry'
  return !(isFixed && (ofParty || signed))
}

async function together(world: World, ids: Identifiers, values: readonly GuiseValue[]): Promise<readonly GuiseValue[]> {
  const kept: GuiseValue[] = []
  for (const value of values) if (await grants(world, ids, [...kept, value])) kept.push(value)
  return kept
}

/** Whether a conforming message in that guise is granted; what cannot be sent here is not. */
async function grants(world: World, ids: Identifiers, values: readonly GuiseValue[]): Promise<boolean> {
  if (values.length === 0) return false
  const stop = (reason: string): never => {
    throw new NotTestable(reason)
  }
  const client = checkClient({ ...world, guise: guiseOf(values) }, ids, { changes: [] }, stop)
  const sent = await checkSender(world, client, createRecorder()).probe(await client.message(), guiseTried)
  return sent?.outcome.kind === 'granted'
}
