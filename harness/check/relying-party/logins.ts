import { isThere } from '../../browser/lazy.js'
import { NotPlain } from '../../browser/plain/not-plain.js'
import { StepProblem } from '../../browser/step-problem.js'
import { HarnessError, Inconclusive } from '../../contracts/errors.js'
import type { HumanProgram } from '../../contracts/lab-protocol.js'
import { loginBehaviourNamed } from '../../lab/identity-provider/login-behaviour.js'
import type { Party } from '../../mutations/types.js'
import type { LabState } from '../lab.js'
import type { CheckClient } from '../message/client.js'
import type { Delivery, MintableMessage } from '../message/message.js'
import type { Identifiers } from '../parties/identifiers.js'
import type { Sent } from '../types.js'
import type { World } from '../world.js'
import { claimIn } from './claim-in.js'
import { atServiceProvider, brokerCourses, type NextCourse } from './courses.js'
import { humanNamed } from './humans.js'
import { type Course, type Journey, journey, unlessPutOff, type Wrong } from './journey.js'
import { stepsFrom } from './steps.js'
import { tokensSeen } from './tokens.js'
import type { LoginMisbehaviour } from './types.js'
import { inMeetingWindow, inOneWindow, inPlainWindow, isAtLab, type OpenWindow } from './window.js'

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

/** What came of a login, with the tokens that were seen in it. */
export type KnownJourney = Journey & { readonly tokens: readonly string[] }

/** Makes logins, and remembers what came of each. */
export class Logins {
  /** By user name. */
  readonly mailboxes = new Map<string, string>()
  /** Those that are other than the user name, by user name. */
  readonly subjects = new Map<string, string>()
  /** Who logs in by a user name, where that is a human whom others may name, too. */
  readonly knownAs = new Map<string, string>()
  readonly nextCourse: NextCourse
  readonly #tools: RelyingPartyTools
  readonly #journeys = new Map<string, KnownJourney>()

  constructor(tools: RelyingPartyTools) {
    this.#tools = tools
    this.nextCourse = courses(tools)
  }

