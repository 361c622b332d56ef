import { setTimeout as sleep } from 'node:timers/promises'
import { sha256 } from '../../encoding/sha256.js'
import { party } from '../../engine/fault.js'
import { refuse } from '../../engine/refusal.js'
import { type Change, only, removed, ruleAbout, unless } from '../../engine/rule.js'
import type { TokenRequest } from '../../token-endpoint/token-request.js'
import { redirectUrisOf } from '../authorisation.js'
import type { Code, RedeemedFlow, Store } from '../store.js'

/** A code while it is turned into tokens. */
export interface Redemption {
  readonly request: TokenRequest
  /** The code as it was handed out; `undefined` for one of somebody else's making. */
  code: Code | undefined
  /** Read by faults alone. */
  readonly store: Pick<Store, 'latestCodeOf' | 'codeInAnyCase'>
}

const rule = ruleAbout<Redemption, 'code'>()

/** Whether a rule about the flow of the code holds; `false` without a code. */
const flowIs =
  (holds: (flow: RedeemedFlow, request: TokenRequest) => boolean) =>
  ({ code, request }: Redemption): boolean =>
    code !== undefined &&
    (holds(code.flow, request) || refuse(400, 'invalid_grant', 'the code is not for this request'))

/** Takes another code for the one that is not known. */
const taking = (found: (redemption: Redemption) => Code | undefined) =>
  unless<Redemption>((redemption) => {
    redemption.code ??= found(redemption)
    return redemption.code !== undefined
  })

const sent = (name: string) => (request: TokenRequest) => request.parameter(name) ?? ''
const verifier = sent('code_verifier')
const redirectUri = sent('redirect_uri')

function fits({ challenge, method }: RedeemedFlow, given: string): boolean {
  return challenge === (method === 'plain' ? given : sha256(given))
}

/** Marks the code as used, in one step with looking whether it was. What was granted on a code that comes twice ends (RFC 6749 §4.1.2). */
function useUp({ code }: Redemption): boolean {
  if (code?.used === false) {
    code.used = true
    return true
  }
  for (const token of code?.tokens ?? []) token.ended = true
  return refuse(400, 'invalid_grant', 'the code was used')
}

/** @param milliseconds Between looking whether a code was used and marking it. */
const racing =
  (milliseconds: number) =>
  async ({ code }: Redemption): Promise<boolean> => {
    if (code?.used !== false) return false
    await sleep(milliseconds)
    code.used = true
    return true
  }

/** Forgets what a code is bound to where that has been a reason to refuse it. */
const forgettingWhereRefused: Change<Redemption> = (right) => async (redemption) => {
  const { code } = redemption
  if (code?.refused) return true
  try {
    return await right(redemption)
  } catch (error) {
    if (code) code.refused = true
    throw error
  }
}

