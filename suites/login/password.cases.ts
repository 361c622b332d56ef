import { randomBytes } from 'node:crypto'
import type { Login } from '../../harness/check/login/login.js'
import type { Coverage } from '../support/row.js'
import { inOtherCase } from './made-up.js'

/** Something that is not the password. */
export interface PasswordRow extends Coverage {
  readonly title: string
  /** What is typed in place of the password. */
  readonly typed: (login: Pick<Login, 'human' | 'otherHuman'>) => string
}

const wrong = (
  mnemonic: string,
  title: string,
  typed: PasswordRow['typed'],
  detects: NonNullable<PasswordRow['detects']> = [],
): PasswordRow => ({
  id: `login.password-${mnemonic}`,
  title,
  requirements: ['LOGIN-HUMAN-AUTHENTICATED'],
  cases: [],
  level: 'strict',
  // A broker's humans prove elsewhere who they are.
  roles: ['IdentityProvider'],
  detects: ['takes-any-password', ...detects],
  typed,
})

export const wrongPasswords: readonly PasswordRow[] = [
  wrong(
    'wrong',
    'a password that is not theirs',
    ({ otherHuman }) => otherHuman?.password ?? randomBytes(12).toString('base64url'),
  ),
  // Some directories take a login without a password for one of nobody, which succeeds (RFC 4513 §5.1.2).
  wrong('empty', 'an empty password', () => '', ['takes-empty-password']),
  wrong('longer', 'the right password with a character more', ({ human }) => `${human.password}x`, ['cuts-passwords']),
  // Many a database compares texts so, unless it is told otherwise.
  wrong('in-letter-case', 'the right password in other letter case', ({ human }) => inOtherCase(human.password), [
    'ignores-case-of-passwords',
  ]),
]
