import { createHash } from 'node:crypto'
import { assign, remove } from '../../harness/mutations/form-parameters.js'
import { authorization, form } from '../../harness/mutations/mutation.js'
import type { Form } from '../../harness/mutations/types.js'
import type { Coverage, Row } from '../support/row.js'
import { inOtherCase, madeUp } from '../support/values/made-up.js'
import { checkAtLogin, rowAtLogin, valueIn } from './rows.js'

export const usedTwice: Coverage = checkAtLogin('login.code-again', 'OID-06', 'accepts-used-code')

/** How many requests redeem one code at once. */
export const widths = [2, 2, 2, 10]

/** What is sent in the place of a code, by how it differs from it; where it does not, nothing is sent. */
export const unissued: Readonly<Record<string, (code: string) => string>> = {
  'a made-up code': madeUp,
  'a code without its last character': (code) => code.replace(/=+$/, '').slice(0, -1),
  'a code that is empty': () => '',
  'a code in the other letter case': inOtherCase,
  'a code with a percent sign for its last character': (code) => `${code.slice(0, -1)}%`,
  'a code with a dot for its last character': (code) => `${code.slice(0, -1)}.`,
}

/** Two ServiceProviders whose ids are nearly alike; the second one is made once the first is known. */
export interface NearRow extends Coverage {
  /** Completes "the code of one ServiceProvider from another whose id …". */
  readonly title: string
  readonly owner: (own: string) => string
  readonly thief: (owner: string) => string
}

const nearly = (about: Pick<NearRow, 'id' | 'title' | 'owner' | 'thief' | 'detects'>): NearRow => ({
  ...checkAtLogin(about.id, ['OID-07', 'BRK-04'], 'accepts-code-of-another-client'),
  profile: 'standard',
  ...about,
})

/** What is bound to a client is bound to its whole Party Identifier, character by character, letter case included (RFC 6749 §1.8, §4.1.3). */
export const ofNearlyAlike: readonly NearRow[] = [
  nearly({
    id: 'login.code-of-another-in-letter-case',
    title: 'differs in letter case alone',
    owner: (own) => `${own}-unit`,
    thief: (owner) => owner.replace(/unit$/, 'UNIT'),
    detects: ['ignores-case-of-client-of-code', 'accepts-code-of-another-client'],
  }),
  nearly({
    id: 'login.code-of-another-with-more',
    title: 'begins with its id',
    owner: (own) => own,
    thief: (owner) => `${owner}-unit`,
    detects: ['compares-beginning-of-client-of-code', 'accepts-code-of-another-client'],
  }),
  nearly({
    id: 'login.code-of-another-without-end',
    title: 'is the beginning of its id',
    owner: (own) => `${own}-unit`,
    thief: (owner) => owner.replace(/-unit$/, ''),
    detects: ['compares-beginning-of-client-of-code', 'accepts-code-of-another-client'],
  }),
]

/** How many codes are compared. */
export const compared = 6

/** PKCE (RFC 7636, RFC 9700 §4.8). */
export const pkce: readonly Row[] = [
  rowAtLogin('login.pkce-verifier-missing', 'OID-09', 'accepts-missing-verifier').sends(
    'a code that was asked for with a PKCE challenge without its verifier, or with an empty one',
    [
      form('without code_verifier', (parameters) => remove(parameters, 'code_verifier')),
      form('code_verifier that is empty', (parameters) => assign(parameters, 'code_verifier', '')),
    ],
  ),
  rowAtLogin('login.pkce-verifier-wrong', 'OID-09', 'accepts-wrong-verifier').sends(
    'a code with another verifier than that of its PKCE challenge',
    form('another code_verifier', (parameters) => {
      for (const pair of parameters) if (pair[0] === 'code_verifier') pair[1] = [...pair[1]].reverse().join('')
    }),
  ),
  rowAtLogin('login.pkce-verifier-challenge', 'OID-09', 'accepts-challenge-as-verifier').sends(
    'a code with its PKCE challenge for a verifier',
    form('code_verifier that is the code_challenge', (parameters) => {
      for (const pair of parameters)
        if (pair[0] === 'code_verifier') pair[1] = createHash('sha256').update(pair[1]).digest('base64url')
    }),
  ),
  rowAtLogin('login.pkce-plain', 'OID-09', ['accepts-plain-challenge', 'accepts-challenge-without-method']).sends(
    'a PKCE challenge that is the verifier itself',
    [
      authorization('code_challenge_method plain', (parameters, _, { verifier }) => {
        assign(parameters, 'code_challenge', verifier)
        assign(parameters, 'code_challenge_method', 'plain')
      }),
      // That is plain too (RFC 7636 §4.3).
      authorization('code_challenge that is the verifier, without code_challenge_method', (parameters, _, own) => {
        assign(parameters, 'code_challenge', own.verifier)
        remove(parameters, 'code_challenge_method')
      }),
    ],
  ),
  rowAtLogin('login.pkce-stripped', 'OID-09', ['accepts-stripped-challenge', 'accepts-empty-challenge']).sends(
    'a verifier for a code that was asked for without a PKCE challenge',
    [
      authorization('without code_challenge', (parameters) => {
        remove(parameters, 'code_challenge')
        remove(parameters, 'code_challenge_method')
      }),
      // What has no value counts as left out (RFC 6749 §3.1).
      authorization('code_challenge that is empty', (parameters) => assign(parameters, 'code_challenge', '')),
    ],
  ),
]

/** The text knows nothing of PKCE, so that a login without any may be taken. */
export const withoutPkce: Row = rowAtLogin('login.pkce-none', 'OID-09').sends(
  'whether it takes a login without PKCE',
  authorization(
    'neither challenge nor verifier',
    (parameters) => {
      remove(parameters, 'code_challenge')
      remove(parameters, 'code_challenge_method')
    },
    { verifier: false },
  ),
)

/** A provider may want a scope of its own (`login.scope`). */
const withScope =
  (scope: string) =>
  (parameters: Form): void =>
    assign(parameters, 'scope', `${valueIn(parameters, 'scope')} ${scope}`)
const offline = withScope('offline_access')

/** Authorization requests that ask for a refresh token (OpenID Connect Core §11). */
export const offlineAccess: Row = rowAtLogin(
  'login.offline-access',
  ['OID-04', 'BRK-01'],
  'issues-refresh-token-offline',
).sends('scope offline_access', [
  authorization('scope offline_access beside its own', offline),
  authorization('scope offline_access beside its own, prompt consent', (parameters) => {
    offline(parameters)
    assign(parameters, 'prompt', 'consent')
  }),
  // Names that products have for it.
  authorization('scope offline and access_type offline beside its own', (parameters) => {
    withScope('offline')(parameters)
    assign(parameters, 'access_type', 'offline')
  }),
])

export const neverRefreshed: Coverage = checkAtLogin(
  'login.no-refresh-token',
  ['OID-04', 'BRK-01'],
  'issues-refresh-token',
)
