import { randomUUID } from 'node:crypto'
import { codeIn } from '../identity-provider/authorization.js'
import { answerOfAnotherAfterAnother, loginsIn, worldAt } from './circumstances.js'
import { isOf, madeAlike, withCookiesBroughtAlong, withCookiesOfBefore, withCookiesRewritten } from './fixation.js'
import { nameOfTheirOwn } from './humans.js'
import { journey, unlessOff } from './journey.js'
import { beginLogin, type LogIn, Logins, type RelyingPartyTools, sayingNothing, wrongIn } from './logins.js'
import { lookedAt } from './looked-at.js'
import { lookingAround } from './nobody.js'
import { personalPageOf } from './pages.js'
import { stepsFrom } from './steps.js'
import { afterOneBegun, oneAfterAnother, withRequestAgain, withStateOfBefore, withTwoBegun } from './two-logins.js'
import type { RelyingParty } from './types.js'
import { answerKeptBack, isAtLab, isKeptBack } from './window.js'

export type { RelyingPartyTools } from './logins.js'

/** The logins of one check. */
export function checkRelyingParty(tools: RelyingPartyTools): RelyingParty {
  const logins = new Logins(tools)
  tools.client.probeBy(async () => logins.newLogin())
  return {
    prepare: (...misbehaviours) => [
      logins.newLogin(),
      ...misbehaviours.map((misbehaviour) => logins.newLogin(misbehaviour)),
    ],
    prepareBare: (...misbehaviours) => [
      logins.bareLogin(),
      ...misbehaviours.map((misbehaviour) => logins.bareLogin(misbehaviour)),
    ],
    prepareIn(circumstance, ...misbehaviours) {
      const logIn = loginsIn(tools, logins, circumstance)
      return [
        logins.message({}, logIn()),
        ...misbehaviours.map((wrong) => logins.message({ [wrong.entry]: wrong.name }, logIn(wrong))),
      ]
    },
    otherwise: (form) => logins.newLogin(form, { wanted: 'granted' }),
    pictured: () => logins.newLogin(undefined, { pictured: true }),
    ...ofHumans(tools, logins),
    ...ofAnswers(tools, logins),
    ...ofWindows(tools, logins),
    ...lookedAt(tools, logins),
  }
}

/** Logins of humans of certain names, subs and mailboxes. */
const ofHumans = (
  tools: RelyingPartyTools,
  logins: Logins,
): Pick<
  RelyingParty,
  'withName' | 'withoutClaims' | 'withSubject' | 'withMailbox' | 'withLoginAgain' | 'withSecondHuman'
> => ({
  withName: (name) => logins.honest((username) => (name === undefined ? nameOfTheirOwn(username) : { name })),
  withoutClaims: () => logins.honest(() => ({ claims: {} }), { open: true }),
  withSubject: (subject, at, { ownName, isBare = false, wrong } = { ownName: false }) => {
    const there = worldAt(tools, at)
    const known = {
      subject,
      ...(isBare && { guise: { claimsElsewhere: true } as const }),
      ...(wrong && { behaviour: wrong.name }),
    }
    return logins.message(
      { ...(isBare && sayingNothing), ...(wrong && { [wrong.entry]: wrong.name }) },
      async (username, inWindow) => {
        await logins.introduce(username, { ...known, ...(ownName && nameOfTheirOwn(username)) })
        if (at === 'usual') logins.subjects.set(username, subject)
        logins.knownAs.set(username, JSON.stringify([at, subject]))
        const course = () => logins.nextCourse({ shared: true })
        return inWindow(there, async (visit) => journey(there, visit, username, await course(), wrongIn(wrong)))
      },
      wrong ? { open: true } : isBare ? { open: true, wanted: 'granted' } : {},
    )
  },
  withMailbox: ({ ownName, sharedWith, at = 'usual' }) => {
    const there = worldAt(tools, at)
    return logins.message({}, async (username, inWindow) => {
      const mailbox = (sharedWith && logins.mailboxes.get(sharedWith.message.party.partyId)) ?? randomUUID()
      logins.mailboxes.set(username, mailbox)
      // A target that takes two humans for one goes by a mailbox of which nobody says that it is of the second.
      const isVerified = sharedWith === undefined
      await logins.introduce(username, { mailbox, isVerified, ...(ownName && nameOfTheirOwn(username)) })
      const course = () => logins.nextCourse({ shared: true })
      return inWindow(there, async (visit) => journey(there, visit, username, await course()))
    })
  },
  withLoginAgain: () =>
    logins.message(
      {},
      async (username, inWindow) => {
        const { world } = tools
        await logins.introduce(username)
        return inWindow(world, (visit) => oneAfterAnother(world, visit, [username, username], logins.nextCourse))
      },
      { open: true },
    ),
  withSecondHuman: () =>
    logins.message(
      {},
      async (username, inWindow) => {
        const { world } = tools
        const first = logins.newHuman().partyId
        for (const human of [first, username]) await logins.introduce(human, nameOfTheirOwn(human))
        return inWindow(world, (visit) => oneAfterAnother(world, visit, [first, username], logins.nextCourse))
      },
      { open: true },
    ),
})

/** Logins that end on an answer that is not theirs, or came before. */
const ofAnswers = (
  { world, notApplicable }: RelyingPartyTools,
  logins: Logins,
): Pick<
  RelyingParty,
  | 'answeredIn'
  | 'withUsedState'
  | 'withRequestAgain'
  | 'withAnswerOfAnother'
  | 'withAnswerThatIsOver'
  | 'withAnswerWhereAnotherIs'
  | 'withAnswerAfter'
