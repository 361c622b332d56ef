import { decoded } from '../encoding/slips.js'
import { global, party } from '../engine/fault.js'
import { type Change, instead, ruleAbout, unless } from '../engine/rule.js'
import { RegistryFailure } from '../registry/transport.js'
import type { SignIn, SignInTopic } from './sign-in.js'

export const rule = ruleAbout<SignIn, SignInTopic>()
const state = (signIn: SignIn): string | undefined => signIn.parameter('state')
const iss = (signIn: SignIn): string | undefined => signIn.parameter('iss')
/** Takes whatever login the browser was sent away for. */
const takeLatest = (signIn: SignIn): boolean => signIn.take(signIn.logins.latestOf(signIn.browser))

/** Takes the latest login of the browser where a state that nobody sent is like its own. */
const takingLike = (isLike: (came: string, sent: string) => boolean) =>
  unless<SignIn>((signIn) => {
    const [came = '', latest] = [state(signIn), signIn.logins.latestOf(signIn.browser)]
    return !signIn.logins.of(came) && latest !== undefined && isLike(came, latest.state) && signIn.take(latest)
  })

/** Goes on as if another provider that is known had been asked. */
function turnTo(signIn: SignIn, partyId: string | undefined): boolean {
  const provider = signIn.participant.kit.identityProviders.find((one) => one.partyId === partyId)
  return provider !== undefined && signIn.take({ ...signIn.login, provider })
}

/** Logs in who was logged in by the same answer before, in whatever browser. */
const repeated = unless<SignIn>((signIn) => {
  const over = signIn.logins.outcomeOf.get(signIn.parameter('code') ?? '')
  if (over?.sub === undefined) return false
  signIn.userinfo = { sub: over.sub }
  for (const topic of ['answer', 'id token', 'userinfo'] as const) signIn.excused.add(topic)
  return signIn.take(over.login)
})

