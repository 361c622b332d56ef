import { timingSafeEqual } from 'node:crypto'
import { mixing } from '../../engine/at-once.js'
import { global } from '../../engine/fault.js'
import { instead, removed, ruleAbout, unless } from '../../engine/rule.js'
import type { Participant } from '../../participant/participant.js'
import type { Human } from '../human.js'

/** A human who says that they are somebody. */
export interface Attempt {
  /** Where they say so. */
  readonly participant: Participant
  /** The password of that somebody; none where nobody has that user name. */
  known: string | undefined
  /** What was typed. */
  readonly password: string
  /** Whom the user name names. */
  readonly named: Human
  /** The first of the humans who can log in; taken by a fault alone. */
  readonly first: Human
  /** Who is logged in with the browser already; taken by a fault alone. */
  readonly already: Human | undefined
  /** Who is logged in. */
  human?: Human
}

const rule = ruleAbout<Attempt, 'human'>()
const mixedUp = mixing<Human>()

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
  }),
  rule('human', 'the password is theirs', ({ known = '', password }) => isSame(known, password), {
    'takes-any-password': global('takes any password for that of the human', removed),
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
  }),
  rule('human', 'the human whom they named is logged in', (attempt) => logsIn(attempt, attempt.named), {
    'names-first-human': global(
      'takes everybody who logs in for the first of its humans',
      instead((attempt) => logsIn(attempt, attempt.first)),
    ),
    'leaves-human-of-browser': global(
      'takes a human who logs in for the one who is logged in with the browser already',
      instead((attempt) => logsIn(attempt, attempt.already ?? attempt.named)),
    ),
    'mixes-up-logins': global(
      'takes a human who logs in for another one of those who log in at once',
      instead(async (attempt) => {
        const { participant, named } = attempt
        return logsIn(attempt, await mixedUp(participant, named.sub, named))
      }),
    ),
  }),
]

function logsIn(attempt: Attempt, human: Human): boolean {
  attempt.human = human
  return true
}

function isSame(one: string, other: string): boolean {
  const [known, typed] = [Buffer.from(one), Buffer.from(other)]
  return known.length === typed.length && timingSafeEqual(known, typed)
}
