import { checkBearers } from '../../check/bearer.js'
import { checkDelegation } from '../../check/delegation/delegation.js'
import { adhering } from '../../check/lookup/forms.js'
import { checkLookups } from '../../check/lookup/lookups.js'
import { checkClient } from '../../check/message/client.js'
import { checkSender } from '../../check/message/sender.js'
import { preflightIdentifiers } from '../../check/parties/identifiers.js'
import { createRecorder } from '../../check/recorder.js'
import type { World } from '../../check/world.js'
import { ConfigError } from '../../contracts/errors.js'

/**
 * Whether a new access token of a client ends its older ones, which a target may do. Asked only where checks share
 * clients: then no check may authenticate as a client between the token request and the call of another.
 */
export async function endsOlderTokens(world: World, seed: number): Promise<boolean> {
  const { delegation: fixtures, target } = world
  if (!fixtures && target.role !== 'ParticipantRegistry') return false
  const state = { changes: [] }
  const ids = preflightIdentifiers(seed, world, 'preflight tokens')
  const client = checkClient(world, ids, state, (reason) => {
    throw new ConfigError(reason)
  })
  const bearers = checkBearers(world, client)
  const party = fixtures?.provider ?? (await client.make())
  const { token } = await bearers.fresh(party)
  const older = `Bearer ${token}`
  const name = 'an older one'
  const message = fixtures
    ? checkDelegation({ world, fixtures, client, bearers, state, bothRoles: false }).ask('unconditional', {
        token: { name, value: () => older },
      })
    : checkLookups(world, client).message(party, adhering(party.partyId), {
        credential: { name, headers: () => [['authorization', older]] },
      })
  const { sent } = await checkSender(world, client, createRecorder()).send(message, { label: 'preflight tokens' })
  return sent.outcome.kind !== 'granted'
}
