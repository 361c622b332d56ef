import type { Visit } from '../../browser/types.js'
import { Inconclusive } from '../../contracts/errors.js'
import type { Answer } from '../../judge/outcome.js'
import type { Exchange, HttpRequest } from '../../wire/types.js'
import { lastAnswer } from '../identity-provider/page.js'
import type { World } from '../world.js'
import { claimIn } from './claim-in.js'
import type { NextCourse } from './courses.js'
import { type Course, type Journey, journey, type Taken, unlessOff } from './journey.js'
import { type Start, stepsFrom } from './steps.js'
import { isAtLab } from './window.js'

/** How often the lab has redeemed a code of a human. */
const redeemed = async ({ lab }: World, username: string): Promise<number> =>
  (await lab.ledger({ subjects: [username], kinds: ['login-token'] })).filter(({ status }) => status === 200).length

/** A human logs in twice in one window; the lab gives the second answer the state of the first. */
export async function withStateOfBefore(
  world: World,
  visit: Visit,
  username: string,
  nextCourse: NextCourse,
): Promise<Journey> {
  const first = await journey(world, visit, username, await nextCourse())
  const off = unlessOff(first, 'the one with a used state')
  if (off) return off
  // A broker would answer for the human who is logged in already.
  return heeded(world, visit, username, first, await nextCourse({ anew: true }))
}

/** A human logs in twice in one window by the same request: the second answer has a new code and a state that is used. */
export async function withRequestAgain(
  world: World,
  visit: Visit,
  username: string,
  nextCourse: NextCourse,
): Promise<Journey> {
  const course = await nextCourse()
  const first = await journey(world, visit, username, course)
  const off = unlessOff(first, 'the one with a used state')
  if (off) return off
  const asked = visit.exchanges.find(({ request }) => isAtLab(world, request.url))?.request
  if (asked === undefined) throw new Inconclusive('The request of the first login was not seen.')
  return heeded(world, visit, username, first, { ...course, start: { url: asAddress(asked) } })
}

/** A request as an address that makes the same one, where its parameters came in a form (OpenID Connect Core §3.1.2.1). */
const asAddress = ({ method, url, body = '' }: HttpRequest): string =>
  method === 'POST' ? `${url}${url.includes('?') ? '&' : '?'}${body}` : url

/** A second login in a window where the first one worked, by an answer that must be refused; the first login then stays. */
async function heeded(
  world: World,
  visit: Visit,
  username: string,
  first: Journey,
  { afterwards: _, ...course }: Course,
): Promise<Journey> {
  const second = await journey(world, visit, username, course)
  if (second.answer.outcome.kind === 'deferred') return second
  // The page may still show the first login; a target that accepts the second takes its code to the lab.
  const answer = (await redeemed(world, username)) > 1 ? second.answer : lastAnswer(visit)
  return { ...second, answer, secrets: [...first.secrets, ...second.secrets] }
}

/** Two humans log in in one window, one after the other; at a broker for the same ServiceProvider, which asks for a new login the second time. */
export async function oneAfterAnother(
  world: World,
  visit: Visit,
  humans: readonly [first: string, second: string],
  nextCourse: NextCourse,
): Promise<Journey> {
  const first = await journey(world, visit, humans[0], await nextCourse({ shared: true }))
  const off = unlessOff(first, 'that of a second human')
  if (off) return off
  // A target that refuses now leaves the first human logged in.
  const { afterwards, ...course } = await nextCourse({ shared: true, anew: true })
  const second = await journey(world, visit, humans[1], course)
  const { kind } = second.answer.outcome
  if (kind === 'deferred') return second
  const secrets = [...first.secrets, ...second.secrets]
  if (kind !== 'granted') return { ...second, secrets }
  const known = (taken: Taken | undefined) => ({
    ...second,
    exchanges: visit.exchanges,
    secrets,
    ...(taken && { taken }),
  })
  if (second.redeemed) return known(takenByBroker(first.answer, second.answer))
  const seen = visit.exchanges.length
  await afterwards?.(visit)
  const whom = (exchanges: readonly Exchange[]) => takenBy(world, exchanges, humans)
  const back = visit.exchanges.findLastIndex(({ request }) => isAtLab(world, request.url)) + 1
  return known(whom(visit.exchanges.slice(seen)) ?? whom(visit.exchanges.slice(back)))
}

/** A human begins a login, leaves it at the lab, and logs in in the same window. */
export async function afterOneBegun(
  world: World,
  visit: Visit,
  username: string,
  nextCourse: NextCourse,
): Promise<Journey> {
  await stepsFrom(world, visit, (await nextCourse()).start, { username, until: (url) => isAtLab(world, url) })
  return journey(world, visit, username, await nextCourse())
}

/** A human has two logins begun in one window, each for a ServiceProvider of its own, before they go on with the first. */
export async function withTwoBegun(
  world: World,
  visit: Visit,
  username: string,
  nextCourse: NextCourse,
): Promise<Journey> {
  const [course, later] = [await nextCourse(), await nextCourse()]
  const begun = (start: Start): Promise<string> =>
    stepsFrom(world, visit, start, { username, until: (url) => isAtLab(world, url) })
  const answer = await begun(course.start)
  await begun(later.start)
  return journey(world, visit, username, course, { answer, begins: false })
}

/** Whom the pages of the target name that came in these exchanges: the first human alone, or the second. */
function takenBy(
  { target }: World,
  exchanges: readonly Exchange[],
  humans: readonly [string, string],
): Taken | undefined {
  const own = exchanges.filter(({ request }) => request.url.startsWith(target.baseUrl))
  const [first, second] = humans.map((human) => own.some(({ response }) => response?.body.includes(human) === true))
  if (second) return 'second'
  return first ? 'first' : undefined
}

/** Whom a broker takes for logged in, told by the subs that it gave for the first and for the second. */
function takenByBroker(...answers: readonly [Answer, Answer]): Taken | undefined {
  const [first, second] = answers.map((answer) => claimIn(answer, 'sub'))
  if (first === undefined || second === undefined) return undefined
  return first === second ? 'first' : 'second'
}
