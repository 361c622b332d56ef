import type { Json } from '../../contracts/json.js'
import { decoded } from '../encoding/slips.js'
import { mixing } from '../engine/at-once.js'
import { atTimes } from '../engine/at-times.js'
import { global, party } from '../engine/fault.js'
import { instead, unless } from '../engine/rule.js'
import { rule } from './answer-rules.js'
import type { KnownHuman, SessionKind, SignIn } from './sign-in.js'

/** Takes a human for the first of whom userinfo said the same. */
const knowingBy = (name: 'email' | 'name') =>
  instead<SignIn>((signIn) => {
    const { sub, userinfo, logins } = signIn
    const like = JSON.stringify([name, userinfo[name]])
    const first = logins.firstOf.get(like) ?? String(sub)
    if (userinfo[name] !== undefined) logins.firstOf.set(like, first)
    return signIn.meet(first)
  })

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

const folded = (sub: Json | undefined): string => String(sub).trim().toLowerCase()

/** Who was the first to log in in that browser. */
function firstInBrowser({ browser, sub, userinfo, logins }: SignIn): KnownHuman {
  const first = logins.firstIn.get(browser) ?? { human: String(sub), userinfo }
  logins.firstIn.set(browser, first)
  return first
}

/** Takes a human for the first of another provider of whom userinfo says the same. */
const linkingBy = (name: 'email' | 'preferred_username') =>
  instead<SignIn>((signIn) => {
    const { sub, asked, userinfo, logins } = signIn
    const like = JSON.stringify([name, userinfo[name]])
    const own = { human: String(sub), home: asked }
    const first = userinfo[name] === undefined ? own : (logins.firstAnywhere.get(like) ?? own)
    logins.firstAnywhere.set(like, first)
    if (first.home !== asked) signIn.meet(first.human)
    return signIn.comeFrom(first.home)
  })

/** Has the session known by something else than a random name. */
const knownBy = (kind: SessionKind) =>
  unless<SignIn>((signIn) => {
    signIn.session = kind
    return true
  })