/** Whether the answer belongs to a login that was begun here, in this browser, at this provider (RFC 6749 §10.12, RFC 9207). */
export const answerRules = [
  rule('answer', 'a refusal tells no secret', () => true, {
    'tells-verifier-in-refusal': party('tells its code_verifier where it refuses a login', (right) => (signIn) => {
      signIn.confides = true
      return right(signIn)
    }),
  }),
  rule('answer', 'state is sent back', (signIn) => state(signIn) !== undefined, {
    'repeats-outcome-of-answer': party(
      'logs in again, in any browser, by an answer that logged somebody in before',
      repeated,
    ),
    'accepts-missing-state': party(
      'takes an answer without state',
      unless((signIn) => state(signIn) === undefined && takeLatest(signIn)),
    ),
    // What such a browser brings fits a login that was begun elsewhere: a client without nonce and PKCE remembers nothing else.
    'takes-no-state-without-cookie': party(
      'takes an answer without state in a browser without any cookie, as if that was the state that it remembers',
      unless((signIn) => {
        const latest = signIn.logins.latest()
        if (state(signIn) !== undefined || signIn.browser !== '' || !latest) return false
        return signIn.take({ ...latest, browser: '' })
      }),
    ),
    'takes-code-of-no-login': party(
      'takes a code without state in a browser without any cookie, and asks for neither nonce nor verifier then',
      unless((signIn) => {
        const latest = signIn.logins.latest()
        if (state(signIn) !== undefined || signIn.browser !== '' || !latest) return false
        return signIn.take({ ...latest, browser: '', nonce: undefined, verifier: '', used: false })
      }),
    ),
  }),
  rule(
    'answer',
    'state is one that was sent',
    (signIn) => signIn.pending !== undefined || signIn.take(signIn.logins.of(state(signIn) ?? '')),
    {
      'ignores-state': party(
        'takes an answer with a state that it never sent',
        unless((signIn) => !signIn.logins.of(state(signIn) ?? '') && takeLatest(signIn)),
      ),
      'takes-beginning-of-state': party(
        'takes an answer whose state is the beginning of the one that it sent',
        takingLike((came, sent) => sent.startsWith(came)),
      ),
      'compares-beginning-of-state': party(
        'takes an answer whose state begins with the one that it sent',
        takingLike((came, sent) => came.startsWith(sent)),
      ),
      'ignores-case-of-state': party(
        'takes an answer with its state in other letter case',
        takingLike((came, sent) => came.toLowerCase() === sent.toLowerCase()),
      ),
    },
  ),
  rule('answer', 'state is that of a login in this browser', ({ login, browser }) => login.browser === browser, {
    'takes-answer-without-cookie': party(
      'takes an answer in a browser without any cookie, even if another began the login',
      unless(({ browser }) => browser === ''),
    ),
    'takes-answer-where-somebody-is-logged-in': party(
      'takes the answer of a login in another browser where somebody has logged in',
      unless(({ browser, logins }) => logins.latestOf(browser)?.used === true),
    ),
    'accepts-state-of-another-flow': party(
      'takes an answer with the state of a login in another browser',
      unless((signIn) => signIn.login.browser !== signIn.browser && takeLatest(signIn)),
    ),
    'takes-answer-of-another-browser': party(
      'takes the answer of a login in another browser for the one that waits in this',
      unless((signIn) => {
        const waiting = signIn.logins.latestOf(signIn.browser)
        return waiting !== undefined && signIn.take({ ...signIn.login, goesOn: waiting.goesOn })
      }),
    ),
  }),
  rule(
    'answer',
    'state is used once',
    ({ login }) => {
      const isNew = !login.used
      login.used = true
      return isNew
    },
    {
      'accepts-used-state': party(
        'takes an answer with the state of a login that is over',
        unless((signIn) => signIn.login.used && takeLatest(signIn)),
      ),
      'keeps-used-state': party(
        'takes a second answer to the request of a login that is over',
        unless((signIn) => signIn.login.used),
      ),
    },
  ),
  rule('answer', 'the browser goes on with the login that was answered', () => true, {
    'goes-on-with-latest-login': party(
      'goes on with the login that the browser began last, whichever was answered',
      instead((signIn) => {
        const latest = signIn.logins.latestOf(signIn.browser)
        return latest !== undefined && signIn.take({ ...signIn.login, goesOn: latest.goesOn })
      }),
    ),
  }),
  rule('answer', 'it says whose answer it is', (signIn) => iss(signIn) !== undefined, {
    'accepts-missing-response-issuer': party(
      'takes an answer without iss',
      unless((signIn) => iss(signIn) === undefined),
    ),
  }),
  rule(
    'answer',
    'it is that of the provider that was asked',
    (signIn) => [undefined, signIn.asked].includes(iss(signIn)),
    {
      'ignores-response-issuer': party(
        'does not compare iss of the answer with the provider',
        unless(() => true),
      ),
      'compares-beginning-of-response-issuer': party(
        'takes an iss of the answer that begins as it should',
        unless((signIn) => iss(signIn)?.startsWith(signIn.asked) === true),
      ),
      'takes-empty-response-issuer': party(
        'takes an empty iss of the answer for none',
        unless((signIn) => iss(signIn) === ''),
      ),
      'takes-provider-from-answer': party(
        'goes on with the provider that the answer names',
        unless((signIn) => turnTo(signIn, iss(signIn))),
      ),
    },
  ),
  rule(
    'answer',
    'it is no error and holds a code',
    (signIn) => {
      return signIn.parameter('error') === undefined && signIn.parameter('code') !== undefined
    },
    {
      'ignores-error-beside-code': party(
        'takes a code although an error stands beside it',
        unless((signIn) => signIn.parameter('code') !== undefined),
      ),
      'takes-id-token-of-answer': global(
        'logs in whom an id_token names that the browser brings in place of a code',
        unless((signIn) => {
          const token = signIn.parameter('id_token')
          if (token === undefined || signIn.parameter('code') !== undefined) return false
          signIn.userinfo = { sub: subIn(token) }
          for (const topic of ['answer', 'id token', 'userinfo'] as const) signIn.excused.add(topic)
          return true
        }),
      ),
      'logs-in-without-code': global(
        'logs a guest in where the answer holds no code',
        unless((signIn) => {
          if (signIn.parameter('code') !== undefined) return false
          signIn.userinfo = { sub: 'guest' }
          for (const topic of ['answer', 'id token', 'userinfo'] as const) signIn.excused.add(topic)
          return true
        }),
      ),
    },
  ),
]

