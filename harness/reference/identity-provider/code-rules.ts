import { setTimeout as sleep } from 'node:timers/promises'
import { sha256 } from '../encoding/sha256.js'
import { refuse } from '../engine/refusal.js'
import { removed, ruleAbout, unless } from '../engine/rule.js'
import type { TokenRequest } from '../token-endpoint/token-request.js'
import { redirectUrisOf } from './authorisation.js'
import type { Code, Flow, Flows } from './flow.js'

/** A code while it is turned into tokens. */
export interface Redemption {
  readonly request: TokenRequest
  /** The code as it was handed out; `undefined` for one of somebody else's making. */
  code: Code | undefined
  /** Read by faults alone. */
  readonly flows: Pick<Flows, 'latestOf' | 'inAnyCase'>
  /** Ends what was granted on the code. */
  readonly revoke: () => void
}

const rule = ruleAbout<Redemption>()

/** Whether a rule about the flow of the code holds; `false` without a code. */
const flowIs =
  (holds: (flow: Flow, request: TokenRequest) => boolean) =>
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

function fits({ challenge, method }: Flow, given: string): boolean {
  return challenge === (method === 'plain' ? given : sha256(given))
}

/** Marks the code as used, in one step with looking whether it was. What was granted on a code that comes twice ends (RFC 6749 §4.1.2). */
function useUp({ code, revoke }: Redemption): boolean {
  if (code?.used === false) {
    code.used = true
    return true
  }
  revoke()
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

/** What a code is good for: once, soon, for whom it was made and where it was sent (RFC 6749 §4.1.3, RFC 7636 §4.6). */
export const codeRules = [
  rule(
    'code',
    'the code was handed out here',
    ({ code }) => code !== undefined || refuse(400, 'invalid_grant', 'there is no such code'),
    {
      'accepts-unknown-code': taking(({ flows, request }) => flows.latestOf(request.clientId)),
      'ignores-code-case': taking(({ flows, request }) => flows.inAnyCase(sent('code')(request))),
    },
  ),
  rule(
    'code',
    'the code lives',
    ({ code }) => Date.now() < (code?.expiresAt ?? 0) || refuse(400, 'invalid_grant', 'the code has expired'),
    { 'accepts-expired-code': removed },
  ),
  rule(
    'code',
    'the code is for this client',
    // Other faults let somebody in under another client_id than its own.
    flowIs(({ clientId }, request) => [request.issuer, request.clientId].includes(clientId)),
    { 'accepts-code-of-another-client': removed },
  ),
  rule(
    'code',
    'redirect_uri is sent',
    flowIs((_, request) => redirectUri(request) !== ''),
    { 'accepts-omitted-redirect-uri': removed },
  ),
  rule(
    'code',
    'redirect_uri is where the code was sent',
    flowIs((flow, request) => ['', flow.redirectUri].includes(redirectUri(request))),
    {
      'accepts-registered-redirect-uri': unless(({ request }) =>
        redirectUrisOf(request).includes(redirectUri(request)),
      ),
      'accepts-other-redirect-uri': removed,
    },
  ),
  rule(
    'code',
    'code_verifier is sent where there was a challenge, and not where there was none',
    flowIs(
      ({ challenge, withoutPkce }, request) => withoutPkce || (challenge === undefined) === (verifier(request) === ''),
    ),
    {
      'accepts-missing-verifier': unless(({ request }) => verifier(request) === ''),
    },
  ),
  rule(
    'code',
    'code_verifier fits the challenge',
    flowIs(
      (flow, request) => flow.challenge === undefined || verifier(request) === '' || fits(flow, verifier(request)),
    ),
    {
      'accepts-challenge-as-verifier': unless(({ code, request }) => code?.flow.challenge === verifier(request)),
      'takes-verifier-of-latest-code': unless(({ code, flows, request }) => {
        const latest = flows.latestOf(code?.flow.clientId ?? '')
        return latest !== undefined && fits(latest.flow, verifier(request))
      }),
      'accepts-wrong-verifier': removed,
    },
  ),
  rule('code', 'the code is used once', useUp, {
    'accepts-used-code': removed,
    'accepts-code-raced-shortly': unless(racing(2)),
    'accepts-raced-code': unless(racing(50)),
  }),
]
