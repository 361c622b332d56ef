import { createHash } from 'node:crypto'
import { assign, remove } from '../../harness/mutations/form-parameters.js'
import { authorization, form } from '../../harness/mutations/mutation.js'
import type { Coverage, Row } from '../support/row.js'
import { inOtherCase, madeUp } from './made-up.js'
import { asking, atLogin } from './rows.js'

export const usedTwice: Coverage = atLogin({
  id: 'login.code-again',
  requirements: ['LOGIN-CODE-ONCE'],
  cases: ['OID-06'],
  detects: ['accepts-used-code'],
})

export const usedLater: Coverage = { ...usedTwice, id: 'login.code-again-later', profile: 'deep', waits: 30 }

/** How many requests redeem one code at once. */
export const widths = [2, 2, 2, 10]

export const raced: Coverage = {
  ...usedTwice,
  id: 'login.code-raced',
  detects: ['accepts-raced-code', 'accepts-used-code'],
}

/** The client is looked up for each copy, and all of them go on at the same moment. */
export const racedBehindLookUp: Coverage = {
  ...usedTwice,
  id: 'login.code-raced-behind-look-up',
  detects: ['accepts-raced-code', 'accepts-code-raced-shortly', 'accepts-used-code'],
}

/** A code is what was issued, character by character (RFC 6749 §1.1, §4.1.3, §5.2). */
export const unknown: Coverage = atLogin({
  id: 'login.code-unknown',
  requirements: ['LOGIN-CODE-CLIENT'],
  cases: [],
  level: 'must',
  detects: ['accepts-unknown-code', 'ignores-code-case'],
})

/** What is sent in the place of a code, by how it differs from it; where it does not, nothing is sent. */
export const unissued: Readonly<Record<string, (code: string) => string>> = {
  'a made-up code': madeUp,
  'a code without its last character': (code) => code.replace(/=+$/, '').slice(0, -1),
  'a code that is empty': () => '',
  'a code in the other letter case': inOtherCase,
  'a code with a percent sign for its last character': (code) => `${code.slice(0, -1)}%`,
  'a code with a dot for its last character': (code) => `${code.slice(0, -1)}.`,
}

export const guessable: Coverage = atLogin({
  id: 'login.code-guessable',
  requirements: ['LOGIN-OIDC'],
  cases: [],
  level: 'strict',
  detects: ['issues-short-codes', 'derives-code-from-request', 'hashes-time-to-codes', 'hashes-microsecond-to-codes'],
})

/** A reader of the address that a browser came back to knows the code. */
export const tokenOfCode: Coverage = atLogin({
  id: 'login.token-of-code',
  requirements: ['LOGIN-OIDC'],
  cases: [],
  level: 'strict',
  detects: ['hashes-code-to-access-tokens', 'returns-code-as-access-token'],
})

/** How many codes are compared. */
export const compared = 6

export const countedUp: Coverage = { ...guessable, id: 'login.code-counted', detects: ['issues-consecutive-codes'] }

export const ofAnother: Coverage = atLogin({
  id: 'login.code-of-another',
  requirements: ['LOGIN-CODE-CLIENT'],
  cases: ['OID-07', 'BRK-04'],
  detects: ['accepts-code-of-another-client'],
})

export const lifetime: Coverage = atLogin({
  id: 'login.code-lifetime',
  requirements: ['LOGIN-CODE-LIFETIME'],
  cases: [],
  detects: ['accepts-expired-code'],
  profile: 'deep',
  waits: 600,
  slow: 800,
})

/** PKCE (RFC 7636, RFC 9700 §4.8). */
export const pkce: readonly Row[] = [
  atLogin({
    id: 'login.pkce-verifier-missing',
    title: 'a code that was asked for with a PKCE challenge without its verifier, or with an empty one',
    requirements: ['LOGIN-PKCE'],
    cases: ['OID-09'],
    detects: ['accepts-missing-verifier'],
    mutate: [
      form('without code_verifier', (parameters) => remove(parameters, 'code_verifier')),
      form('code_verifier that is empty', (parameters) => assign(parameters, 'code_verifier', '')),
    ],
  }),
  atLogin({
    id: 'login.pkce-verifier-wrong',
    title: 'a code with another verifier than that of its PKCE challenge',
    requirements: ['LOGIN-PKCE'],
    cases: ['OID-09'],
    detects: ['accepts-wrong-verifier'],
    mutate: form('another code_verifier', (parameters) => {
      for (const pair of parameters) if (pair[0] === 'code_verifier') pair[1] = [...pair[1]].reverse().join('')
    }),
  }),
  atLogin({
    id: 'login.pkce-verifier-challenge',
    title: 'a code with its PKCE challenge for a verifier',
    requirements: ['LOGIN-PKCE'],
    cases: ['OID-09'],
    detects: ['accepts-challenge-as-verifier'],
    mutate: form('code_verifier that is the code_challenge', (parameters) => {
      for (const pair of parameters)
        if (pair[0] === 'code_verifier') pair[1] = createHash('sha256').update(pair[1]).digest('base64url')
    }),
  }),
  atLogin({
    id: 'login.pkce-plain',
    title: 'a PKCE challenge that is the verifier itself',
    requirements: ['LOGIN-PKCE'],
    cases: ['OID-09'],
    detects: ['accepts-plain-challenge', 'accepts-challenge-without-method'],
    mutate: [
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
  }),
  atLogin({
    id: 'login.pkce-stripped',
    title: 'a verifier for a code that was asked for without a PKCE challenge',
    requirements: ['LOGIN-PKCE'],
    cases: ['OID-09'],
    detects: ['accepts-stripped-challenge', 'accepts-empty-challenge'],
    mutate: [
      authorization('without code_challenge', (parameters) => {
        remove(parameters, 'code_challenge')
        remove(parameters, 'code_challenge_method')
      }),
      // What has no value counts as left out (RFC 6749 §3.1).
      authorization('code_challenge that is empty', (parameters) => assign(parameters, 'code_challenge', '')),
    ],
  }),
]

/** The text knows nothing of PKCE, so that a login without any may be taken. */
export const withoutPkce: Row = atLogin({
  id: 'login.pkce-none',
  title: 'whether it takes a login without PKCE',
  requirements: ['LOGIN-PKCE'],
  cases: ['OID-09'],
  mutate: authorization(
    'neither challenge nor verifier',
    (parameters) => {
      remove(parameters, 'code_challenge')
      remove(parameters, 'code_challenge_method')
    },
    { verifier: false },
  ),
})

/** Authorization requests that ask for a refresh token (OpenID Connect Core §11). */
export const offlineAccess: Row = atLogin({
  id: 'login.offline-access',
  title: 'scope offline_access',
  requirements: ['LOGIN-NO-REFRESH'],
  cases: ['OID-04', 'BRK-01'],
  detects: ['issues-refresh-token-offline'],
  mutate: [
    asking('scope', 'openid offline_access'),
    authorization('scope openid offline_access, prompt consent', (parameters) => {
      assign(parameters, 'scope', 'openid offline_access')
      assign(parameters, 'prompt', 'consent')
    }),
  ],
})

export const neverRefreshed: Coverage = atLogin({
  id: 'login.no-refresh-token',
  requirements: ['LOGIN-NO-REFRESH'],
  cases: ['OID-04', 'BRK-01'],
  detects: ['issues-refresh-token'],
})