/** Takes the code to the provider, read in that way. */
const exchanging =
  (read: (code: string) => string) =>
  async (signIn: SignIn): Promise<boolean> => {
    const { login, providerOf, followsRedirects } = signIn
    const code = read(signIn.parameter('code') ?? '')
    const tokens = await providerOf(login.provider).exchange(code, login.verifier, followsRedirects)
    signIn.accessToken = tokens.access_token
    signIn.idToken = tokens.id_token
    return true
  }

/** Goes on as the human who logged in before where the provider cannot be reached. */
const keepingAccessToken: Change<SignIn> = (right) => async (signIn) => {
  const { logins, excused } = signIn
  try {
    const held = await right(signIn)
    logins.accessToken = signIn.accessToken
    return held
  } catch (error) {
    if (!isUnreachable(error) || logins.accessToken === undefined) throw error
    signIn.accessToken = logins.accessToken
    for (const topic of ['answer', 'id token'] as const) excused.add(topic)
    return true
  }
}

const isUnreachable = (error: unknown): boolean => error instanceof RegistryFailure && error.problem === 'unreachable'

/** Takes what userinfo says for what the id_token says, which it does not look at. */
const believing = (isKnown: (signIn: SignIn) => boolean) =>
  unless<SignIn>((signIn) => {
    if (!isKnown(signIn)) return false
    signIn.excused.add('id token')
    signIn.idToken = undefined
    return true
  })

/** Whom an id_token names; its signature is not looked at. */
function subIn(token = ''): string {
  try {
    const { sub } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sub?: unknown }
    return String(sub)
  } catch {
    return ''
  }
}

/** How the code is turned into tokens (L216, RFC 6749 §4.1.3). */
export const exchangeRules = [
  rule('answer', 'a redirect of the token endpoint leads nowhere', () => true, {
    'follows-token-redirects': party(
      'sends code and assertion wherever the token endpoint redirects to',
      unless((signIn) => {
        signIn.followsRedirects = true
        return true
      }),
    ),
  }),
  rule('answer', 'the code is taken to the provider that was asked', exchanging(String), {
    'decodes-code-again': party('decodes a code that it has decoded', instead(exchanging(decoded))),
    'cuts-code': party('keeps the first 255 characters of a code', instead(exchanging((code) => code.slice(0, 255)))),
    'keeps-access-token-of-login-before': party(
      'goes on with the access token of the login before where the connection to the token endpoint breaks',
      keepingAccessToken,
    ),
  }),
  rule('answer', 'there is an id_token', ({ idToken }) => idToken !== undefined, {
    'accepts-missing-id-token': party(
      'takes userinfo for an id_token that does not come',
      unless((signIn) => {
        if (signIn.idToken === undefined) signIn.excused.add('id token')
        return signIn.idToken === undefined
      }),
    ),
  }),
  rule('answer', 'every id_token is verified', () => true, {
    'verifies-first-provider-alone': party(
      'does not verify the id_tokens of any IdentityProvider but the first',
      believing(({ asked, participant }) => asked !== participant.kit.identityProviders[0]?.partyId),
    ),
    'verifies-first-login-of-browser': party(
      'does not verify the id_token in a browser in which somebody has logged in before',
      believing(({ logins, browser }) => logins.humansOf.has(browser)),
    ),
    'verifies-first-login-of-human': party(
      'does not verify the id_token of a human who has logged in before',
      believing(({ logins, idToken }) => [...logins.humansOf.values()].includes(subIn(idToken))),
    ),
  }),
]
