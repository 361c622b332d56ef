import { describeCheck } from '../../harness/check/coverage.js'
import type { Circumstance, LoginMisbehaviour } from '../../harness/check/relying-party/types.js'
import type { Role } from '../../requirements/types.js'
import type { Coverage } from '../support/row.js'
import { answerRows } from './answer.cases.js'
import { idTokenRows } from './id-token.cases.js'
import { atBroker, atServiceProvider, type LoginCheck, type Needed } from './rows.js'

interface Wrong {
  readonly needs: Needed | undefined
  readonly misbehaviour: LoginMisbehaviour
}

/** What one kind of relying party lets pass at no login: of each mandatory row the first thing that is wrong. */
const everywhereAt = (checks: readonly LoginCheck[], role: Role): readonly Wrong[] =>
  checks.flatMap(({ misbehaviours: [misbehaviour], ...row }) =>
    misbehaviour && row.cases.length > 0 && describeCheck(row, row.title, role).level === 'must'
      ? [{ needs: row.needs, misbehaviour }]
      : [],
  )

const rows = [...idTokenRows, ...answerRows]

export const everywhere = everywhereAt(atBroker(rows), 'IdentityBroker')
/** A ServiceProvider may leave alone what userinfo says of somebody else. */
export const everywhereAtServiceProvider = everywhereAt(
  atServiceProvider(rows.filter(({ needs }) => needs !== 'userinfo')),
  'ServiceProvider',
)

/** A ServiceProvider may verify the first login of a human, and trust what comes after it. */
export const ofKnownHuman: Coverage = {
  id: 'relying-party.verified-of-known-human',
  requirements: ['LOGIN-ID-TOKEN', 'LOGIN-ID-TOKEN-SIGNED'],
  cases: ['OID-14', 'OID-15'],
  profile: 'standard',
  roles: ['ServiceProvider'],
  sends: everywhereAtServiceProvider.length,
  detects: ['verifies-first-login-of-human'],
}

/** It may verify nobody's login in a browser in which another human has logged in. */
export const ofSecondHuman: Coverage = {
  ...ofKnownHuman,
  id: 'relying-party.verified-where-another-is-logged-in',
  detects: ['verifies-first-login-of-browser'],
}

/** Whose the login was that is answered is no less to be asked where somebody is logged in: who brings the answer of their own login would be that human from then on (RFC 6749 §10.12). */
export const foreignWhereAnotherIs: Coverage = {
  id: 'relying-party.answer-of-another-where-logged-in',
  requirements: ['LOGIN-STATE'],
  cases: ['OID-13'],
  profile: 'standard',
  roles: ['ServiceProvider'],
  detects: ['takes-answer-where-somebody-is-logged-in'],
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