> => ({
  answeredIn: ({ name, answered }) =>
    logins.message(
      { 'token answer': name },
      async (username, inWindow) => {
        await logins.introduce(username, { ...(answered && { guise: answered }) })
        return inWindow(world, async (visit) => journey(world, visit, username, await logins.nextCourse()))
      },
      { wanted: 'granted' },
    ),
  withUsedState: () =>
    logins.message({ answer: 'state-used' }, async (username, inWindow) => {
      await logins.introduce(username, { behaviour: 'state-used' })
      return inWindow(world, (visit) => withStateOfBefore(world, visit, username, logins.nextCourse))
    }),
  withRequestAgain: () =>
    logins.message({ answer: 'to a request that was answered before' }, async (username, inWindow) => {
      await logins.introduce(username)
      return inWindow(world, (visit) => withRequestAgain(world, visit, username, logins.nextCourse))
    }),
  withAnswerOfAnother: ({ begins, withState = true, unbound = false } = { begins: true }) => {
    const how = `${withState ? '' : ', without its state'}${begins ? '' : ', in a window that began nothing'}`
    const behaviour = unbound ? 'unbound-answer-kept-back' : 'answer-kept-back'
    return logins.message({ answer: `${behaviour}${how}` }, async (username, inWindow) => {
      await logins.introduce(username, { behaviour })
      const kept = await beginLogin(world, await logins.nextCourse(), inWindow, isKeptBack(world), username)
      const course = await logins.nextCourse()
      const whole = answerKeptBack(world, kept)
      const answer = withState ? whole : whole && withoutState(whole)
      return inWindow(world, (visit) => journey(world, visit, username, course, { answer, begins }))
    })
  },
  withAnswerThatIsOver: ({ begins }) => {
    const how = begins ? '' : ', in a window that began nothing'
    return logins.message({ answer: `of a login that is over in another window${how}` }, async (username, inWindow) => {
      await logins.introduce(username)
      const course = await logins.nextCourse()
      const first = await inWindow(world, (visit) => journey(world, visit, username, course))
      const off = unlessOff(first, 'the one in another window')
      if (off) return off
      const { callback: answer } = first
      if (codeIn(answer) === undefined) return notApplicable('It is answered by a form.')
      // A target may have the human log in anew, which is to come to no end.
      await logins.introduce(username, { behaviour: 'answer-kept-back' })
      const later = await logins.nextCourse()
      return inWindow(world, (visit) => journey(world, visit, username, later, { answer, begins }))
    })
  },
  withAnswerWhereAnotherIs: () =>
    logins.message(
      { answer: 'answer-kept-back, in a window where another human is logged in' },
      answerOfAnotherAfterAnother({ world, notApplicable }, logins),
    ),
  withAnswerAfter: (act) =>
    logins.message({}, async (username, inWindow) => {
      await logins.introduce(username, { behaviour: 'answer-kept-back' })
      const course = await logins.nextCourse()
      return inWindow(world, async (visit) => {
        const kept = await stepsFrom(world, visit, course.start, { username, until: isKeptBack(world) })
        const answer = answerKeptBack(world, kept)
        if (answer !== undefined && isAtLab(world, answer)) notApplicable('It is answered by a form of the lab.')
        await act()
        return journey(world, visit, username, course, { answer, begins: false })
      })
    }),
})

/** Logins in windows with something of another login in them. */
function ofWindows(
  tools: RelyingPartyTools,
  logins: Logins,
): Pick<
  RelyingParty,
  | 'withNobody'
  | 'withLoginBegunBefore'
  | 'withTwoBegun'
  | 'withCookiesOfBefore'
  | 'withCookiesBroughtAlong'
  | 'withCookiesRewritten'
> {
  const { world } = tools
  return {
    withNobody: (sent) => {
      const { endedAt } = logins.journeyOf(sent)
      const { partyId } = sent.message.party
      const look: LogIn = (_, inWindow) => inWindow(world, (visit) => lookingAround(world, visit, partyId, endedAt))
      return logins.message({ window: 'another one, in which nobody logs in' }, look, { tells: true })
    },
    withLoginBegunBefore: () =>
      logins.message(
        {},
        async (username, inWindow) => {
          await logins.introduce(username)
          return inWindow(world, (visit) => afterOneBegun(world, visit, username, logins.nextCourse))
        },
        { open: true },
      ),
    withTwoBegun: () =>
      logins.message({}, async (username, inWindow) => {
        await logins.introduce(username)
        return inWindow(world, (visit) => withTwoBegun(world, visit, username, logins.nextCourse))
      }),
    withCookiesOfBefore: () => {
      personalPageOf(tools)
      const recipe = { window: 'another one, with the cookies of before the login' }
      return logins.message(recipe, async (username, inWindow) => {
        await logins.introduce(username, { behaviour: 'answer-kept-back' })
        return withCookiesOfBefore(world, username, await logins.nextCourse(), inWindow)
      })
    },
    withCookiesBroughtAlong: (of) => {
      personalPageOf(tools)
      const known = logins.journeyOf(of).cookies.filter((cookie) => isOf(world, cookie))
      const recipe = { window: 'another one, with cookies that the window of the login had brought along' }
      return logins.message(recipe, async (username, inWindow) => {
        await logins.introduce(username)
        return withCookiesBroughtAlong(world, username, await logins.nextCourse(), inWindow, madeAlike(known))
      })
    },
    withCookiesRewritten: (rewrite) => {
      personalPageOf(tools)
      const recipe = { window: 'another one, with cookies written anew' }
      return logins.message(recipe, async (username, inWindow) => {
        await logins.introduce(username)
        return withCookiesRewritten(world, username, await logins.nextCourse(), inWindow, rewrite)
      })
    },
  }
}

/** The address of an answer without its state, its other parameters as they were. */
const withoutState = (url: string): string => {
  const shorter = new URL(url)
  shorter.searchParams.delete('state')
  return shorter.href
}
