import { cookieJar } from '../../browser/plain/cookies.js'
import { StepProblem } from '../../browser/step-problem.js'
import type { Visit } from '../../browser/types.js'
import { type Answer, readAnswer } from '../../judge/outcome.js'
import type { Form, Party } from '../../mutations/types.js'
import {
  type AuthorizationRequest,
  addressOf,
  authorizationRequest,
  bareAddress,
  codeIn,
} from '../identity-provider/authorization.js'
import { beginning } from '../identity-provider/beginning.js'
import { lastAnswer } from '../identity-provider/page.js'
import type { CheckClient } from '../message/client.js'
import type { World } from '../world.js'
import { claimIn } from './claim-in.js'
import type { Course } from './journey.js'
import { type Start, stepsFrom } from './steps.js'
import { isAtLab } from './window.js'

/** How long a page may take to show that somebody is logged in, milliseconds; less where nothing goes on any more. */
export const showsMs = 10_000

/** A login at a ServiceProvider: begins at its own page and ends with one that says that it worked. */
export function atServiceProvider(world: World, start: string, successText: string): Course {
  const { personalPage } = world
  const shows = (visit: Visit): Promise<boolean> => visit.shows(successText, showsMs)
  return {
    start: { url: `${world.target.baseUrl}${start}` },
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

/** An authorization request of one of our ServiceProviders. */
interface Asked {
  readonly party: Party
  readonly request: AuthorizationRequest
  readonly start: Start
}

/** Which login is made next, where ServiceProviders of ours ask for it. */
export interface CourseOptions {
  /** For the one ServiceProvider that all such logins of a check are for. */
  readonly shared?: boolean
  /** It asks for a new login, even if somebody is logged in. */
  readonly anew?: boolean
}

/** Makes the next login. */
export type NextCourse = (options?: CourseOptions) => Promise<Course>

/** Logins at an IdentityBroker, each for a ServiceProvider of its own unless shared. A code is redeemed by the one whose state comes with it. */
export function brokerCourses(world: World, client: CheckClient): NextCourse {
  const asked = new Map<string, Asked>()
  const newParty = async (): Promise<Party> => {
    const party = await client.make()
    await client.register()
    return party
  }
  let one: Promise<Party> | undefined
  const sharedParty = (): Promise<Party> => {
    one ??= newParty()
    return one
  }
  const ask = async (party: Party, anew = false): Promise<Asked> => {
    const request = authorizationRequest(world, party.partyId)
    const parameters: Form = [...request.parameters, ...(anew ? [['prompt', 'login'] as [string, string]] : [])]
    // What the answer to a signed request sets is for the browser that goes on from there.
    const jar = cookieJar()
    const { start: url = addressOf(world, []) } = await beginning(world, { party, parameters, jar })
    const one = { party, request, start: { url, cookies: jar.all() } }
    asked.set(request.state, one)
    return one
  }
  /** Where an id_token has the nonce of another login; one that nobody sent is of none. */
  const nonceAstray = (answer: Answer, own: Asked): string | undefined => {
    const nonce = claimIn(answer, 'nonce')
    const isOfAnother = [...asked.values()].some((one) => one !== own && one.request.nonce === nonce)
    return isOfAnother ? 'the nonce of another login' : undefined
  }
  const isBack = (url: string): boolean => bareAddress(url) === world.redirectUri
  /** What the code in an address gives; `undefined` where there is none. */
  const redeem = async (end: string, own: Asked) => {
    const code = codeIn(end)
    if (code === undefined) return undefined
    const by = asked.get(new URL(end).searchParams.get('state') ?? '') ?? own
    const { verifier } = by.request
    const secrets = [code, verifier]
    const redeemed = { code, verifier, redirectUri: world.redirectUri, before: [], secrets }
    const { request, assertion = '' } = await client.redeeming(by.party, redeemed)
    const exchange = await world.http.exchange(request)
    const answer = readAnswer(exchange, world.settings.token.fields.accessToken)
    const astray = by === own ? nonceAstray(answer, own) : 'the ServiceProvider of another login'
    return { answer, redeemed: { assertion, exchange }, secrets, ...(astray !== undefined && { astray }) }
  }
  return async ({ shared = false, anew = false } = {}) => {
    const party = await (shared ? sharedParty() : newParty())
    const first = await ask(party, anew)
    return {
      start: first.start,
      servedClient: party.partyId,
      served: first.request,
      ends: isBack,
      denies: (url) => isBack(url) && new URL(url).searchParams.has('error'),
      outcome: async (end: string, visit: Visit) => (await redeem(end, first)) ?? { answer: lastAnswer(visit) },
      async afterwards(visit: Visit) {
        const again = await ask(party)
        const end = await endOf(world, visit, again.start, (url) => isBack(url) || isAtLab(world, url))
        const come = end !== undefined && isBack(end) ? await redeem(end, again) : undefined
        if (!come) return unlessRefused(visit)
        return come.answer.outcome.kind === 'granted' ? { ...come, keptAt: 'the authorization endpoint' } : come
      },
    }
  }
}

/** Where a login leads that begins at an address; `undefined` where a page leads nowhere. */
async function endOf(
  world: World,
  visit: Visit,
  start: Start,
  until: (url: string) => boolean,
): Promise<string | undefined> {
  try {
    return await stepsFrom(world, visit, start, { until })
  } catch (problem) {
    if (problem instanceof StepProblem) return undefined
    throw problem
  }
}
