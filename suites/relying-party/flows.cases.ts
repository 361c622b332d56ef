import type { AnswersRow } from '../support/flows/heard.js'
import { type Coverage, check } from '../support/row.js'

export const ownHuman: Coverage = check('relying-party.own-human', 'LOGIN-HUMAN', 'takes-human-for-the-one-before', {
  level: 'must',
  roles: ['ServiceProvider'],
})

/** Give two humans of whatever kind one sub. */
export const anySubjects = ['takes-everybody-for-one-human', 'knows-humans-by-their-service-provider'] as const

export const subjects: Coverage = {
  id: 'broker.subjects',
  requirements: ['BROKER-SUBJECT'],
  cases: [],
  level: 'must',
  roles: ['IdentityBroker'],
  detects: anySubjects,
}

/** A human who logs in at the same time as others, in a window of their own, is still themselves. */
export const ownHumanSideBySide: Coverage = {
  ...ownHuman,
  id: 'relying-party.own-human-side-by-side',
  unsafe: 'race',
  detects: ['mixes-up-humans', 'takes-human-for-the-one-before'],
}

export const subjectsSideBySide: Coverage = {
  ...subjects,
  id: 'broker.subjects-side-by-side',
  unsafe: 'race',
  detects: ['mixes-up-humans', ...anySubjects],
}

/** The same of all humans of the run, whatever checks they log in for. */
export const humansOfRun: AnswersRow = {
  ...subjects,
  id: 'broker.humans-of-run',
  detects: ['takes-human-for-the-one-before-at-times'],
  last: true,
  slow: 180,
  title: 'gives no two humans one sub',
  kind: 'login',
  of: ['BROKER-SUBJECT'],
  saidBy: ['broker.subjects'],
}

/** What a ServiceProvider knows protects no login against it (RFC 6749 §10.12). */
export const ownValues: Coverage = {
  id: 'broker.own-values',
  requirements: ['BROKER-MIX-UP'],
  cases: [],
  level: 'strict',
  roles: ['IdentityBroker'],
  detects: ['passes-state-on', 'passes-nonce-on'],
}

/** Nothing but `iss` and `sub` names a human (OpenID Connect Core §5.7); two may share a mailbox. */
export const ownHumanOfMailbox: Coverage = {
  ...ownHuman,
  id: 'relying-party.own-human-of-mailbox',
  detects: ['knows-humans-by-email'],
}

export const ownHumanOfName: Coverage = {
  ...ownHuman,
  id: 'relying-party.own-human-of-name',
  detects: ['knows-humans-by-display-name'],
}

/** What is not said of a human is nothing, and not what was said of the one before. */
export const ownHumanWithoutClaims: Coverage = {
  ...ownHuman,
  id: 'relying-party.own-human-without-claims',
  exclusive: true,
  profile: 'standard',
  detects: ['keeps-claims-of-human-before'],
}

export const subjectsOfMailbox: Coverage = {
  ...subjects,
  id: 'broker.subjects-of-one-mailbox',
  detects: ['knows-humans-by-email', ...anySubjects],
}

/** `sub` is unique within its IdentityProvider alone (OpenID Connect Core §5.7). */
export const subjectsOfTwo: Coverage = {
  ...subjects,
  id: 'broker.subjects-of-two-providers',
  detects: ['knows-humans-by-sub-alone'],
}

/** What two IdentityProviders say alike of somebody makes nobody the human of both (OpenID Connect Core §5.7). */
export const subjectsOfMailboxAtTwo: Coverage = {
  ...subjects,
  id: 'broker.subjects-of-one-mailbox-at-two-providers',
  detects: ['links-humans-by-email', 'links-humans-by-name'],
}

/** Who is logged in is known by the browser, and by nothing that browsers share. */
export const windowOfNobody: Coverage = {
  ...ownHuman,
  id: 'relying-party.window-of-nobody',
  exclusive: true,
  detects: ['knows-humans-by-agent'],
}

/** Cookies of before a login are worth nothing after it. */
export const fixation: Coverage = {
  ...ownHuman,
  id: 'relying-party.session-of-before',
  level: 'should',
  detects: ['logs-in-session-of-before'],
}

/** Nor are cookies that the target has never set: an attacker can put them there. */
export const broughtAlong: Coverage = {
  ...fixation,
  id: 'relying-party.session-brought-along',
  profile: 'standard',
  detects: ['keeps-session-of-browser'],
}

/** Who can guess the cookie of a session is logged in. */
export const guessed: Coverage = {
  ...ownHuman,
  id: 'relying-party.session-guessed',
  level: 'strict',
  profile: 'standard',
  detects: ['counts-sessions', 'hashes-human-to-session'],
}

/** A session that is kept in a cookie has to be signed, or anybody writes one. */
export const written: Coverage = {
  ...ownHuman,
  id: 'relying-party.session-written',
  level: 'strict',
  detects: ['keeps-human-in-cookie'],
}

/** A broker that keeps one login for each browser answers one window for another (RFC 6749 §4.1.2, OpenID Connect Core §3.1.2.5). */
export const twoBegun: Coverage = check('broker.two-begun', 'LOGIN-OIDC', 'goes-on-with-latest-login', {
  level: 'strict',
  profile: 'standard',
  roles: ['IdentityBroker'],
})

export const unasked: Coverage = check(
  'broker.unasked-claims',
  'BRK-08',
  ['passes-on-unasked-claims', 'renames-unasked-claims', 'passes-on-upstream-token', 'passes-on-upstream-access-token'],
  { roles: ['IdentityBroker'] },
)

/** What the id_token does not say without being asked, userinfo does not either (OpenID Connect Core §5.4). */
export const unaskedAtUserinfo: Coverage = check(
  'broker.unasked-at-userinfo',
  'BROKER-MINIMAL',
  ['tells-unasked-claims-at-userinfo', 'tells-upstream-token-at-userinfo'],
  { level: 'should', profile: 'standard', roles: ['IdentityBroker'] },
)

export const humanOnly: Coverage = check(
  'relying-party.login-is-no-authority',
  'OID-19',
  ['login-opens-service', 'serves-for-login-tokens', 'serves-consumers-in-sessions'],
  {
    roles: ['ServiceProvider'],
  },
)
