import { type Change, instead, removed, ruleAbout, unless } from '../engine/rule.js'
import { obeying } from '../token-endpoint/obeying.js'
import { algorithmRules } from '../token-endpoint/rules/algorithm.js'
import { audienceRules } from '../token-endpoint/rules/audience.js'
import { certificateRules } from '../token-endpoint/rules/certificate.js'
import { chainRules } from '../token-endpoint/rules/chain.js'
import { formRules, uniquenessRules } from '../token-endpoint/rules/form.js'
import { headerRules } from '../token-endpoint/rules/header.js'
import { lookupRules } from '../token-endpoint/rules/lookup.js'
import { matchingRules } from '../token-endpoint/rules/matching.js'
import { partiesTokenRules, tokenRecordRules } from '../token-endpoint/rules/parties-token.js'
import { recordRules } from '../token-endpoint/rules/record.js'
import { jtiRules } from '../token-endpoint/rules/replay.js'
import { revocationRules } from '../token-endpoint/rules/revocation.js'
import { keyRules, signatureRules } from '../token-endpoint/rules/signature.js'
import { periodRules, timeRules } from '../token-endpoint/rules/time.js'
import { x5cRules } from '../token-endpoint/rules/x5c.js'
import { hmac } from '../token-endpoint/verifiers.js'
import type { SignIn, SignInTopic } from './sign-in.js'

const rule = ruleAbout<SignIn, SignInTopic>()

const readable = [...formRules, ...uniquenessRules]
const signing = [...signatureRules, ...keyRules]
const soundness = [...certificateRules, ...revocationRules]
const times = [...timeRules, ...periodRules]
const registry = [...lookupRules, ...partiesTokenRules, ...tokenRecordRules, ...recordRules]

const iss = (signIn: SignIn): unknown => signIn.claim('iss')
const own = ({ participant }: SignIn): string => participant.kit.partyId
const isSame = (value: unknown, expected: string): boolean => String(value).toLowerCase() === expected.toLowerCase()
const isNamed = (signIn: SignIn): boolean => iss(signIn) !== undefined

/** Verifies HS256 with secrets that are none. */
const hs256With =
  (secrets: (signIn: SignIn) => readonly string[]): Change<SignIn> =>
  (right) =>
  async (signIn) => {
    await obeying(readable)(signIn)
    if (signIn.jwt.header.get('alg') !== 'HS256') return right(signIn)
    signIn.jwt.verifier = hmac(() => secrets(signIn))
    return true
  }

/** Believes whoever made the token that they may speak for themselves. */
const believeIssuer: Change<SignIn> = unless((signIn) => {
  if (!isNamed(signIn)) return false
  signIn.jwt.lookedUp = String(iss(signIn))
  return true
})

/** Lets in whatever was issued under a certificate that is no authority, whether it is registered or not. */
const underLeaf: Change<SignIn> = (right) => (signIn) => {
  const { jwt } = signIn
  if (jwt.chain.slice(1).every(({ basicConstraints }) => basicConstraints.ca)) return right(signIn)
  jwt.excuse('matching')
  return obeying<SignIn>(soundness, 'accepts-leaf-as-issuer')(signIn)
}

