import type { Circumstance, LoginMisbehaviour } from '../../harness/check/relying-party/types.js'
import type { Coverage } from '../support/row.js'
import { answerRows } from './answer.cases.js'
import { idTokenRows } from './id-token.cases.js'
import type { LoginRow, Needed } from './rows.js'

/** What no broker lets pass at any login: of each such row the first thing that is wrong. */
export const everywhere: readonly { readonly needs: Needed | undefined; readonly misbehaviour: LoginMisbehaviour }[] = [
  ...idTokenRows,
  ...answerRows,
].flatMap(({ misbehaviours: [misbehaviour], needs, ...row }) =>
  misbehaviour && isMust(row) ? [{ needs, misbehaviour }] : [],
)

function isMust({ atBroker, exclusive }: Pick<LoginRow, 'atBroker' | 'exclusive'>): boolean {
  return atBroker.level === undefined && atBroker.cases.length > 0 && exclusive !== true
}

/** A check of all of these logins in one circumstance. */
export interface CircumstanceCheck extends Coverage {
  readonly circumstance: Circumstance
}

const upstream = {
  requirements: ['BROKER-UPSTREAM'],
  cases: ['BRK-05'],
  profile: 'standard',
  roles: ['IdentityBroker'],
  sends: everywhere.length,
} as const

/** A target may verify the first login of a provider, a browser or a human, and trust what comes after it. */
export const circumstances: readonly CircumstanceCheck[] = [
  {
    ...upstream,
    id: 'broker.second-provider-verified',
    circumstance: 'at the other provider',
    detects: ['verifies-first-provider-alone'],
  },
  {
    ...upstream,
    id: 'broker.verified-where-logged-in',
    circumstance: 'where its human is logged in',
    detects: ['verifies-first-login-of-browser', 'verifies-first-login-of-human'],
  },
  {
    ...upstream,
    id: 'broker.verified-of-known-human',
    circumstance: 'of a human who is known',
    detects: ['verifies-first-login-of-human'],
  },
]