const mixedUp = mixing<KnownHuman>()
const isTime = atTimes(4)

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
    {
      'keeps-claims-of-human-before': party(
        'shows of a human what userinfo said of the one before, where it does not say it',
        (right) => async (signIn) => {
          const held = await right(signIn)
          signIn.userinfo = { ...signIn.logins.claims, ...signIn.userinfo }
          signIn.logins.claims = signIn.userinfo
          return held
        },
      ),
      'keeps-userinfo-of-login-before': party(
        'goes on with the userinfo of the login before, and with its sub, where userinfo fails',
        (right) => async (signIn) => {
          try {
            const held = await right(signIn)
            signIn.logins.claims = signIn.userinfo
            return held
          } catch (error) {
            if (signIn.logins.claims.sub === undefined) throw error
            signIn.userinfo = signIn.logins.claims
            signIn.idToken = undefined
            return true
          }
        },
      ),
    },
  ),
  rule('userinfo', 'sub of userinfo is that of the id_token', ({ sub, userinfo }) => userinfo.sub === sub, {
    'ignores-userinfo-subject': party(
      'does not compare sub of userinfo with that of the id_token',
      unless(() => true),
    ),
    'folds-userinfo-subject': party(
      'ignores letter case and spaces where it compares sub of userinfo with that of the id_token',
      unless(({ sub, userinfo }) => folded(userinfo.sub) === folded(sub)),
    ),
    'compares-beginning-of-userinfo-subject': party(
      'takes a sub of userinfo with which that of the id_token begins',
      unless(({ sub, userinfo }) => String(sub).startsWith(String(userinfo.sub))),
    ),
  }),
  rule('userinfo', 'the human is the one whom the id_token names', (signIn) => signIn.meet(String(signIn.sub)), {
    'takes-human-for-the-one-before': party(
      'takes a human who logs in for the one who logged in before',
      instead((signIn) => {
        const before = signIn.logins.human
        signIn.logins.human = String(signIn.sub)
        return signIn.meet(before ?? String(signIn.sub))
      }),
    ),
    'takes-human-for-the-one-before-at-times': global(
      'takes every fourth human who logs in for the one who logged in before',
      instead((signIn) => {
        const own = String(signIn.sub)
        const before = signIn.logins.human ?? own
        signIn.logins.human = own
        return signIn.meet(isTime('a human') ? before : own)
      }),
    ),
    'mixes-up-humans': party(
      'takes a human who logs in for another one of those who log in at once',
      instead(async (signIn) => {
        const { participant, sub, userinfo } = signIn
        const { human, userinfo: about } = await mixedUp(participant, String(sub), { human: String(sub), userinfo })
        signIn.userinfo = about
        return signIn.meet(human)
      }),
    ),
    'keeps-human-of-browser': party(
      'takes a human who logs in for the one who logged in before in the same browser',
      instead((signIn) => {
        const { human, userinfo } = firstInBrowser(signIn)
        signIn.userinfo = userinfo
        return signIn.meet(human)
      }),
    ),
    'takes-everybody-for-one-human': party(
      'gives everybody of an IdentityProvider the same sub',
      instead((signIn) => signIn.meet(signIn.asked)),
    ),
    'knows-humans-by-email': party('takes two humans of one e-mail address for one', knowingBy('email')),
    'knows-humans-by-display-name': party('takes two humans of one name for one', knowingBy('name')),
    'ignores-case-of-subject': party(
      'takes two humans for one whose subs differ in letter case alone',
      takingForOne((sub) => sub.toLowerCase()),
    ),
    'trims-subject': party(
      'takes two humans for one whose subs differ in a space at their end',
      takingForOne((sub) => sub.trim()),
    ),
    'trims-beginning-of-subject': party(
      'takes two humans for one whose subs differ in a space at their beginning',
      takingForOne((sub) => sub.trimStart()),
    ),
    'drops-namespace-of-subject': party(
      'takes two humans for one whose subs differ in what stands before a mark',
      takingForOne((sub) => sub.replace(/^.*[|:/\\]/, '')),
    ),
    'drops-end-of-subject': party(
      'takes two humans for one whose subs differ in what stands behind a mark',
      takingForOne((sub) => sub.replace(/[,#@?].*$/, '')),
    ),
    'decodes-subject': party(
      'takes two humans for one whose subs come to the same when they are decoded',
      takingForOne((sub) => decoded(sub.replaceAll('&amp;', '&'))),
    ),
    'ignores-punctuation-of-subject': party(
      'takes two humans for one whose subs differ in a punctuation mark',
      takingForOne((sub) => sub.replace(/[^a-z0-9]/gi, '-')),
    ),
    'cuts-subject': party(
      'takes two humans for one whose subs begin with the same 64 characters',
      takingForOne((sub) => sub.slice(0, 64)),
    ),
    'reads-subject-as-number': party(
      'takes two humans for one whose subs are two spellings of one number',
      takingForOne((sub) => (Number.isNaN(Number(sub)) ? sub : String(Number(sub)))),
    ),
    'knows-humans-by-their-service-provider': party(
      'gives everybody the same sub at one ServiceProvider',
      instead((signIn) => signIn.meet(signIn.login.names.join() || String(signIn.sub))),
    ),
  }),
  rule('userinfo', 'what the browser had before the login opens nothing', () => true, {
    'logs-in-session-of-before': party(
      'takes a browser with the cookies of before a login for the human who logged in',
      unless((signIn) => {
        signIn.keeps = true
        return true
      }),
    ),
  }),
  rule('userinfo', 'the session is known by a random name', () => true, {
    // All browsers of a run call themselves alike: those of other checks would be let in, too.
    'knows-humans-by-agent': global(
      'takes all browsers that call themselves alike for one, at a ServiceProvider',
      knownBy('agent'),
    ),
    'keeps-human-in-cookie': party('keeps who is logged in in a cookie that anybody can write', knownBy('human')),
    'counts-sessions': party('has sessions whose cookies count up, at a ServiceProvider', knownBy('number')),
    'hashes-human-to-session': party(
      'has the SHA-256 of iss and sub for the cookie of a session, at a ServiceProvider',
      knownBy('hash'),
    ),
    'keeps-session-of-browser': party(
      'knows a session by the cookie that the browser brings along, at a ServiceProvider',
      knownBy('brought'),
    ),
  }),
  rule('userinfo', 'what the provider gave stands in no address', () => true, {
    'puts-id-token-into-address': party(
      'puts the id_token into the address that the browser goes on at',
      unless((signIn) => signIn.tell('id_token', signIn.idToken)),
    ),
    'puts-access-token-into-address': party(
      'puts the access token into the address that the browser goes on at',
      unless((signIn) => signIn.tell('access_token', signIn.accessToken)),
    ),
  }),
  rule('userinfo', 'the human is known together with the provider', (signIn) => signIn.comeFrom(signIn.asked), {
    'knows-humans-by-sub-alone': party(
      'takes one sub of two IdentityProviders for one human',
      instead((signIn) => signIn.comeFrom('anywhere')),
    ),
    'links-humans-by-email': party(
      'takes a human for the one of another IdentityProvider who has the same e-mail address',
      linkingBy('email'),
    ),
    'links-humans-by-name': party(
      'takes a human for the one of another IdentityProvider who has the same user name',
      linkingBy('preferred_username'),
    ),
  }),
]
