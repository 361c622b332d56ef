import { microtime } from '../../encoding/microtime.js'
import { sha256 } from '../../encoding/sha256.js'
import { readFromPage } from '../../encoding/slips.js'
import { party } from '../../engine/fault.js'
import { refuse } from '../../engine/refusal.js'
import { type Check, type Rule, removed, ruleAbout, unless } from '../../engine/rule.js'
import type { Authorisation } from '../authorisation.js'
import { sealed } from '../sealed-code.js'
import { browserRules } from './browser.js'

const rule = ruleAbout<Authorisation, 'authorisation'>()
const unsupported = (...names: readonly string[]): Check<Authorisation> => {
  return ({ parameters }) =>
    names.every((name) => !parameters.has(name)) || refuse(400, 'request_not_supported', 'it cannot be read here')
}

const state = (request: Authorisation): string | undefined => request.parameter('state')
const answerWith = (request: Authorisation, value: string | undefined): boolean => {
  request.state = value
  return true
}
const challenge = (request: Authorisation): string | undefined => request.parameter('code_challenge')
/** RFC 7636 §4.3: plain where nothing is said. */
const method = (request: Authorisation): string => request.parameter('code_challenge_method') ?? 'plain'
const hasNone = (request: Authorisation): boolean => challenge(request) === undefined

/** The words of a parameter that is a list. */
const words = (request: Authorisation, name: string): ReadonlySet<string> =>
  new Set(request.parameter(name)?.split(' ').filter(Boolean))

/** Codes that were handed out by number. */
let handedOut = 0
const consecutive = (): string => `code-${String(++handedOut).padStart(32, '0')}`

const needsChallenge = 'there is a code_challenge of the right form'