/** The rules that a client assertion obeys, for the id_token of the provider that was asked (L242–259, L270–277, OpenID Connect Core §3.1.3.7). */
export const judgedIdTokenRules = [
  rule(
    'id token',
    'it is there to be judged',
    ({ jwt, idToken = '', asked }) => {
      jwt.assertion = idToken
      jwt.clientId = jwt.issuer = jwt.lookedUp = asked
      return true
    },
    {},
  ),
  rule('id token', 'it is a JWS with a permitted algorithm', obeying([...readable, ...algorithmRules]), {
    'accepts-unsigned-id-token': instead(
      obeying([...readable, ...algorithmRules], 'accepts-alg-none', 'accepts-two-parts'),
    ),
    'accepts-hs256-id-token': instead(obeying([...readable, ...algorithmRules], 'accepts-hs256-public-key')),
    'accepts-hs256-id-token-with-client-id': hs256With(({ participant }) => [participant.kit.partyId]),
    'accepts-hs256-id-token-with-unset-secret': hs256With(() => ['', 'undefined', 'null', 'secret']),
    'accepts-ps256-id-token': instead(obeying([...readable, ...algorithmRules], 'accepts-ps256')),
    'accepts-unknown-id-token-algorithm': instead(obeying([...readable, ...algorithmRules], 'accepts-unknown-alg')),
    'ignores-padding-of-id-token': instead(obeying([...readable, ...algorithmRules], 'ignores-alg-padding')),
  }),
  rule('id token', 'it has certificates', obeying(x5cRules), {}),
  rule('id token', 'its signature holds', obeying(signing), {
    'ignores-id-token-signature': instead(obeying(signing, 'skips-signature', 'accepts-empty-signature')),
    'tries-every-key-of-id-token': instead(obeying(signing, 'tries-every-key')),
    'honours-id-token-jwk': instead(obeying(signing, 'honours-jwk')),
    'honours-id-token-jku': instead(obeying(signing, 'honours-jku')),
    'honours-id-token-x5u': instead(obeying(signing, 'honours-x5u')),
  }),
  rule('id token', 'its header holds what it may hold', obeying(headerRules), {
    'ignores-crit-of-id-token': instead(obeying(headerRules, 'ignores-crit')),
  }),
  rule('id token', 'iss is sent', isNamed, { 'accepts-id-token-without-iss': removed }),
  rule(
    'id token',
    'iss is the provider that was asked',
    (signIn) => [undefined, signIn.asked].includes(iss(signIn) as never),
    {
      'ignores-id-token-issuer': removed,
      'takes-part-of-id-token-issuer': unless((signIn) => signIn.asked.includes(String(iss(signIn)))),
      'takes-true-for-id-token-issuer': unless((signIn) => signIn.claim('iss') === true),
      'ignores-case-of-id-token-issuer': unless((signIn) => isSame(iss(signIn), signIn.asked)),
      'compares-beginning-of-id-token-issuer': unless((signIn) => String(iss(signIn)).startsWith(signIn.asked)),
      'accepts-id-token-of-another-provider': believeIssuer,
    },
  ),
  rule(
    'id token',
    'sub names somebody',
    (signIn) => {
      const sub = signIn.claim('sub')
      return typeof sub === 'string' && sub !== ''
    },
    {
      'accepts-id-token-without-sub': unless((signIn) => signIn.claim('sub') === undefined),
      'accepts-empty-id-token-subject': unless((signIn) => [null, ''].includes(signIn.claim('sub') as never)),
    },
  ),
  rule('id token', 'it is for this relying party alone', obeying(audienceRules), {
    'accepts-id-token-without-aud': instead(obeying(audienceRules, 'accepts-missing-audience')),
    'accepts-id-token-for-another': instead(obeying(audienceRules, 'accepts-foreign-audience')),
    'compares-beginning-of-id-token-audience': instead(obeying(audienceRules, 'matches-audience-loosely')),
    'takes-part-of-id-token-audience': unless((signIn) => {
      const aud = signIn.claim('aud')
      return typeof aud === 'string' && own(signIn).includes(aud)
    }),
    'takes-true-for-id-token-audience': unless((signIn) => signIn.claim('aud') === true),
    'ignores-case-of-id-token-audience': unless((signIn) => isSame(signIn.claim('aud'), own(signIn))),
    'reads-last-audience-of-id-token': unless((signIn) => {
      const aud = signIn.claim('aud')
      return Array.isArray(aud) && aud.at(-1) === own(signIn)
    }),
    'accepts-id-token-for-two': instead(obeying(audienceRules, 'accepts-two-audiences')),
  }),
  rule(
    'id token',
    'no other client is its azp',
    (signIn) => [undefined, own(signIn)].includes(signIn.claim('azp') as never),
    { 'ignores-authorized-party': removed },
  ),
  rule('id token', 'it lives', obeying(times), {
    'accepts-id-token-without-exp': instead(obeying(times, 'accepts-missing-exp')),
    'accepts-id-token-without-iat': instead(obeying(times, 'accepts-missing-iat')),
    'accepts-id-token-of-an-hour': instead(obeying(times, 'accepts-long-lifetime')),
    'accepts-id-token-of-the-future': instead(obeying(times, 'accepts-future-iat')),
    'accepts-expired-id-token': instead(obeying(times, 'accepts-expired')),
  }),
  rule('id token', 'it has a jti', obeying(jtiRules), {
    'accepts-id-token-without-jti': instead(obeying(jtiRules, 'accepts-missing-jti')),
  }),
  rule('id token', 'nonce is there', (signIn) => signIn.claim('nonce') !== undefined, {
    'accepts-missing-nonce': removed,
  }),
  rule(
    'id token',
    'nonce is the one that was sent',
    (signIn) => [undefined, signIn.login.nonce].includes(signIn.claim('nonce') as never),
    {
      'ignores-nonce': removed,
      'compares-beginning-of-nonce': unless((signIn) => {
        const nonce = signIn.claim('nonce')
        return typeof nonce === 'string' && nonce !== '' && signIn.login.nonce.startsWith(nonce)
      }),
      'ignores-case-of-nonce': unless((signIn) => isSame(signIn.claim('nonce'), signIn.login.nonce)),
      'takes-true-for-nonce': unless((signIn) => signIn.claim('nonce') === true),
      'takes-empty-nonce': unless((signIn) => !signIn.claim('nonce')),
      'accepts-nonce-of-another-login': unless((signIn) => signIn.logins.sent(signIn.claim('nonce'))),
      'keeps-login-of-wrong-nonce': (right) => async (signIn) => {
        signIn.keeps = !(await right(signIn))
        return !signIn.keeps
      },
    },
  ),
  rule('id token', 'it comes with a chain to a trusted root', obeying(chainRules), {
    'trusts-any-id-token-chain': instead(obeying(chainRules, 'trusts-any-root', 'trusts-self-signed')),
    'trusts-last-certificate-of-id-token': instead(obeying(chainRules, 'trusts-last-certificate')),
    'matches-id-token-issuer-by-name': instead(obeying(chainRules, 'matches-issuer-by-name')),
  }),
  rule('id token', 'its certificates are sound', obeying(soundness), {
    'accepts-id-token-under-leaf': underLeaf,
    'accepts-expired-id-token-certificate': instead(obeying(soundness, 'accepts-expired-leaf')),
    'accepts-revoked-id-token-certificate': instead(obeying(soundness, 'ignores-crl', 'ignores-ocsp')),
  }),
  rule('id token', 'the registry knows the provider as active', obeying(registry), {
    'ignores-status-of-provider': instead(obeying(registry, 'ignores-status')),
  }),
  rule('id token', 'the registry holds its certificate for the provider', obeying(matchingRules), {
    'accepts-unregistered-id-token-certificate': removed,
  }),
]
