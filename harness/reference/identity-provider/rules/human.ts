import { timingSafeEqual } from 'node:crypto'
import { endsQuotes } from '../../encoding/slips.js'
import { mixing } from '../../engine/at-once.js'
import { global } from '../../engine/fault.js'
import { type Change, instead, removed, ruleAbout, unless } from '../../engine/rule.js'
import type { Flow } from '../flow.js'

/** A human who says that they are somebody. */
export interface Attempt {
  /** The password of that somebody; none where nobody has that user name. */
  known: string | undefined
  /** The password of the first human of the kit; read by a fault alone. */
  readonly first: string
  /** What was typed. */
  readonly password: string
  /** The user name that was typed; read by a fault alone. */
  readonly username: string
  /** Whether somebody is logged in with the browser already; read by a fault alone. */
  readonly isKnown: boolean
  /** Whether the session begins whatever comes of it, which only a fault sees to. */
  startsEarly?: boolean
}

const rule = ruleAbout<Attempt, 'human'>()

/** Who is taken for a human (L286). */
export const humanRules = [
  rule('human', 'somebody has the user name', ({ known }) => known !== undefined, {
    'logs-in-unknown-humans': global(
      'takes a user name that nobody has for that of somebody with an empty password',
      unless((attempt) => {
        if (attempt.known !== undefined || attempt.password !== '') return false
        attempt.known = ''
        return true
      }),
    ),
    'takes-user-name-into-query': global(
      'looks a human up by a query into which it puts the user name as it is',
      unless((attempt) => {
        if (!endsQuotes(attempt.username)) return false
        attempt.known = attempt.password
        return true
      }),
    ),
  }),
  rule('human', 'nobody is logged in before that', () => true, {
    'starts-session-before-password': global(
      'starts the session of a human before it compares the password',
      () => (attempt) => {
        attempt.startsEarly = true
        return true
      },
    ),
    'renames-session-before-password': global(
      'writes the user name into the session of a human who is logged in before it compares the password',
      () => (attempt) => {
        attempt.startsEarly = attempt.isKnown
        return true
      },
    ),
  }),
  rule('human', 'the password is theirs', ({ known = '', password }) => isSame(known, password), {
    'takes-password-of-first-human': global(
      'takes the password of the first human of its kit for that of anybody',
      unless(({ first, password }) => isSame(first, password)),
    ),
    'takes-any-password': global('takes any password for that of the human', removed),
    'takes-any-password-of-logged-in': global(
      'takes any password from a browser with which somebody is logged in',
      unless(({ isKnown }) => isKnown),
    ),
    'takes-empty-password': global(
      'logs humans in without a password',
      unless(({ password }) => password === ''),
    ),
    'ignores-case-of-passwords': global(
      'compares passwords without regard to letter case',
      unless(({ known = '', password }) => isSame(known.toLowerCase(), password.toLowerCase())),
    ),
    'cuts-passwords': global(
      'compares the first 8 characters of passwords',
      unless(({ known = '', password }) => isSame(known.slice(0, 8), password.slice(0, 8))),
    ),
    'takes-beginning-of-password': global(
      'takes the beginning of a password for it',
      unless(({ known = '', password }) => password !== '' && known.startsWith(password)),
    ),
    'reads-password-as-pattern': global(
      'takes a pattern that fits any password for that of the human',
      unless(({ password }) => ['.*', '%'].includes(password)),
    ),
    'takes-password-into-query': global(
      'looks a human up by a query into which it puts the password as it is',
      unless(({ password }) => endsQuotes(password)),
    ),
  }),
]

/** A human who typed something else than their password. */
export interface Mistake {
  /** What their login was begun with. */
  flow: Flow
}

const losing =
  (lost: Partial<Flow>): Change<Mistake> =>
  () =>
  (mistake) => {
    mistake.flow = { ...mistake.flow, ...lost }
    return true
  }

/** What the page is for that comes then. */
export const mistakeRules = [
  ruleAbout<Mistake, 'human'>()('human', 'a wrong password changes nothing about what was asked for', () => true, {
    'forgets-nonce-at-wrong-password': global(
      'forgets the nonce of a request when a wrong password comes',
      losing({ nonce: undefined }),
    ),
    'forgets-state-at-wrong-password': global(
      'forgets the state of a request when a wrong password comes',
      losing({ state: undefined }),
    ),
    'forgets-challenge-at-wrong-password': global(
      'forgets the PKCE challenge of a request when a wrong password comes',
      losing({ challenge: undefined, withoutPkce: true }),
    ),
  }),
]

/** A human who has said who they are. */
export interface Arrival {
  /** Where they are logged in. */
  readonly at: object
  /** `sub` of the human who logged in first; taken by a fault alone. */
  readonly first: string
  /** `sub` of the human whose name was typed first in this login, with a wrong password; taken by a fault alone. */
  readonly attempted: string | undefined
  /** Of the human; of somebody else by a fault. */
  sub: string
}

const mixedUp = mixing<string>()
const logsIn = (arrival: Arrival, sub: string): boolean => {
  arrival.sub = sub
  return true
}

/** Who is logged in then, at an IdentityProvider and at an IdentityBroker. */
export const arrivalRules = [
  ruleAbout<Arrival, 'human'>()('human', 'the human who said who they are is logged in', () => true, {
    'names-first-human': global(
      'takes everybody who logs in for the human who logged in first',
      instead((arrival) => logsIn(arrival, arrival.first)),
    ),
    'names-human-of-first-attempt': global(
      'takes a human who logs in for the one whose name was typed before with a wrong password',
      instead((arrival) => logsIn(arrival, arrival.attempted ?? arrival.sub)),
    ),
    'mixes-up-logins': global(
      'takes a human who logs in for another one of those who log in at once',
      instead(async (arrival) => logsIn(arrival, await mixedUp(arrival.at, arrival.sub, arrival.sub))),
    ),
  }),
]

function isSame(one: string, other: string): boolean {
  const [known, typed] = [Buffer.from(one), Buffer.from(other)]
  return known.length === typed.length && timingSafeEqual(known, typed)
}
