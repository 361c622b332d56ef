import { besideOthers } from './beside-others.js'
import { laterLogins } from './later-logins.js'
import type { Reach } from './type.js'

const otherSub = {
  checks: ['login.userinfo-*', 'login.subject-after-restart', 'login.subject-of-scopes'],
  reason: 'it puts another sub into the id_token than userinfo tells, or than it put there before',
}

const otherAudience = {
  checks: ['login.id-token-names', 'login.id-token-side-by-side', 'login.token-of-two-names'],
  reason: 'these checks read the aud of an id_token too',
}

const codeForToken = {
  checks: ['login.at-hash', 'login.userinfo-*', 'login.code-again-ends-token', 'login.claims-of-own-human'],
  reason: 'the access token that it hands out is another one than it made, at which at_hash and userinfo do not look',
}

const twoLogins = {
  checks: ['login.nonce-of-own-login', 'login.state-and-nonce-zero', 'login.nonce-after-wrong-password'],
  reason: 'these checks compare the nonce of an id_token too',
}

const noState = {
  checks: ['login.state-after-wrong-password'],
  reason: 'what no login brings back does not come back in this one',
}

const twoInOneBrowser = {
  checks: ['relying-party.values-of-run', 'broker.values-of-run'],
  reason: 'it sees the logins of other checks, of which some are two in one browser',
}

const twoHumans = {
  checks: ['relying-party.verified-where-another-is-logged-in', 'relying-party.answer-of-another-where-logged-in'],
  reason: 'they need two humans who are known apart',
}

const oneCodeOfTwo = {
  checks: [
    'login.human-beside-password',
    'login.human-after-another',
    'login.human-of-own-login',
    'login.humans-side-by-side',
    'login.userinfo-side-by-side',
    'login.userinfo-of-own-human',
  ],
  reason: 'they redeem the code of a human after another one has logged in, and say nothing without it',
}

const namedInCookie = {
  checks: ['login.human-in-pages'],
  reason:
    'the browser carries who the human is, so that the check has something to change, which holds for nobody else',
}

