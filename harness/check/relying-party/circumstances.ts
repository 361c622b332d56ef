import { Inconclusive } from '../../contracts/errors.js'
import type { World } from '../world.js'
import { type Course, type Journey, journey, unlessOff, type Wrong } from './journey.js'
import { type Logins, type RelyingPartyTools, wrongIn } from './logins.js'
import type { Circumstance, LoginMisbehaviour } from './types.js'
import type { OpenWindow } from './window.js'

/** A login as somebody, in that circumstance, in which the IdentityProvider does something wrong, or nothing. */
export type LoginIn = (misbehaviour?: LoginMisbehaviour) => (username: string, inWindow: OpenWindow) => Promise<Journey>

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
  const asBefore = circumstance === 'where its human is logged in' ? sameWindow : newWindow
  return (misbehaviour) => async (username, inWindow) => {
    await logins.introduce(username)
    const again = async (course: Course) =>
      logins.introduceFor(username, course, misbehaviour, await logins.leftOpen(inWindow, misbehaviour))
    return asBefore(world, logins, { username, inWindow, again, wrong: wrongIn(misbehaviour) })
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
    if (second.answer.outcome.kind === 'granted' && second.callback === undefined)
      throw new Inconclusive('The target does not have a human log in anew, as another check says.')
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
