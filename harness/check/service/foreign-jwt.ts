import type { JsonObject } from '../../contracts/json.js'
import type { Forging } from '../../mutations/evidence.js'
import { claims as changingClaims } from '../../mutations/mutation.js'
import type { CheckClient } from '../message/client.js'
import type { World } from '../world.js'

/** A JWT that another participant signed in its own name, with further claims: what the access token of another server may look like. */
export async function foreignJwt(world: World, client: CheckClient, claims: JsonObject): Promise<string> {
  const party = await client.make()
  await client.register()
  const mutate = changingClaims('an access token', (own) => void Object.assign(own, claims))
  return client.assertion(party, world.target.partyId, { mutate })
}

/** What another participant forges access tokens of the target with; one participant for all of a check. */
export function forgingBy(world: World, client: CheckClient): () => Promise<Forging> {
  let forging: Promise<Forging> | undefined
  const make = async (): Promise<Forging> => {
    const { certified } = await client.make()
    await client.register()
    return { forger: certified, issuer: world.target }
  }
  return () => {
    forging ??= make()
    return forging
  }
}
