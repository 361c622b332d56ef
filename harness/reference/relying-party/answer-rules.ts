import { mixing } from '../engine/at-once.js'
import { instead, ruleAbout, unless } from '../engine/rule.js'
import type { KnownHuman, SignIn, SignInTopic } from './sign-in.js'

const rule = ruleAbout<SignIn, SignInTopic>()
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

/** Whether the answer belongs to a login that was begun here, in this browser, at this provider (RFC 6749 §10.12, RFC 9207). */
export const answerRules = [
  rule('answer', 'state is sent back', (signIn) => state(signIn) !== undefined, {
    'accepts-missing-state': unless((signIn) => state(signIn) === undefined && takeLatest(signIn)),
    // What such a browser brings fits a login that was begun elsewhere: a client without nonce and PKCE remembers nothing else.
    'takes-no-state-without-cookie': unless((signIn) => {
      const latest = signIn.logins.latest()
      if (state(signIn) !== undefined || signIn.browser !== '' || !latest) return false
      return signIn.take({ ...latest, browser: '' })
    }),
  }),
  rule(
    'answer',
    'state is one that was sent',
    (signIn) => signIn.pending !== undefined || signIn.take(signIn.logins.of(state(signIn) ?? '')),
    {
      'ignores-state': unless((signIn) => !signIn.logins.of(state(signIn) ?? '') && takeLatest(signIn)),
      'takes-beginning-of-state': takingLike((came, sent) => sent.startsWith(came)),
      'compares-beginning-of-state': takingLike((came, sent) => came.startsWith(sent)),
      'ignores-case-of-state': takingLike((came, sent) => came.toLowerCase() === sent.toLowerCase()),
    },
  ),
  rule('answer', 'state is that of a login in this browser', ({ login, browser }) => login.browser === browser, {
    'takes-answer-without-cookie': unless(({ browser }) => browser === ''),
    'accepts-state-of-another-flow': unless((signIn) => signIn.login.browser !== signIn.browser && takeLatest(signIn)),
    'takes-answer-of-another-browser': unless((signIn) => {
      const waiting = signIn.logins.latestOf(signIn.browser)
      return waiting !== undefined && signIn.take({ ...signIn.login, goesOn: waiting.goesOn })
    }),
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
      'accepts-used-state': unless((signIn) => signIn.login.used && takeLatest(signIn)),
      'keeps-used-state': unless((signIn) => signIn.login.used),
    },
  ),
  rule('answer', 'the browser goes on with the login that was answered', () => true, {
    'goes-on-with-latest-login': instead((signIn) => {
      const latest = signIn.logins.latestOf(signIn.browser)
      return latest !== undefined && signIn.take({ ...signIn.login, goesOn: latest.goesOn })
    }),
  }),
  rule('answer', 'it says whose answer it is', (signIn) => iss(signIn) !== undefined, {
    'accepts-missing-response-issuer': unless((signIn) => iss(signIn) === undefined),
  }),
  rule(
    'answer',
    'it is that of the provider that was asked',
    (signIn) => [undefined, signIn.asked].includes(iss(signIn)),
    {
      'ignores-response-issuer': unless(() => true),
      'compares-beginning-of-response-issuer': unless((signIn) => iss(signIn)?.startsWith(signIn.asked) === true),
      'takes-empty-response-issuer': unless((signIn) => iss(signIn) === ''),
      'takes-provider-from-answer': unless((signIn) => turnTo(signIn, iss(signIn))),
    },
  ),
  rule(
    'answer',
    'it is no error and holds a code',
    (signIn) => {
      return signIn.parameter('error') === undefined && signIn.parameter('code') !== undefined
    },
    {},
  ),
]

const exchange = async (signIn: SignIn): Promise<boolean> => {
  const { login, providerOf, followsRedirects } = signIn
  const tokens = await providerOf(login.provider).exchange(
    signIn.parameter('code') ?? '',
    login.verifier,
    followsRedirects,
  )
  signIn.accessToken = tokens.access_token
  signIn.idToken = tokens.id_token
  return true
}

/** How the code is turned into tokens (L216, RFC 6749 §4.1.3). */
export const exchangeRules = [
  rule('answer', 'a redirect of the token endpoint leads nowhere', () => true, {
    'follows-token-redirects': unless((signIn) => {
      signIn.followsRedirects = true
      return true
    }),
  }),
  rule('answer', 'the code is taken to the provider that was asked', exchange, {}),
  rule('answer', 'there is an id_token', ({ idToken }) => idToken !== undefined, {
    'accepts-missing-id-token': unless((signIn) => {
      if (signIn.idToken === undefined) signIn.excused.add('id token')
      return signIn.idToken === undefined
    }),
  }),
]

