import type { Visit } from '../../browser/types.js'
import { readAnswer } from '../../judge/outcome.js'
import type { Party } from '../../mutations/types.js'
import type { CheckClient } from '../client.js'
import { addressOf, authorizationRequest, bareAddress, codeIn } from '../login/authorization.js'
import type { World } from '../world.js'
import type { Course } from './journey.js'
import { lastAnswer } from './page.js'

/** How long a page may take to show that somebody is logged in, milliseconds; less where nothing goes on any more. */
const showsMs = 10_000

/** A login at a ServiceProvider: begins at its own page and ends with one that says that it worked. */
export const atServiceProvider = (world: World, start: string, successText: string): Course => ({
  start: `${world.target.baseUrl}${start}`,
  ends: () => true,
  outcome: async (_, visit) => ({
    answer: (await visit.shows(successText, showsMs)) ? { outcome: { kind: 'granted' } } : lastAnswer(visit),
  }),
})

/** Logins at an IdentityBroker, each for a ServiceProvider of its own. */
export const brokerCourses = (world: World, client: CheckClient) => async (): Promise<Course> => {
  const party = await client.make()
  await client.register()
  return atBroker(world, client, party)
}

/** A login at an IdentityBroker: begins with an authorization request of ours and ends with a code that redeems. */
function atBroker(world: World, client: CheckClient, party: Party): Course {
  const { parameters, verifier } = authorizationRequest(world, party.partyId)
  return {
    start: addressOf(world, parameters),
    ends: (url) => bareAddress(url) === world.redirectUri,
    async outcome(end: string, visit: Visit) {
      const code = codeIn(end)
      if (code === undefined) return { answer: lastAnswer(visit) }
      const secrets = [code, verifier]
      const redeemed = { code, verifier, redirectUri: world.redirectUri, before: [], secrets }
      const { request, assertion = '' } = await client.redeeming(party, redeemed)
      const exchange = await world.http.exchange(request)
      const answer = readAnswer(exchange, world.settings.token.fields.accessToken)
      return { answer, redeemed: { assertion, exchange }, secrets }
    },
  }
}