/** What a code is good for: once, soon, for whom it was made and where it was sent (RFC 6749 §4.1.3, RFC 7636 §4.6). */
export const codeRules = [
  rule(
    'code',
    'the code was handed out here',
    ({ code }) => code !== undefined || refuse(400, 'invalid_grant', 'there is no such code'),
    {
      'accepts-unknown-code': party(
        'takes a code that it never issued for the latest of the client',
        taking(({ store, request }) => store.latestCodeOf(request.clientId)),
      ),
      'ignores-code-case': party(
        'looks codes up without regard to letter case',
        taking(({ store, request }) => store.codeInAnyCase(sent('code')(request))),
      ),
      'refuses-code-of-human-before': party(
        'refuses the code of a human once another one has logged in for the same client',
        only(({ code, store }) => store.latestCodeOf(code?.flow.clientId ?? '')?.human.sub === code?.human.sub),
      ),
    },
  ),
  rule(
    'code',
    'the code lives',
    ({ code }) => Date.now() < (code?.expiresAt ?? 0) || refuse(400, 'invalid_grant', 'the code has expired'),
    { 'accepts-expired-code': party('takes a code after its lifetime', removed) },
  ),
  rule(
    'code',
    'the code is for this client',
    // Other faults let somebody in under another client_id than its own.
    flowIs(({ clientId }, request) => [request.issuer, request.clientId].includes(clientId)),
    {
      'accepts-code-of-another-client': party('takes the code of another client', removed),
      'ignores-case-of-client-of-code': party(
        'takes the code of a client whose id differs in letter case alone',
        unless(({ code, request }) => code?.flow.clientId.toLowerCase() === request.clientId.toLowerCase()),
      ),
      'compares-beginning-of-client-of-code': party(
        'takes the code of a client whose id begins as that of the other one',
        unless(({ code, request: { clientId } }) => {
          const owner = code?.flow.clientId
          return owner !== undefined && (owner.startsWith(clientId) || clientId.startsWith(owner))
        }),
      ),
      'forgets-client-of-refused-code': party(
        'takes the code of another client that it has refused before',
        forgettingWhereRefused,
      ),
    },
  ),
  rule(
    'code',
    'redirect_uri is sent',
    flowIs((_, request) => redirectUri(request) !== ''),
    { 'accepts-omitted-redirect-uri': party('takes a code without redirect_uri', removed) },
  ),
  rule(
    'code',
    'redirect_uri is where the code was sent',
    flowIs((flow, request) => ['', flow.redirectUri].includes(redirectUri(request))),
    {
      'accepts-registered-redirect-uri': party(
        'takes a code with any redirect_uri that is registered for the client',
        unless(({ request }) => redirectUrisOf(request).includes(redirectUri(request))),
      ),
      'accepts-redirect-uri-of-latest-code': party(
        'takes a code with the redirect_uri of the latest code of the client',
        unless(({ store, request }) => {
          const latest = store.latestCodeOf(request.clientId)
          return latest !== undefined && latest.flow.redirectUri === redirectUri(request)
        }),
      ),
      'accepts-other-redirect-uri': party('takes a code with another redirect_uri than it was sent to', removed),
    },
  ),
  rule(
    'code',
    'code_verifier is sent where there was a challenge, and not where there was none',
    flowIs(
      ({ challenge, withoutPkce }, request) => withoutPkce || (challenge === undefined) === (verifier(request) === ''),
    ),
    {
      'accepts-missing-verifier': party(
        'takes a code without code_verifier',
        unless(({ request }) => verifier(request) === ''),
      ),
    },
  ),
  rule(
    'code',
    'code_verifier fits the challenge',
    flowIs(
      (flow, request) => flow.challenge === undefined || verifier(request) === '' || fits(flow, verifier(request)),
    ),
    {
      'forgets-challenge-of-refused-code': party(
        'takes any code_verifier with a code that it has refused before',
        forgettingWhereRefused,
      ),
      'accepts-challenge-as-verifier': party(
        'takes the code_challenge itself for the code_verifier',
        unless(({ code, request }) => code?.flow.challenge === verifier(request)),
      ),
      'takes-verifier-of-latest-code': party(
        'takes the code_verifier of the latest code of the client',
        unless(({ code, store, request }) => {
          const latest = store.latestCodeOf(code?.flow.clientId ?? '')
          return latest !== undefined && fits(latest.flow, verifier(request))
        }),
      ),
      'accepts-wrong-verifier': party('does not compare code_verifier with code_challenge', removed),
    },
  ),
  rule('code', 'the code is used once', useUp, {
    'accepts-used-code': party('takes a code twice', removed),
    'keeps-tokens-of-used-code': party(
      'leaves what it gave for a code good where the code comes again',
      (right) => (it) => (it.code?.used === true ? refuse(400, 'invalid_grant', 'the code was used') : right(it)),
    ),
    'accepts-code-raced-shortly': party('marks a code as used 2 ms after it looked whether it was', unless(racing(2))),
    'accepts-raced-code': party('marks a code as used only 50 ms after it looked whether it was', unless(racing(50))),
  }),
]
