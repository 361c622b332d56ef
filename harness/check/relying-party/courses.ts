import { StepProblem } from '../../browser/step-problem.js'
import type { Visit } from '../../browser/types.js'
import { type Answer, readAnswer } from '../../judge/outcome.js'
import type { Party } from '../../mutations/types.js'
import type { CheckClient } from '../client.js'
import {
  type AuthorizationRequest,
  addressOf,
  authorizationRequest,
  bareAddress,
  codeIn,
} from '../login/authorization.js'
import { lastAnswer } from '../login/page.js'
import type { World } from '../world.js'
import type { Course } from './journey.js'
import { isAtLab } from './window.js'

/** How long a page may take to show that somebody is logged in, milliseconds; less where nothing goes on any more. */
const showsMs = 10_000

/** A login at a ServiceProvider: begins at its own page and ends with one that says that it worked. */
export function atServiceProvider(world: World, start: string, successText: string): Course {
  const { personalPage } = world
  const shows = (visit: Visit): Promise<boolean> => visit.shows(successText, showsMs)
  return {
    start: `${world.target.baseUrl}${start}`,
    ends: () => true,
    outcome: async (_, visit) => ({ answer: (await shows(visit)) ? granted : lastAnswer(visit) }),
    ...(personalPage !== undefined && {
      async afterwards(visit: Visit) {
        await visit.goto(personalPage)
        if (await shows(visit)) return { answer: granted, keptAt: personalPage }
        return unlessRefused(visit)
      },
    }),
  }
}

const granted: Answer = { outcome: { kind: 'granted' } }

/** What the last page of a window came to, where that says nothing yet about who is logged in. */
function unlessRefused(visit: Visit): { readonly answer: Answer } | undefined {
  const answer = lastAnswer(visit)
  return answer.outcome.kind === 'refused' ? undefined : { answer }
}

/** Logins at an IdentityBroker, each for a ServiceProvider of its own. */
export const brokerCourses = (world: World, client: CheckClient) => async (): Promise<Course> => {
  const party = await client.make()
  await client.register()
  return atBroker(world, client, party)
}

/** A login at an IdentityBroker: begins with an authorization request of ours and ends with a code that redeems. */
function atBroker(world: World, client: CheckClient, party: Party): Course {
  const first = authorizationRequest(world, party.partyId)
  const isBack = (url: string): boolean => bareAddress(url) === world.redirectUri
  const redeem = async (code: string, { verifier }: AuthorizationRequest) => {
    const secrets = [code, verifier]
    const redeemed = { code, verifier, redirectUri: world.redirectUri, before: [], secrets }
    const { request, assertion = '' } = await client.redeeming(party, redeemed)
    const exchange = await world.http.exchange(request)
    const answer = readAnswer(exchange, world.settings.token.fields.accessToken)
    return { answer, redeemed: { assertion, exchange }, secrets }
  }
  return {
    start: addressOf(world, first.parameters),
    ends: isBack,
    async outcome(end: string, visit: Visit) {
      const code = codeIn(end)
      return code === undefined ? { answer: lastAnswer(visit) } : redeem(code, first)
    },
    async afterwards(visit: Visit) {
      const again = authorizationRequest(world, party.partyId)
      await visit.goto(addressOf(world, again.parameters))
      const end = await endOf(world, visit, (url) => isBack(url) || isAtLab(world, url))
      const code = end !== undefined && isBack(end) ? codeIn(end) : undefined
      if (code === undefined) return unlessRefused(visit)
      const come = await redeem(code, again)
      return come.answer.outcome.kind === 'granted' ? { ...come, keptAt: 'the authorization endpoint' } : come
    },
  }
}

/** Where a login that was begun leads; `undefined` where a page leads nowhere. */
async function endOf(world: World, visit: Visit, until: (url: string) => boolean): Promise<string | undefined> {
  const { steps = [], username = '', password = '' } = world.login ?? {}
  try {
    return await visit.follow(steps, { username, password }, until)
  } catch (problem) {
    if (problem instanceof StepProblem) return undefined
    throw problem
  }
}
