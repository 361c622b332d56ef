import { randomUUID } from 'node:crypto'
import { isThere } from '../../browser/lazy.js'
import { cookieJar } from '../../browser/plain/cookies.js'
import { NotPlain } from '../../browser/plain/not-plain.js'
import { StepProblem } from '../../browser/step-problem.js'
import { HarnessError, Inconclusive } from '../../contracts/errors.js'
import { type HumanProgram, type LedgerEntry, otherThan, stranger } from '../../contracts/lab-protocol.js'
import type { Party } from '../../mutations/types.js'
import type { LabState } from '../lab.js'
import type { CheckClient } from '../message/client.js'
import type { Delivery, MintableMessage } from '../message/message.js'
import type { Identifiers } from '../parties/identifiers.js'
import { readService, serviceRequest } from '../service/call.js'
import type { Sent } from '../types.js'
import type { World } from '../world.js'
import { atServiceProvider, brokerCourses, type NextCourse } from './courses.js'
import { withCookiesOfBefore, withCookiesRewritten } from './fixation.js'
import { humanNamed } from './humans.js'
import { type Course, type Journey, journey, unlessPutOff } from './journey.js'
import { stepsFrom } from './steps.js'
import { addressesWith, tokensSeen } from './tokens.js'
import { oneAfterAnother, withRequestAgain, withStateOfBefore, withTwoBegun } from './two-logins.js'
import type { LoginDefect, RelyingParty } from './types.js'
import { answerKeptBack, inOneWindow, inPlainWindow, isAtLab, isKeptBack, type OpenWindow } from './window.js'

/** What the logins of one check are made with. */
export interface RelyingPartyTools {
  readonly world: World
  readonly client: CheckClient
  readonly ids: Identifiers
  readonly state: LabState
  /** End the check: it does not concern this target, or a setting of the target file is missing. */
  readonly notApplicable: (reason: string) => never
  readonly notTestable: (reason: string) => never
  /** User names of this check; what the lab saw of them is evidence. */
  readonly humans: string[]
}