  /** The speaker is a human, whom nobody certified. */
  newHuman(): Party {
    const username = `human-${this.#tools.ids.party().unique}`
    this.#tools.humans.push(username)
    return { partyId: username, scope: username, certified: this.#tools.world.untrusted }
  }

  /** A login as usual, or one in which the IdentityProvider does something wrong. */
  newLogin(misbehaviour?: LoginMisbehaviour, options: MessageOptions = {}): MintableMessage {
    return this.message(
      misbehaviour ? { [misbehaviour.entry]: misbehaviour.name } : {},
      this.loginAt(this.#tools.world, misbehaviour),
      options,
    )
  }

  /** The same, with an id_token that says nothing of the human but `sub`. */
  bareLogin(misbehaviour?: LoginMisbehaviour): MintableMessage {
    return this.message(
      {
        ...sayingNothing,
        ...(misbehaviour && { [misbehaviour.entry]: misbehaviour.name }),
      },
      this.loginAt(this.#tools.world, misbehaviour, { guise: { claimsElsewhere: true } }),
      misbehaviour ? {} : { wanted: 'granted', open: true },
    )
  }

  /** An honest login of a human of whom the lab knows that. */
  honest(known: (username: string) => Known, options: MessageOptions = {}): MintableMessage {
    const { world } = this.#tools
    const logIn: LogIn = async (username, inWindow) => {
      await this.introduce(username, known(username))
      return inWindow(world, async (visit) => journey(world, visit, username, await this.nextCourse()))
    }
    return this.message({}, logIn, options)
  }

  /**
   * A login as a message.
   * @param recipe What is other than in an honest one.
   */
  message(recipe: MintableMessage['recipe'], logIn: LogIn, options: MessageOptions = {}): MintableMessage {
    const { wanted = Object.keys(recipe).length === 0 ? 'granted' : 'refused' } = options
    const lab = this.#tools.state.changes.join('; ') || 'as usual'
    const made: LoginMessage = {
      party: this.newHuman(),
      sought: 'a login',
      fresh: true,
      recipe: { ...conforming, lab, ...recipe },
      mint: () => Promise.reject(new HarnessError('A login is carried out, not minted.')),
      perform: async (_, ready) => {
        const gone = await this.#carryOut(made, logIn, wanted, { ...options, ready })
        const isHonest = Object.keys(recipe).length === 0 && !options.open && this.#tools.state.changes.length === 0
        if (isHonest && gone.redeemed) this.#note(made.party.partyId, gone)
        return delivered(gone)
      },
    }
    return made
  }

  /** Has the lab know a human by that name. */
  introduce(username: string, more?: Known): Promise<void> {
    return this.#tools.world.lab.humans([humanNamed(username, more)])
  }

  /** What came of a login. */
  journeyOf({ message: { party } }: Sent): KnownJourney {
    const found = this.#journeys.get(party.partyId)
    if (!found) throw new HarnessError(`${party.partyId} did not log in.`)
    return found
  }

  /** Of two humans of the run nobody may have one sub. */
  #note(username: string, { answer }: Journey): void {
    const sub = answer.outcome.kind === 'granted' ? claimIn(answer, 'sub') : undefined
    if (typeof sub === 'string') this.#tools.world.answers.loggedIn(this.knownAs.get(username) ?? username, sub)
  }

  async #carryOut(
    made: LoginMessage,
    logIn: LogIn,
    wanted: string,
    { pictured, tells = false, open = false, ready }: MessageOptions & Ready,
  ): Promise<Journey> {
    const { world, state, humans } = this.#tools
    const plainly = world.plainLogins === true && !(pictured && (await isThere(world.browser)))
    let begun = false
    // Each time with a human who did nothing yet.
    const attempt = (inWindow: OpenWindow): Promise<Journey> => {
      if (begun) made.party = this.newHuman()
      begun = true
      return logIn(made.party.partyId, inWindow)
    }
    const patiently = (inWindow: OpenWindow) => unlessPutOff(world.patience, () => attempt(inWindow))
    const plain = plainly
      ? await withoutBrowser(() => patiently(ready ? inMeetingWindow(ready) : inPlainWindow))
      : undefined
    // A browser has the last word on whatever is not as it should be; it would be put off as well. While the lab is not as usual, nobody
    // knows how a login should end.
    const isSettled =
      plain &&
      (tells ||
        state.changes.length > 0 ||
        [wanted, 'deferred'].includes(plain.answer.outcome.kind) ||
        (open && !(await isThere(world.browser))))
    const gone = isSettled ? plain : await patiently(inOneWindow)
    const tokens = await tokensSeen(world, humans, gone)
    const known = { ...gone, tokens, secrets: [...gone.secrets, ...tokens] }
    this.#journeys.set(made.party.partyId, known)
    return known
  }

  /** A login in that world, in which the IdentityProvider does something wrong, or nothing. */
  loginAt(world: World, misbehaviour?: LoginMisbehaviour, known: Known = {}): LogIn {
    return async (username, inWindow) => {
      const other = await this.leftOpen(inWindow, misbehaviour)
      return inWindow(world, async (visit) => {
        const course = await this.nextCourse()
        await this.introduceFor(username, course, misbehaviour, { ...other, ...known })
        return journey(world, visit, username, course, wrongIn(misbehaviour))
      })
    }
  }

  /** What the lab takes of another login for a misbehaviour, if it takes anything. */
  async leftOpen(inWindow: OpenWindow, misbehaviour?: LoginMisbehaviour): Promise<OfAnother> {
    const { world } = this.#tools
    return takesFromAnother(misbehaviour) ? leaveOpen(world, await this.nextCourse(), inWindow) : {}
  }

  /** Has the lab know a human for whose login it does something wrong, or nothing. */
  introduceFor(
    username: string,
    { servedClient }: Course,
    misbehaviour: LoginMisbehaviour | undefined,
    more: Known,
  ): Promise<void> {
    const { target } = this.#tools.world
    const known = { clientUrl: target.baseUrl, ...(servedClient !== undefined && { servedClient }) }
    return this.introduce(username, { ...(misbehaviour && { behaviour: misbehaviour.name, ...known }), ...more })
  }
}

/** What another login was begun with. */
type OfAnother = Pick<HumanProgram, 'otherState' | 'otherNonce'>

/** What the lab knows of a human beside the user name. */
type Known = Parameters<typeof humanNamed>[1]

/** How a login is to be carried out. */
interface MessageOptions {
  /** In a browser where there is one, for its pictures. */
  readonly pictured?: boolean
  /** What a page says counts, whether a browser shows it or not. */
  readonly tells?: boolean
  /** A target may end it as it likes: without a browser, what the plain window saw counts. */
  readonly open?: boolean
  /** What it should come to: by default a refusal where anything is other than in an honest one. */
  readonly wanted?: 'granted'
}

/** What is waited for before the answer is brought back that others are to bring at the same time. */
interface Ready {
  readonly ready?: (() => Promise<void>) | undefined
}

/** The human of a login that is put off is another one each time. */
type LoginMessage = MintableMessage & { party: Party }

/** A login as somebody, in that kind of window. */
export type LogIn = (username: string, inWindow: OpenWindow) => Promise<Journey>

/** What came of a login in a window without a browser; none where only a browser can tell. */
async function withoutBrowser(logIn: () => Promise<Journey>): Promise<Journey | undefined> {
  try {
    return await logIn()
  } catch (error) {
    if (error instanceof NotPlain || error instanceof StepProblem || error instanceof Inconclusive) return undefined
    throw error
  }
}

/** An id_token that is conforming, and short. */
export const sayingNothing = { id_token: 'says nothing of the human but sub' }

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
export const beginLogin = (
  world: World,
  { start }: Course,
  inWindow: OpenWindow,
  until: (url: string) => boolean,
  username?: string,
): Promise<string> => inWindow(world, (visit) => stepsFrom(world, visit, start, { until, username }))

/** What a misbehaviour makes wrong in its login. */
export const wrongIn = (misbehaviour: LoginMisbehaviour | undefined): Wrong => ({
  wrong: misbehaviour !== undefined,
  unknown: loginBehaviourNamed(misbehaviour?.name)?.idToken?.registry !== undefined,
})

/** Whether the lab puts something of another login into this one. */
const takesFromAnother = (misbehaviour: LoginMisbehaviour | undefined): boolean =>
  misbehaviour?.name === 'state-of-other-flow' || misbehaviour?.name === 'nonce of another login'

/** Leaves a login where the human would have to type a name, so that the target waits for its answer; its state and nonce, where they can be told. */
async function leaveOpen(world: World, course: Course, inWindow: OpenWindow): Promise<OfAnother> {
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