/** Faults about logins, at providers and at relying parties. */
export const ofLogins: Reach = {
  'carries-form-on': {
    checks: ['login.human-in-pages'],
    reason: 'it puts the name that was typed into its pages, which is what that check is about',
  },
  'keeps-session-in-cookie': namedInCookie,
  'takes-part-of-session-signature': namedInCookie,
  'drops-query-of-redirect-uri': {
    checks: ['login.redirect-other-query'],
    reason: 'no control with a query in its redirect URI comes back',
  },
  'keeps-nonce-by-client': {
    checks: ['login.nonce-after-wrong-password'],
    reason: 'it compares with a login without a wrong password, which has the wrong nonce, too',
  },
  'signs-session-without-name': namedInCookie,
  'knows-browsers-by-agent': {
    checks: ['login.*', 'broker.*'],
    reason: 'every browser is that of the human who logged in last, so that no check has one of its own',
  },
  'takes-human-for-the-one-before-at-times': {
    checks: ['broker.subjects', 'broker.subjects-*'],
    reason: 'each of these checks logs two humans or more in, of whom one may be a fourth',
  },
  'has-few-code-verifiers': {
    checks: ['relying-party.fresh-values', 'broker.fresh-values'],
    reason: 'where other checks log in three times between the two logins of this one, both have the same',
  },
  'takes-state-for-code-verifier': {
    checks: ['relying-party.told-in-refusal', 'broker.told-in-refusal'],
    reason: 'the state, which addresses show, is the verifier then',
  },
  'keeps-nonce-of-browser': twoInOneBrowser,
  'keeps-code-verifier-of-browser': twoInOneBrowser,
  'names-id-token-by-second': {
    checks: ['login.id-token-jti', 'login.id-token-jti-at-once'],
    reason: 'logins one after the other may end within one second',
  },
  'changes-nonce': {
    checks: [...twoLogins.checks, 'login.nonce-left-over'],
    reason: 'these checks read the nonce of an id_token too, which it puts there even where none was sent',
  },
  'cuts-nonce': twoLogins,
  'lower-cases-nonce': twoLogins,
  'omits-nonce': twoLogins,
  'accepts-code-raced-shortly': { checks: ['login.code-raced'], reason: 'requests may meet by chance there too' },
  'knows-humans-by-agent': {
    checks: ['relying-party.*'],
    reason: 'the windows of two humans are one then, in whatever check they are open',
  },
  'lives-60-seconds-after-failure': {
    checks: ['login-client.lifetime'],
    reason: 'assertions to a provider that has failed in another check are looked at there, too',
  },
  'authenticates-by-query-after-error': {
    checks: ['login-client.post', 'login-client.body'],
    reason: 'assertions to a provider that has failed in another check are looked at there, too',
  },
  'omits-state': { ...noState, checks: [...noState.checks, 'login.state-of-errors', 'login.redirect-of-own-page'] },
  'changes-state': { ...noState, checks: [...noState.checks, 'login.redirect-of-own-page'] },
  'refuses-code-of-human-before': oneCodeOfTwo,
  'takes-any-password': {
    checks: ['login.human-after-another', 'login.human-beside-password'],
    reason: 'the wrong password is that of the other human, who is logged in by it',
  },
  'changes-subject': otherSub,
  'changes-subject-with-browser': otherSub,
  'forgets-subjects': otherSub,
  'long-subject': otherSub,
  'hashes-code-to-access-tokens': codeForToken,
  'returns-code-as-access-token': codeForToken,
  'names-another-in-answer': { checks: ['login.token-of-code'], reason: 'a relying party refuses such an answer' },
  'answers-at-last-redirect-uri': {
    checks: ['login.code-of-another'],
    reason: 'the code of one client goes to the address of the other',
  },
  'keeps-request-by-client': {
    checks: ['login.humans-side-by-side'],
    reason: 'all of its logins are answered for one request, whose code fits no other',
  },
  'shares-state-in-browser': {
    checks: ['login.two-pages', 'login.redirect-of-own-page'],
    reason: 'there two requests are under way in one browser',
  },
  'shares-challenge-in-browser': { checks: ['login.two-pages'], reason: 'its control needs a code of one request' },
  'accepts-used-code': {
    checks: ['login.code-again-ends-token'],
    reason: 'what becomes of a token once its code was refused cannot be seen',
  },
  'issues-short-codes': { checks: ['login.code-counted'], reason: 'a short code differs in few places' },
  'accepts-any-redirect-uri': {
    checks: ['login.redirect-of-another', 'login.redirect-in-query'],
    reason: 'the address of another client, or one in another place, is any address, too',
  },
  'shares-redirect-uris': {
    checks: ['login.redirect-of-none'],
    reason: 'an address for a client that has none is that of another',
  },
  'joins-answer-by-question-mark': {
    checks: ['login.redirect-other-query'],
    reason: 'no control with a query in its redirect URI comes back',
  },
  'tells-userinfo-of-latest': {
    checks: ['login.code-again-ends-token', 'login.userinfo-side-by-side'],
    reason: 'its userinfo goes by no access token',
  },
  'addresses-id-token-to-another': otherAudience,
  'addresses-id-token-to-two': otherAudience,
  'mixes-up-clients': besideOthers('login'),
  'mixes-up-logins': besideOthers('login'),
  'names-human-who-came-last': {
    checks: [
      'login.two-humans',
      'login.human-typed-anew',
      'login.userinfo-subject',
      'login.userinfo-of-own-human',
      'login.subject-of-scopes',
      'login.human-after-another',
      'login.human-beside-password',
    ],
    reason: 'the human who came last may be another one, of this check or of one beside it',
  },
  'names-first-human': {
    checks: [
      ...['login.human-of-own-login', 'login.claims-of-own-human', 'login.human-after-another'],
      ...['login.human-beside-password', 'login.hint-of-another', 'login.password-wrong-of-another'],
    ],
    reason: 'its two humans are one',
  },
  'leaves-human-of-browser': { checks: ['login.claims-of-own-human'], reason: 'its two humans are one' },
  'tells-userinfo-of-another': {
    checks: ['login.userinfo-of-own-human'],
    reason: 'what userinfo tells is of another human than the id_token',
  },
  'omits-userinfo-subject': {
    checks: ['login.userinfo-of-own-human', 'login.userinfo-beside-cookie', 'login.userinfo-side-by-side'],
    reason: 'there is no sub to compare',
  },
  'id-token-in-milliseconds': { checks: ['login.auth-time'], reason: 'auth_time is a time of it as well' },
  'names-another-issuer': { checks: ['login.answer-issuer'], reason: 'it compares the answer with the id_token' },
  'omits-auth-time': { checks: ['login.auth-time-kept'], reason: 'without an auth_time there is nothing to compare' },
  'omits-id-token-iat': { checks: ['login.id-token-current'], reason: 'without iat there is nothing to judge' },
  'ignores-prompt-login': {
    checks: ['broker.second-human', 'login.password-wrong-anew', 'login.password-wrong-of-another'],
    reason: 'who asks nobody anew logs no second human in where one is logged in, and takes no password there',
  },
  'counts-access-tokens': {
    checks: ['broker.second-human'],
    reason: 'no id_token comes beside them, so that no sub is seen',
  },
  'takes-human-for-the-one-before': {
    checks: ['relying-party.own-human-*'],
    reason: 'the one before is one of its two humans, unless somebody else has logged in between',
  },
  'keeps-login-of-wrong-nonce': {
    checks: ['relying-party.nonce-*', 'broker.nonce-*', 'relying-party.verified-*', 'broker.verified-*'],
    reason: 'there the nonce is wrong in other ways, or in a login after another one',
  },
  'accepts-id-token-for-two': laterLogins,
  'believes-id-token-without-certificate': laterLogins,
  'trusts-self-signed-id-token': laterLogins,
  'trusts-any-id-token-chain': laterLogins,
  'keeps-human-of-browser': twoHumans,
  'mixes-up-humans': twoHumans,
  'logs-in-session-of-before': {
    checks: ['relying-party.session-brought-along'],
    reason: 'the session that is brought along is one of before the login',
  },
  'ignores-id-token-signature': {
    checks: ['relying-party.algorithm', 'relying-party.verified-*'],
    reason: 'a signature by another algorithm, or in a later login, is one that it does not verify',
  },
  'takes-answer-of-another-browser': {
    checks: ['relying-party.request-answered-again', 'relying-party.answer-of-another-where-logged-in'],
    reason: 'the answer that comes there comes by another browser, too',
  },
  'accepts-wrong-verifier': {
    checks: ['login.pkce-verifier-challenge', 'login.pkce-verifier-of-another', 'login.pkce-after-wrong-password'],
    reason: 'these are wrong verifiers of a certain kind, or in a certain login',
  },
  'accepts-unverified-request-object': {
    checks: ['login.request-object-unsigned'],
    reason: 'one that nobody has signed is not verified, either',
  },
}
