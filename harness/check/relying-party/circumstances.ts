import type { Visit } from '../../browser/types.js'
import { Inconclusive } from '../../contracts/errors.js'
import { lastAnswer } from '../identity-provider/page.js'
import type { World } from '../world.js'
import { showsMs } from './courses.js'
import { nameOfTheirOwn } from './humans.js'
import { type Course, type Journey, journey, unlessOff, type Wrong } from './journey.js'
import { beginLogin, type LogIn, type Logins, type RelyingPartyTools, wrongIn } from './logins.js'
import { personalPageOf } from './pages.js'
import type { Circumstance, LoginMisbehaviour } from './types.js'
import { answerKeptBack, isKeptBack, type OpenWindow } from './window.js'

/** A login as somebody, in that circumstance, in which the IdentityProvider does something wrong, or nothing. */
export type LoginIn = (misbehaviour?: LoginMisbehaviour) => LogIn

type Around = Pick<RelyingPartyTools, 'world' | 'notApplicable'>

/** The world in which a human chooses that IdentityProvider; ends the check where no way there is known. */
export function worldAt({ world, notApplicable }: Around, at: 'usual' | 'other'): World {
  const { login } = world
  if (at === 'usual' || !login) return world
  const steps = login.otherSteps
  if (steps !== undefined) return { ...world, login: { ...login, steps } }
  return notApplicable('The target file names no way to another IdentityProvider (`login.otherSteps`).')
}

/** The logins of a circumstance. */
export function loginsIn({ world, notApplicable }: Around, logins: Logins, circumstance: Circumstance): LoginIn {
  if (circumstance === 'at the other provider') {
    const there = worldAt({ world, notApplicable }, 'other')
    return (misbehaviour) => logins.loginAt(there, misbehaviour)
  }
  if (circumstance === 'where another human is logged in')
    return (misbehaviour) =>
      afterAnother({ world, notApplicable }, logins, async (username, inWindow) => {
        const { afterwards: _, ...course } = await logins.nextCourse()
        const open = await logins.leftOpen(inWindow, misbehaviour)
        await logins.introduceFor(username, course, misbehaviour, { ...open, ...nameOfTheirOwn(username) })
        return (visit) => journey(world, visit, username, course, wrongIn(misbehaviour))
      })
  const asBefore = circumstance === 'where its human is logged in' ? sameWindow : newWindow
  return (misbehaviour) => async (username, inWindow) => {
    await logins.introduce(username)
    const again = async (course: Course) =>
      logins.introduceFor(username, course, misbehaviour, await logins.leftOpen(inWindow, misbehaviour))
    const wrong = wrongIn(misbehaviour)
    const second = await asBefore(world, logins, { username, inWindow, again, wrong })
    const isKnown = asBefore === sameWindow && second.answer.outcome.kind === 'granted' && second.callback === undefined
    if (!isKnown) return second
    // Of a broker that heeds no `prompt=login` speaks another check; here it asks no IdentityProvider.
    if (misbehaviour === undefined) notApplicable('The target does not have a human log in anew.')
    throw new Inconclusive('The target did not have a human log in anew, as it did before.')
  }
}

interface Twice {
  readonly username: string
  readonly inWindow: OpenWindow
  /** Has the lab go wrong from then on. */
  readonly again: (course: Course) => Promise<void>
  readonly wrong: Wrong
}

const first = 'the one that is judged'

async function sameWindow(world: World, logins: Logins, { username, inWindow, again, wrong }: Twice): Promise<Journey> {
  return inWindow(world, async (visit) => {
    const before = await journey(world, visit, username, await logins.nextCourse())
    const off = unlessOff(before, first)
    if (off) return off
    // After a refusal the human may be logged in by the first login still.
    const { afterwards: _, ...course } = await logins.nextCourse({ anew: true })
    await again(course)
    const second = await journey(world, visit, username, course, wrong)
    return { ...second, secrets: [...before.secrets, ...second.secrets] }
  })
}

async function newWindow(world: World, logins: Logins, { username, inWindow, again, wrong }: Twice): Promise<Journey> {
  const before = await inWindow(world, async (visit) => journey(world, visit, username, await logins.nextCourse()))
  const off = unlessOff(before, first)
  if (off) return off
  const second = await inWindow(world, async (visit) => {
    const course = await logins.nextCourse()
    await again(course)
    return journey(world, visit, username, course, wrong)
  })
  return { ...second, secrets: [...before.secrets, ...second.secrets] }
}

/** An answer that another browser got, to a login of the second human there, comes to a window where another human is logged in. */
export const answerOfAnotherAfterAnother = ({ world, notApplicable }: Around, logins: Logins): LogIn =>
  afterAnother({ world, notApplicable }, logins, async (username, inWindow) => {
    await logins.introduce(username, { behaviour: 'answer-kept-back', ...nameOfTheirOwn(username) })
    const kept = await beginLogin(world, await logins.nextCourse(), inWindow, isKeptBack(world), username)
    const { afterwards: _, ...course } = await logins.nextCourse()
    return (visit) => journey(world, visit, username, course, { answer: answerKeptBack(world, kept), begins: false })
  })

/** What a second human does in the window of the first one; what comes before it is made ready at once. */
type SecondLogin = (username: string, inWindow: OpenWindow) => Promise<(visit: Visit) => Promise<Journey>>

/**
 * A login in a window where another human is logged in. The window may show that one still after a refusal, so it counts
 * where a page of the target then says that the second human is logged in.
 */
function afterAnother({ world, notApplicable }: Around, logins: Logins, ready: SecondLogin): LogIn {
  const page = personalPageOf({ world, notApplicable })
  return async (username, inWindow) => {
    const other = logins.newHuman().partyId
    await logins.introduce(other, nameOfTheirOwn(other))
    return inWindow(world, async (visit) => {
      const isShown = async (human: string): Promise<boolean> => {
        await visit.goto(page)
        return (await visit.shows(world.login?.successText ?? '', showsMs)) && visit.shows(human, showsMs)
      }
      const before = await journey(world, visit, other, await logins.nextCourse())
      const off = unlessOff(before, first)
      if (off) return off
      if (!(await isShown(other)))
        notApplicable('The page of the target that tells whether somebody is logged in does not say who.')
      const logIn = await ready(username, inWindow)
      const second = await logIn(visit)
      const secrets = [...before.secrets, ...second.secrets]
      const { kind } = second.answer.outcome
      if (kind === 'deferred') return { ...second, secrets }
      if (await isShown(username)) return { ...second, secrets, answer: { outcome: { kind: 'granted' } } }
      return { ...second, secrets, answer: kind === 'granted' ? lastAnswer(visit) : second.answer }
    })
  }
}