/** The logins of one check. */
export function checkRelyingParty(tools: RelyingPartyTools): RelyingParty {
  const { world, client, ids, state, notApplicable, notTestable, humans } = tools
  const journeys = new Map<string, Journey & { readonly tokens: readonly string[] }>()
  /** By user name. */
  const mailboxes = new Map<string, string>()
  /** Those that are other than the user name, by user name. */
  const subjects = new Map<string, string>()
  const nextCourse = courses(tools)
  /** The speaker is a human, whom nobody certified. */
  const newHuman = (): Party => {
    const username = `human-${ids.party()}`
    humans.push(username)
    return { partyId: username, scope: username, certified: world.untrusted }
  }

  const message = (recipe: MintableMessage['recipe'], logIn: LogIn, { pictured = false } = {}) => {
    const wanted = Object.keys(recipe).length === 0 ? 'granted' : 'refused'
    const made: MintableMessage & { party: Party } = {
      party: newHuman(),
      sought: 'a login',
      fresh: true,
      recipe: { ...conforming, lab: state.changes.join('; ') || 'as usual', ...recipe },
      mint: () => Promise.reject(new HarnessError('A login is carried out, not minted.')),
      perform: async () => {
        const plainly = world.plainLogins === true && !(pictured && (await isThere(world.browser)))
        let begun = false
        // Each time with a human who did nothing yet.
        const attempt = (inWindow: OpenWindow): Promise<Journey> => {
          if (begun) made.party = newHuman()
          begun = true
          return logIn(made.party.partyId, inWindow)
        }
        const patiently = (inWindow: OpenWindow) => unlessPutOff(() => attempt(inWindow))
        const plain = plainly ? await withoutBrowser(() => patiently(inPlainWindow)) : undefined
        // A browser has the last word on whatever is not as it should be; it would be put off as well. While the lab is not as usual, nobody
        // knows how a login should end.
        const isSettled =
          plain && (state.changes.length > 0 || [wanted, 'deferred'].includes(plain.answer.outcome.kind))
        const gone = isSettled ? plain : await patiently(inOneWindow)
        const tokens = await tokensSeen(world, humans, gone)
        const known = { ...gone, tokens, secrets: [...gone.secrets, ...tokens] }
        journeys.set(made.party.partyId, known)
        return delivered(known)
      },
    }
    return made
  }
  /** Has the lab know a human by that name. */
  const introduce = (username: string, more?: Parameters<typeof humanNamed>[1]): Promise<void> =>
    world.lab.humans([humanNamed(username, more)])
  const logIn =
    (defect?: LoginDefect): LogIn =>
    async (username, inWindow) => {
      const other = takesFromAnother(defect) ? await leaveOpen(world, await nextCourse(), inWindow) : {}
      await introduce(username, {
        ...(defect && { behaviour: defect.name }),
        ...other,
      })
      const wrong = defect !== undefined
      return inWindow(world, async (visit) => journey(world, visit, username, await nextCourse(), { wrong }))
    }
  const newLogin = (defect?: LoginDefect): MintableMessage =>
    message(defect ? { [defect.entry]: defect.name } : {}, logIn(defect))
  const journeyOf = ({ message: { party } }: Sent) => {
    const found = journeys.get(party.partyId)
    if (!found) throw new HarnessError(`${party.partyId} did not log in.`)
    return found
  }

  /** Whether a page of the target in that login has any of these texts. */
  const shows = (sent: Sent, texts: readonly string[]): boolean =>
    journeyOf(sent).exchanges.some(
      ({ request, response }) =>
        request.url.startsWith(world.target.baseUrl) && texts.some((text) => response?.body.includes(text)),
    )

  /** Whether one of its pages has that text, and not as a part of a longer name. */
  const showsAlone = (sent: Sent, text: string | undefined): boolean =>
    text !== undefined &&
    journeyOf(sent).exchanges.some(
      ({ request, response }) =>
        request.url.startsWith(world.target.baseUrl) && (response?.body.split(/[^\w-]+/) ?? []).includes(text),
    )

  const needsPersonalPage = (): void => {
    if (world.personalPage === undefined)
      notApplicable('No page of the target was found that tells in any window whether somebody is logged in.')
  }

  client.probeBy(async () => newLogin())
  return {
    prepare: (...defects) => [newLogin(), ...defects.map(newLogin)],
    pictured: () => message({}, logIn(), { pictured: true }),
    withNameOfTheirOwn: () =>
      message({}, async (username, inWindow) => {
        await introduce(username, { name: `Una ${username}` })
        return inWindow(world, async (visit) => journey(world, visit, username, await nextCourse()))
      }),
    withSubject: (subject, at, { ownName } = { ownName: false }) => {
      const { login } = world
      if (at === 'other' && login?.otherSteps === undefined)
        return notApplicable('The target file names no way to another IdentityProvider (`login.otherSteps`).')
      const there: World =
        at === 'other' && login ? { ...world, login: { ...login, steps: login.otherSteps ?? [] } } : world
      return message({}, async (username, inWindow) => {
        await introduce(username, { subject, ...(ownName && { name: `Una ${username}` }) })
        if (at === 'usual') subjects.set(username, subject)
        return inWindow(there, async (visit) => journey(there, visit, username, await nextCourse({ shared: true })))
      })
    },
    withMailbox: ({ ownName, sharedWith }) =>
      message({}, async (username, inWindow) => {
        const mailbox = (sharedWith && mailboxes.get(sharedWith.message.party.partyId)) ?? randomUUID()
        mailboxes.set(username, mailbox)
        await introduce(username, { mailbox, ...(ownName && { name: `Una ${username}` }) })
        return inWindow(world, async (visit) => journey(world, visit, username, await nextCourse({ shared: true })))
      }),
    saysWho: (sent, { message: { party } }) =>
      shows(sent, [party.partyId]) || showsAlone(sent, subjects.get(party.partyId)),
    saysStranger: (sent) => shows(sent, [...Object.values(stranger), otherThan(sent.message.party.partyId)]),
    withUsedState: () =>
      message({ answer: 'state-used' }, async (username, inWindow) => {
        await introduce(username, { behaviour: 'state-used' })
        return inWindow(world, (visit) => withStateOfBefore(world, visit, username, nextCourse))
      }),
    withRequestAgain: () =>
      message({ answer: 'to a request that was answered before' }, async (username, inWindow) => {
        await introduce(username)
        return inWindow(world, (visit) => withRequestAgain(world, visit, username, nextCourse))
      }),
    withSecondHuman: () =>
      message({}, async (username, inWindow) => {
        const first = newHuman().partyId
        for (const human of [first, username]) await introduce(human, { name: `Una ${human}` })
        return inWindow(world, (visit) => oneAfterAnother(world, visit, [first, username], nextCourse))
      }),
    withTwoBegun: () =>
      message({}, async (username, inWindow) => {
        await introduce(username)
        return inWindow(world, (visit) => withTwoBegun(world, visit, username, nextCourse))
      }),
    astray: (sent) => journeyOf(sent).astray,
    withCookiesOfBefore: () => {
      needsPersonalPage()
      return message({ window: 'another one, with the cookies of before the login' }, async (username, inWindow) => {
        await introduce(username, { behaviour: 'answer-kept-back' })
        return withCookiesOfBefore(world, username, await nextCourse(), inWindow)
      })
    },
    withCookiesRewritten: (rewrite) => {
      needsPersonalPage()
      return message({ window: 'another one, with cookies written anew' }, async (username, inWindow) => {
        await introduce(username)
        return withCookiesRewritten(world, username, await nextCourse(), inWindow, rewrite)
      })
    },
    hadCookies: (sent) => journeyOf(sent).cookies.length > 0,
    takenFor: (sent) => journeyOf(sent).taken,
    withAnswerOfAnother: ({ begins, withState = true } = { begins: true }) =>
      message(
        {
          answer: `answer-kept-back${withState ? '' : ', without its state'}${begins ? '' : ', in a window that began nothing'}`,
        },
        async (username, inWindow) => {
          await introduce(username, { behaviour: 'answer-kept-back' })
          const kept = await beginLogin(world, await nextCourse(), inWindow, isKeptBack(world), username)
          const course = await nextCourse()
          const whole = answerKeptBack(world, kept)
          const answer = withState ? whole : whole && withoutState(whole)
          return inWindow(world, (visit) => journey(world, visit, username, course, { answer, begins }))
        },
      ),
    withAnswerAfter: (act) =>
      message({}, async (username, inWindow) => {
        await introduce(username, { behaviour: 'answer-kept-back' })
        const course = await nextCourse()
        return inWindow(world, async (visit) => {
          const kept = await stepsFrom(world, visit, course.start, { username, until: isKeptBack(world) })
          const answer = answerKeptBack(world, kept)
          if (answer !== undefined && isAtLab(world, answer)) notApplicable('It is answered by a form of the lab.')
          await act()
          return journey(world, visit, username, course, { answer, begins: false })
        })
      }),
    wasAtLab: (sent) => journeyOf(sent).callback !== undefined,
    keptAt: (sent) => journeyOf(sent).keptAt,
    addressesWithTokens: (sent) => addressesWith(journeyOf(sent).tokens, world, journeyOf(sent)),
    async seen({ message: { party } }) {
      const entries = await world.lab.ledger({ subjects: [party.partyId, `lure-${party.partyId}`] })
      const of = (kind: LedgerEntry['kind']) => entries.filter((entry) => entry.kind === kind)
      return { authorize: of('authorize'), token: of('login-token'), userinfo: of('userinfo'), lured: of('canary') }
    },
    async callService(sent) {
      const { service, target, http } = world
      if (!service) return notTestable('This check needs `service` in the target file.')
      const request = serviceRequest(target.baseUrl, service, undefined)
      const cookie = cookieJar(journeyOf(sent).cookies).header(request.url)
      const call = async (headers: typeof request.headers) =>
        readService(await http.exchange({ ...request, headers: [...request.headers, ...headers] }), service).outcome
      return { anonymous: await call([]), loggedIn: await call(cookie === undefined ? [] : [['cookie', cookie]]) }
    },
  }
}