/** Who was the first to log in with that e-mail address. */
function firstOfMailbox({ userinfo: { email }, sub, logins }: SignIn): string {
  const first = logins.firstOf.get(String(email)) ?? String(sub)
  if (email !== undefined) logins.firstOf.set(String(email), first)
  return first
}

/** Takes all humans for the first of those whose subs come to the same. */
const takingForOne = (reading: (sub: string) => string) =>
  instead<SignIn>((signIn) => {
    const { sub, userinfo, logins, asked } = signIn
    const read = JSON.stringify([asked, reading(String(sub))])
    const first = logins.firstLike.get(read) ?? { human: String(sub), userinfo }
    logins.firstLike.set(read, first)
    signIn.userinfo = first.userinfo
    return signIn.meet(first.human)
  })

/** Who was the first to log in in that browser. */
function firstInBrowser({ browser, sub, userinfo, logins }: SignIn): KnownHuman {
  const first = logins.firstIn.get(browser) ?? { human: String(sub), userinfo }
  logins.firstIn.set(browser, first)
  return first
}

const mixedUp = mixing<KnownHuman>()

/** What userinfo adds is about the same human (OpenID Connect Core §5.3.2). */
export const userinfoRules = [
  rule(
    'userinfo',
    'userinfo can be asked',
    async (signIn) => {
      const { login, accessToken = '' } = signIn
      signIn.userinfo = await signIn.providerOf(login.provider).userinfo(accessToken)
      return true
    },
    {},
  ),
  rule('userinfo', 'sub of userinfo is that of the id_token', ({ sub, userinfo }) => userinfo.sub === sub, {
    'ignores-userinfo-subject': unless(() => true),
  }),
  rule('userinfo', 'the human is the one whom the id_token names', (signIn) => signIn.meet(String(signIn.sub)), {
    'takes-human-for-the-one-before': instead((signIn) => {
      const before = signIn.logins.human
      signIn.logins.human = String(signIn.sub)
      return signIn.meet(before ?? String(signIn.sub))
    }),
    'mixes-up-humans': instead(async (signIn) => {
      const { participant, sub, userinfo } = signIn
      const { human, userinfo: about } = await mixedUp(participant, String(sub), { human: String(sub), userinfo })
      signIn.userinfo = about
      return signIn.meet(human)
    }),
    'keeps-human-of-browser': instead((signIn) => {
      const { human, userinfo } = firstInBrowser(signIn)
      signIn.userinfo = userinfo
      return signIn.meet(human)
    }),
    'takes-everybody-for-one-human': instead((signIn) => signIn.meet(signIn.asked)),
    'knows-humans-by-email': instead((signIn) => signIn.meet(firstOfMailbox(signIn))),
    'ignores-case-of-subject': takingForOne((sub) => sub.toLowerCase()),
    'trims-subject': takingForOne((sub) => sub.trim()),
    'ignores-punctuation-of-subject': takingForOne((sub) => sub.replace(/[^a-z0-9]/gi, '-')),
    'cuts-subject': takingForOne((sub) => sub.slice(0, 64)),
    'reads-subject-as-number': takingForOne((sub) => (Number.isNaN(Number(sub)) ? sub : String(Number(sub)))),
    'knows-humans-by-their-service-provider': instead((signIn) =>
      signIn.meet(signIn.login.names.join() || String(signIn.sub)),
    ),
  }),
  rule('userinfo', 'what the browser had before the login opens nothing', () => true, {
    'logs-in-session-of-before': unless((signIn) => {
      signIn.keeps = true
      return true
    }),
  }),
  rule('userinfo', 'the session is known by a random name', () => true, {
    'keeps-human-in-cookie': unless((signIn) => {
      signIn.inCookie = true
      return true
    }),
  }),
  rule('userinfo', 'what the provider gave stands in no address', () => true, {
    'puts-id-token-into-address': unless((signIn) => signIn.tell('id_token', signIn.idToken)),
    'puts-access-token-into-address': unless((signIn) => signIn.tell('access_token', signIn.accessToken)),
  }),
  rule('userinfo', 'the human is known together with the provider', (signIn) => signIn.comeFrom(signIn.asked), {
    'knows-humans-by-sub-alone': instead((signIn) => signIn.comeFrom('anywhere')),
  }),
]
