import { randomBytes } from 'node:crypto'
import type { AskOptions } from '../../harness/check/identity-provider/asking.js'
import type { Login } from '../../harness/check/identity-provider/login.js'
import type { Coverage } from '../support/row.js'
import { inOtherCase } from '../support/values/made-up.js'
import { firstHalf } from '../support/values/unissued-tokens.js'

/** Something that is not the password, or not the user name. */
export interface PasswordRow extends Coverage {
  readonly title: string
  /** In a browser with which its human is logged in, and has to log in anew. */
  readonly anew?: boolean
  /** The browser comes back afterwards, with the cookies that it was given. */
  readonly comesBack?: boolean
  /** In the browser where there is one, so that a report shows what the target's pages look like. */
  readonly inBrowser?: boolean
  /** What is typed in place of them. */
  readonly typed: (login: Pick<Login, 'human' | 'otherHuman'>) => NonNullable<AskOptions['typed']>['values']
}

const wrong = (
  id: string,
  title: string,
  password: (login: Parameters<PasswordRow['typed']>[0]) => string,
  detects: NonNullable<PasswordRow['detects']> = [],
): PasswordRow => ({
  id,
  title,
  requirements: ['LOGIN-HUMAN-AUTHENTICATED'],
  cases: [],
  level: 'strict',
  // A broker's humans prove elsewhere who they are.
  roles: ['IdentityProvider'],
  detects: ['takes-any-password', ...detects],
  unsafe: 'lockout',
  // Beside one another, several checks would send wrong passwords in a row.
  exclusive: true,
  typed: (login) => ({ password: password(login) }),
})

/** A password that nobody has. */
export const unknown = (): string => randomBytes(12).toString('base64url')

export const wrongPasswords: readonly PasswordRow[] = [
  {
    ...wrong(
      'login.password-wrong',
      'a password that is not theirs',
      ({ otherHuman }) => otherHuman?.password ?? unknown(),
      ['starts-session-before-password'],
    ),
    comesBack: true,
    inBrowser: true,
  },
  {
    ...wrong(
      'login.password-wrong-anew',
      'a password that is not theirs, in a browser with which they are logged in',
      ({ otherHuman }) => otherHuman?.password ?? unknown(),
      ['takes-any-password-of-logged-in'],
    ),
    anew: true,
  },
  // Some directories take a login without a password for one of nobody, which succeeds (RFC 4513 §5.1.2).
  wrong('login.password-empty', 'an empty password', () => '', ['takes-empty-password']),
  wrong('login.password-longer', 'the right password with a character more', ({ human }) => `${human.password}x`, [
    'cuts-passwords',
  ]),
  wrong('login.password-shorter', 'the first half of the right password', ({ human }) => firstHalf(human.password), [
    'takes-beginning-of-password',
    'cuts-passwords',
  ]),
  wrong('login.password-as-expression', 'a regular expression', () => '.*', ['reads-password-as-pattern']),
  wrong('login.password-as-pattern', 'a pattern of SQL', () => '%', ['reads-password-as-pattern']),
  wrong('login.password-in-query', 'a text that ends the quotes of a query', () => "'OR''='", [
    'takes-password-into-query',
  ]),
  {
    ...wrong('login.user-name-in-query', 'a user name that ends the quotes of a query before the password', unknown),
    detects: ['takes-user-name-into-query'],
    typed: ({ human }) => ({ username: `${human.username}' -- -`, password: unknown() }),
  },
  // Many databases compare texts so by default.
  wrong(
    'login.password-in-letter-case',
    'the right password in other letter case',
    ({ human }) => inOtherCase(human.password),
    ['ignores-case-of-passwords'],
  ),
  // A look-up that finds nobody gives nothing, which many a language takes for an empty text.
  {
    ...wrong('login.password-of-nobody', 'a user name that nobody has, and an empty password', () => ''),
    detects: ['logs-in-unknown-humans'],
    typed: () => ({ username: unknown(), password: '' }),
  },
]

/** The session of who is logged in stays theirs, whatever name is typed. */
export const anotherName: Coverage = wrong(
  'login.password-wrong-of-another',
  'the name of another human, and a password that is not theirs',
  unknown,
  ['takes-any-password-of-logged-in', 'starts-session-before-password', 'renames-session-before-password'],
)