/** The address of an answer without its state, its other parameters as they were. */
const withoutState = (url: string): string => {
  const shorter = new URL(url)
  shorter.searchParams.delete('state')
  return shorter.href
}

/** A login as somebody, in that kind of window. */
type LogIn = (username: string, inWindow: OpenWindow) => Promise<Journey>

/** What came of a login in a window without a browser; none where only a browser can tell. */
async function withoutBrowser(logIn: () => Promise<Journey>): Promise<Journey | undefined> {
  try {
    return await logIn()
  } catch (error) {
    if (error instanceof NotPlain || error instanceof StepProblem || error instanceof Inconclusive) return undefined
    throw error
  }
}

/** What an honest login is made of. */
const conforming = {
  answer: 'conforming',
  id_token: 'conforming',
  'token answer': 'conforming',
  userinfo: 'conforming',
  window: 'conforming',
}

/** How the target is logged in at, each time anew. */
function courses({ world, client, notApplicable, notTestable }: RelyingPartyTools): NextCourse {
  const { login, target } = world
  if (target.role === 'IdentityBroker') return brokerCourses(world, client)
  const { start, successText } = login ?? {}
  if (start === undefined) return notApplicable('The target file names no login of humans (`login.start`).')
  if (successText === undefined) return notTestable('A login needs `login.success.text` in the target file.')
  return () => Promise.resolve(atServiceProvider(world, start, successText))
}

/** Begins a login and goes on with it as far as one of the lab's addresses; that address. */
const beginLogin = (
  world: World,
  { start }: Course,
  inWindow: OpenWindow,
  until: (url: string) => boolean,
  username?: string,
): Promise<string> => inWindow(world, (visit) => stepsFrom(world, visit, start, { until, username }))

/** Whether the lab puts something of another login into this one. */
const takesFromAnother = (defect: LoginDefect | undefined): boolean =>
  defect?.name === 'state-of-other-flow' || defect?.name === 'nonce of another login'

/** Leaves a login where the human would have to type a name, so that the target waits for its answer; its state and nonce, where they can be told. */
async function leaveOpen(
  world: World,
  course: Course,
  inWindow: OpenWindow,
): Promise<Pick<HumanProgram, 'otherState' | 'otherNonce'>> {
  const asked = await beginLogin(world, course, inWindow, (url) => isAtLab(world, url))
  const [otherState, otherNonce] = ['state', 'nonce'].map((name) => new URL(asked).searchParams.get(name))
  return { ...(otherState && { otherState }), ...(otherNonce && { otherNonce }) }
}

const delivered = ({ exchanges, screenshots, answer, secrets, redeemed }: Journey): Delivery => ({
  minted: { secrets, ...(redeemed && { assertion: redeemed.assertion, before: exchanges }) },
  exchanges: redeemed ? [redeemed.exchange] : exchanges,
  answer,
  screenshots,
})
