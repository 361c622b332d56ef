import { party } from '../engine/fault.js'
import { type Change, instead, ruleAbout, unless } from '../engine/rule.js'
import { obeying } from '../token-endpoint/obeying.js'
import { algorithmRules } from '../token-endpoint/rules/algorithm.js'
import { formRules, uniquenessRules } from '../token-endpoint/rules/form/form.js'
import { headerRules } from '../token-endpoint/rules/header.js'
import { keyRules, signatureRules } from '../token-endpoint/rules/signature.js'
import { hasCertificate, x5cRules } from '../token-endpoint/rules/x5c.js'
import { hmac } from '../token-endpoint/verifiers.js'
import { certificatesOfIdTokenRules } from './id-token-certificate-rules.js'
import { claimsOfIdTokenRules } from './id-token-claim-rules.js'
import type { SignIn, SignInTopic } from './sign-in.js'

const rule = ruleAbout<SignIn, SignInTopic>()

const readable = [...formRules, ...uniquenessRules]
const signing = [...signatureRules, ...keyRules]

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

const signatureOfIdTokenRules = [
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
    'accepts-unsigned-id-token': party(
      'takes an id_token with alg none in any letter case',
      instead(obeying([...readable, ...algorithmRules], 'accepts-alg-none', 'accepts-two-parts')),
    ),
    'accepts-hs256-id-token': party(
      'verifies an HS256 id_token with the public key',
      instead(obeying([...readable, ...algorithmRules], 'accepts-hs256-public-key')),
    ),
    'accepts-hs256-id-token-with-client-id': party(
      'verifies an HS256 id_token with its own id',
      hs256With(({ participant }) => [participant.kit.partyId]),
    ),
    'accepts-hs256-id-token-with-unset-secret': party(
      'verifies an HS256 id_token with a secret that nobody set',
      hs256With(() => ['', 'undefined', 'null', 'secret']),
    ),
    'accepts-ps256-id-token': party(
      'takes an id_token with PS256',
      instead(obeying([...readable, ...algorithmRules], 'accepts-ps256')),
    ),
    'accepts-unknown-id-token-algorithm': party(
      'takes an id_token whose alg it does not know',
      instead(obeying([...readable, ...algorithmRules], 'accepts-unknown-alg')),
    ),
    'ignores-padding-of-id-token': party(
      'takes an id_token with another padding than its alg says',
      instead(obeying([...readable, ...algorithmRules], 'ignores-alg-padding')),
    ),
  }),
  rule('id token', 'it has certificates', obeying(x5cRules), {
    'believes-id-token-without-certificate': party(
      'takes an id_token without a certificate that can be read as it stands',
      unless(
        ({ jwt }) =>
          !hasCertificate(jwt) &&
          jwt.excuse('x5c', 'signature', 'key', 'chain', 'certificate', 'revocation', 'matching'),
      ),
    ),
  }),
  rule('id token', 'its signature holds', obeying(signing), {
    'ignores-id-token-signature': party(
      'does not verify the signature of the id_token',
      instead(obeying(signing, 'skips-signature', 'accepts-empty-signature')),
    ),
    'ignores-key-type-of-id-token': party(
      'lets the key say how the id_token is verified',
      instead(obeying(signing, 'ignores-key-type')),
    ),
    'tries-every-key-of-id-token': party(
      'verifies the id_token with any certificate of its x5c',
      instead(obeying(signing, 'tries-every-key')),
    ),
    'honours-id-token-jwk': party(
      'verifies the id_token with the jwk in its header',
      instead(obeying(signing, 'honours-jwk')),
    ),
    'honours-id-token-jku': party(
      'verifies the id_token with a key that it fetches from its jku',
      instead(obeying(signing, 'honours-jku')),
    ),
    'honours-id-token-x5u': party(
      'verifies the id_token with a certificate from its x5u',
      instead(obeying(signing, 'honours-x5u')),
    ),
  }),
  rule('id token', 'its header holds what it may hold', obeying(headerRules), {
    'ignores-crit-of-id-token': party(
      'ignores crit in the header of the id_token',
      instead(obeying(headerRules, 'ignores-crit')),
    ),
  }),
]

/** The rules that a client assertion obeys, for the id_token of the provider that was asked (L242–259, L270–277, OpenID Connect Core §3.1.3.7). */
export const judgedIdTokenRules = [...signatureOfIdTokenRules, ...claimsOfIdTokenRules, ...certificatesOfIdTokenRules]
