import type { JsonObject } from '../../contracts/json.js'
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
