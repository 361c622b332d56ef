import { isListed, spelledAlike } from '../encoding/slips.js'
import { party } from '../engine/fault.js'
import { type Change, instead, removed, ruleAbout, unless } from '../engine/rule.js'
import { obeying } from '../token-endpoint/obeying.js'
import { audienceRules } from '../token-endpoint/rules/audience.js'
import { jtiRules } from '../token-endpoint/rules/replay.js'
import { periodRules, timeRules } from '../token-endpoint/rules/time.js'
import type { SignIn, SignInTopic } from './sign-in.js'

const rule = ruleAbout<SignIn, SignInTopic>()
const times = [...timeRules, ...periodRules]

const iss = (signIn: SignIn): unknown => signIn.claim('iss')
const own = ({ participant }: SignIn): string => participant.kit.partyId
const isSame = (value: unknown, expected: string): boolean => String(value).toLowerCase() === expected.toLowerCase()
const isNamed = (signIn: SignIn): boolean => iss(signIn) !== undefined

/** Lets the maker of the token speak for itself. */
const believeIssuer: Change<SignIn> = unless((signIn) => {
  if (!isNamed(signIn)) return false
  signIn.jwt.lookedUp = String(iss(signIn))
  return true
})

/** What an id_token says: who made it about whom, for whom and for how long (OpenID Connect Core §3.1.3.7). */
export const claimsOfIdTokenRules = [
  rule('id token', 'iss is sent', isNamed, {
    'accepts-id-token-without-iss': party('takes an id_token without iss', removed),
  }),
  rule(
    'id token',
    'iss is the provider that was asked',
    (signIn) => [undefined, signIn.asked].includes(iss(signIn) as never),
    {
      'ignores-id-token-issuer': party('does not compare iss of the id_token with the provider', removed),
      'takes-part-of-id-token-issuer': party(
        'takes an iss of the id_token that stands in the right one',
        unless((signIn) => signIn.asked.includes(String(iss(signIn)))),
      ),
      'takes-own-name-for-id-token-issuer': party(
        'takes an id_token whose iss is its own id',
        unless((signIn) => iss(signIn) === own(signIn)),
      ),
      'takes-true-for-id-token-issuer': party(
        'takes true for the iss of an id_token',
        unless((signIn) => signIn.claim('iss') === true),
      ),
      'ignores-case-of-id-token-issuer': party(
        'ignores the letter case of iss of the id_token',
        unless((signIn) => isSame(iss(signIn), signIn.asked)),
      ),
      'compares-beginning-of-id-token-issuer': party(
        'takes an iss of the id_token that begins as it should',
        unless((signIn) => String(iss(signIn)).startsWith(signIn.asked)),
      ),
      'takes-id-token-issuer-for-list': party(
        'takes the iss of an id_token for a list of names',
        unless((signIn) => isListed(String(iss(signIn)), signIn.asked)),
      ),
      'spells-id-token-issuer-alike': party(
        'decodes, folds and trims the iss of an id_token before it compares',
        unless((signIn) => spelledAlike(String(iss(signIn)), signIn.asked)),
      ),
      'accepts-id-token-of-another-provider': party('takes an id_token that any participant made', believeIssuer),
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
      'accepts-id-token-without-sub': party(
        'takes an id_token without sub',
        unless((signIn) => signIn.claim('sub') === undefined),
      ),
      'accepts-empty-id-token-subject': party(
        'takes an id_token whose sub is empty',
        unless((signIn) => [null, ''].includes(signIn.claim('sub') as never)),
      ),
    },
  ),
  rule('id token', 'it is for this relying party alone', obeying(audienceRules), {
    'accepts-id-token-without-aud': party(
      'takes an id_token without aud',
      instead(obeying(audienceRules, 'accepts-missing-audience')),
    ),
    'accepts-id-token-for-another': party(
      'takes an id_token for another client',
      instead(obeying(audienceRules, 'accepts-foreign-audience')),
    ),
    'accepts-id-token-for-provider': party(
      'takes an id_token for the provider that made it',
      unless((signIn) => signIn.claim('aud') === signIn.asked),
    ),
    'accepts-id-token-for-own-url': party(
      'takes an id_token for its own address',
      instead(obeying(audienceRules, 'accepts-url-audience')),
    ),
    'accepts-id-token-for-served-client': party(
      'takes an id_token for the ServiceProvider that asked for the login',
      unless((signIn) => signIn.login.names.includes(signIn.claim('aud') as never)),
    ),
    'compares-beginning-of-id-token-audience': party(
      'takes an aud of the id_token that begins as it should',
      instead(obeying(audienceRules, 'matches-audience-loosely')),
    ),
    'takes-part-of-id-token-audience': party(
      'takes an aud of the id_token that stands in its own id',
      unless((signIn) => {
        const aud = signIn.claim('aud')
        return typeof aud === 'string' && own(signIn).includes(aud)
      }),
    ),
    'takes-true-for-id-token-audience': party(
      'takes true for the aud of an id_token',
      unless((signIn) => signIn.claim('aud') === true),
    ),
    'takes-id-token-audience-for-list': party(
      'takes the aud of an id_token for a list of names',
      unless((signIn) => {
        const aud = signIn.claim('aud')
        return typeof aud === 'string' && isListed(aud, own(signIn))
      }),
    ),
    'spells-id-token-audience-alike': party(
      'decodes, folds and trims the aud of an id_token before it compares',
      unless((signIn) => spelledAlike(String(signIn.claim('aud')), own(signIn))),
    ),
    'ignores-case-of-id-token-audience': party(
      'ignores the letter case of aud of the id_token',
      unless((signIn) => isSame(signIn.claim('aud'), own(signIn))),
    ),
    'reads-last-audience-of-id-token': party(
      'reads the last of several aud of the id_token only',
      unless((signIn) => {
        const aud = signIn.claim('aud')
        return Array.isArray(aud) && aud.at(-1) === own(signIn)
      }),
    ),
    'accepts-id-token-for-two': party(
      'takes an id_token for itself and another',
      instead(obeying(audienceRules, 'accepts-two-audiences')),
    ),
  }),
  rule(
    'id token',
    'no other client is its azp',
    (signIn) => [undefined, own(signIn)].includes(signIn.claim('azp') as never),
    { 'ignores-authorized-party': party('takes an id_token whose azp is another client', removed) },
  ),
  rule('id token', 'it lives', obeying(times), {
    'accepts-id-token-without-exp': party(
      'takes an id_token without exp',
      instead(obeying(times, 'accepts-missing-exp')),
    ),
    'accepts-id-token-without-iat': party(
      'takes an id_token without iat',
      instead(obeying(times, 'accepts-missing-iat')),
    ),
    'accepts-id-token-of-an-hour': party(
      'takes an id_token that lives for an hour',
      instead(obeying(times, 'accepts-long-lifetime')),
    ),
    'accepts-id-token-of-the-future': party(
      'takes an id_token that is issued in ten minutes',
      instead(obeying(times, 'accepts-future-iat')),
    ),
    'accepts-expired-id-token': party('takes an expired id_token', instead(obeying(times, 'accepts-expired'))),
  }),
  rule('id token', 'it has a jti', obeying(jtiRules), {
    'accepts-id-token-without-jti': party(
      'takes an id_token without jti',
      instead(obeying(jtiRules, 'accepts-missing-jti')),
    ),
  }),
  rule(
    'id token',
    'nonce is there',
    (signIn) => signIn.login.nonce === undefined || signIn.claim('nonce') !== undefined,
    {
      'accepts-missing-nonce': party('takes an id_token without nonce', removed),
    },
  ),
  rule(
    'id token',
    'nonce is the one that was sent',
    (signIn) => [undefined, signIn.login.nonce].includes(signIn.claim('nonce') as never),
    {
      'ignores-nonce': party('does not compare nonce with the one that it sent', removed),
      'compares-beginning-of-nonce': party(
        'takes a nonce with which the one that it sent begins',
        unless((signIn) => {
          const nonce = signIn.claim('nonce')
          return typeof nonce === 'string' && nonce !== '' && signIn.login.nonce?.startsWith(nonce) === true
        }),
      ),
      'ignores-case-of-nonce': party(
        'ignores the letter case of nonce',
        unless((signIn) => isSame(signIn.claim('nonce'), signIn.login.nonce ?? '')),
      ),
      'takes-true-for-nonce': party(
        'takes true for the nonce that it sent',
        unless((signIn) => signIn.claim('nonce') === true),
      ),
      'takes-empty-nonce': party(
        'does not compare a nonce that is empty',
        unless((signIn) => !signIn.claim('nonce')),
      ),
      'accepts-nonce-of-another-login': party(
        'takes an id_token with a nonce that it sent in any login',
        unless((signIn) => signIn.logins.sent(signIn.claim('nonce'))),
      ),
      'keeps-login-of-wrong-nonce': party(
        'refuses an id_token with another nonce on its page, and keeps the human logged in',
        (right) => async (signIn) => {
          signIn.keeps = !(await right(signIn))
          return !signIn.keeps
        },
      ),
    },
  ),
]