/** The error that the client gets at its own address when the rule does not hold. */
export const flowRules = [
  rule('authorisation', 'state comes back as it was sent', (request) => answerWith(request, state(request)), {
    'omits-state': party(
      'leaves state out of its answer to the authorization request',
      () => (request) => answerWith(request, undefined),
    ),
    'omits-state-of-errors': party('leaves state out of an answer that is an error', (right) => (request) => {
      request.forgetsErrors = true
      return right(request)
    }),
    'omits-state-zero': party(
      'brings no state back that is 0',
      () => (request) => answerWith(request, state(request) === '0' ? undefined : state(request)),
    ),
    'changes-state': party(
      'brings state back in small letters',
      () => (request) => answerWith(request, state(request)?.toLowerCase()),
    ),
    'cuts-state': party(
      'brings 255 characters of state back',
      () => (request) => answerWith(request, state(request)?.slice(0, 255)),
    ),
    'writes-state-into-page': party(
      'carries state through a page that holds it as it is',
      () => (request) => answerWith(request, readFromPage(state(request))),
    ),
    'trims-state': party(
      'brings state back without the spaces around it',
      () => (request) => answerWith(request, state(request)?.trim()),
    ),
  }),
  rule('authorisation', 'there is no request object', unsupported('request', 'request_uri'), {}),
  rule(
    'authorisation',
    'what is asked for is a code, in the query or in a form',
    (request) =>
      (request.parameter('response_type') === 'code' &&
        [undefined, 'query', 'form_post'].includes(request.parameter('response_mode'))) ||
      refuse(400, 'unsupported_response_type', 'only a code is given, in the query or in a form'),
    {
      'ignores-response-type': party('gives a code whatever response_type asks for', removed),
      'finds-code-in-response-type': party(
        'gives a code wherever response_type holds the word',
        unless((request) => request.parameter('response_type')?.includes('code') ?? false),
      ),
    },
  ),
  rule(
    'authorisation',
    needsChallenge,
    (request) => {
      request.challenge = challenge(request)
      return /^[\w.~-]{43,128}$/.test(request.challenge ?? '')
    },
    {
      'accepts-stripped-challenge': party(
        'ignores code_verifier where the request had no code_challenge',
        unless((request) => {
          request.withoutPkce = hasNone(request)
          return request.withoutPkce
        }),
      ),
      'accepts-empty-challenge': party(
        'ignores code_verifier where the request had an empty code_challenge',
        unless((request) => {
          if (challenge(request) !== '') return false
          request.withoutPkce = true
          return true
        }),
      ),
    },
  ),
  rule(
    'authorisation',
    'the code_challenge_method is S256',
    (request) => hasNone(request) || method(request) === 'S256',
    {
      'accepts-plain-challenge': party(
        'takes the code_challenge_method plain',
        unless((request) => {
          if (method(request) !== 'plain') return false
          request.method = 'plain'
          return true
        }),
      ),
      'accepts-challenge-without-method': party(
        'takes a code_challenge without a method for plain',
        unless((request) => {
          if (hasNone(request) || request.parameter('code_challenge_method') !== undefined) return false
          request.method = 'plain'
          return true
        }),
      ),
    },
  ),
  rule('authorisation', 'nobody can guess the code', () => true, {
    'issues-short-codes': party('issues codes of 12 characters', () => (request) => {
      request.codeOf = (random) => random.slice(0, 12)
      return true
    }),
    'issues-consecutive-codes': party('issues codes that count up', () => (request) => {
      request.codeOf = consecutive
      return true
    }),
    'hashes-time-to-codes': party('issues codes that are a hash of client_id and millisecond', () => (request) => {
      request.codeOf = () => sha256(`${request.parameter('client_id') ?? ''}${Date.now()}`)
      return true
    }),
    'hashes-microsecond-to-codes': party('issues codes that are a hash of the microsecond', () => (request) => {
      request.codeOf = () => sha256(microtime())
      return true
    }),
    'derives-code-from-request': party(
      'issues codes that are a hash of client_id, state and nonce',
      () => (request) => {
        request.codeOf = () => sha256(['client_id', 'state', 'nonce'].map((name) => request.parameter(name)).join())
        return true
      },
    ),
  }),
  rule('authorisation', 'that a code was used is remembered for as long as it lives', () => true, {
    'forgets-used-codes-on-restart': party(
      'issues codes that say all themselves, and remembers until it is restarted which were used',
      () => (request) => {
        request.codeOf = (_, code) => sealed(code, request.client.participant.kit.key)
        return true
      },
    ),
  }),
  rule('authorisation', 'the answer holds no token', () => true, {
    'puts-access-token-beside-code': party('puts an access token into the address beside the code', () => (request) => {
      request.tellsToken = true
      return true
    }),
  }),
  rule('authorisation', 'the answer says whose it is', () => true, {
    'names-another-in-answer': party(
      'names another party as iss of its answer to the authorization request',
      () => (request) => {
        request.answerer = `${request.answerer}-other`
        return true
      },
    ),
  }),
  rule('authorisation', 'the answer keeps the query of the redirect URI', () => true, {
    'joins-answer-by-question-mark': party(
      'puts its answer behind a question mark, though the redirect URI has one',
      () => (request) => {
        request.answerAt = (redirectUri, parameters) => `${redirectUri}?${parameters}`
        return true
      },
    ),
    'drops-query-of-redirect-uri': party('leaves the query of the redirect URI out of its answer', () => (request) => {
      request.answerAt = (redirectUri, parameters) => redirectUri.replace(/(\?.*)?$/, `?${parameters}`)
      return true
    }),
  }),
  ...browserRules,
  rule(
    'authorisation',
    'prompt is heeded',
    (request) => {
      request.prompts = words(request, 'prompt')
      return true
    },
    {
      'ignores-prompt-none': party(
        'shows its login page although prompt is none',
        unless((request) => request.parameter('prompt') === 'none'),
      ),
      'ignores-prompt-login': party(
        'asks nobody to log in anew although prompt is login',
        unless((request) => request.parameter('prompt') === 'login'),
      ),
      'ignores-prompt-login-among-others': party(
        'asks nobody to log in anew where prompt holds more than login',
        unless((request) => /^login .|. login\b/.test(request.parameter('prompt') ?? '')),
      ),
    },
  ),
  rule(
    'authorisation',
    'max_age is heeded, and counts seconds',
    (request) => {
      const text = request.parameter('max_age') || undefined
      request.maxAge = text === undefined ? undefined : Number(text)
      return text === undefined || /^\d+$/.test(text)
    },
    {
      'ignores-max-age': party(
        'does not read max_age',
        unless(() => true),
      ),
      'ignores-max-age-of-zero': party(
        'does not read a max_age of 0',
        unless((request) => request.parameter('max_age') === '0'),
      ),
    },
  ),
  rule(
    'authorisation',
    'each prompt is known, and none stands alone',
    ({ prompts }) =>
      [...prompts].every((each) => ['none', 'login', 'consent'].includes(each)) &&
      (!prompts.has('none') || prompts.size === 1),
    {},
  ),
  rule('authorisation', 'scope asks for an id_token', (request) => words(request, 'scope').has('openid'), {}),
]

/** The same for a provider that leaves PKCE to its clients; a code that was asked for without a challenge takes no verifier (RFC 9700 §2.1.1). */
export const leavingPkceToClients: readonly Rule<Authorisation>[] = flowRules.map((rule) =>
  rule.name === needsChallenge ? { ...rule, check: unless(hasNone)(rule.check) } : rule,
)
