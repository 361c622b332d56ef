import { type WrongTlsCertificate, wrongTlsCertificates } from '../../harness/contracts/lab-protocol.js'
import { afterFailure, type ConductRow, laxAboutTlsOfOthers, renewedAfterAt } from '../client/client.cases.js'
import { conduct } from '../support/flows/conduct.js'
import type { Coverage } from '../support/row.js'
import { check } from '../support/row.js'

/** What a relying party sends to the token endpoint of an IdentityProvider (ruling 21). */
export const towardsIdentityProvider: readonly ConductRow[] = conduct.flatMap(
  ({ ids: _, idsAtLogin, ...row }): ConductRow[] => [
    { ...row, id: idsAtLogin.serviceProvider, roles: ['ServiceProvider'] },
    {
      ...row,
      id: idsAtLogin.broker,
      requirements: ['BROKER-ASSERTION', ...row.requirements],
      cases: ['BRK-07'],
      roles: ['IdentityBroker'],
    },
  ],
)

/** Nor after an IdentityProvider has failed. */
export const afterFailureAt: readonly Coverage[] = [
  { ...afterFailure, id: 'login-client.after-failure', roles: ['ServiceProvider'] },
  {
    ...afterFailure,
    id: 'broker-client.after-failure',
    requirements: ['BROKER-ASSERTION', ...afterFailure.requirements],
    level: 'strict',
    roles: ['IdentityBroker'],
  },
]

/** Nor is anything sent twice then. */
export const renewedAfter = [
  ...renewedAfterAt(
    { error: 'login-client.new-assertion-after-error', reset: 'login-client.new-assertion-after-reset' },
    { roles: ['ServiceProvider'], exclusive: true },
  ),
  ...renewedAfterAt(
    { error: 'broker-client.new-assertion-after-error', reset: 'broker-client.new-assertion-after-reset' },
    { roles: ['IdentityBroker'], exclusive: true },
  ),
]

/** A target that does not look at the certificate hands its assertion, and the code, to anybody in between. */
export const verifiesTlsAtLogin: Coverage = check('login-client.tls', 'CLI-10', laxAboutTlsOfOthers, {
  roles: ['ServiceProvider'],
  exclusive: true,
})

/** What else than no verification at all lets each certificate pass. */
const tlsAsBroker: Readonly<Record<WrongTlsCertificate, Pick<Coverage, 'id' | 'detects'>>> = {
  'of an untrusted root': { id: 'broker-client.tls-of-an-untrusted-root' },
  'for another host': { id: 'broker-client.tls-for-another-host' },
  expired: { id: 'broker-client.tls-expired', detects: ['ignores-tls-expiry-of-others'] },
  'not yet valid': { id: 'broker-client.tls-not-yet-valid', detects: ['ignores-tls-begin-of-others'] },
  "of a participants' root": {
    id: 'broker-client.tls-of-a-participants-root',
    detects: ['trusts-participants-for-tls-of-others'],
  },
}

/** A broker looks its client up before: each certificate has a check of its own, after which the registry's is right again. */
export const verifiesTlsAsBroker: readonly (Coverage & { readonly tlsCertificate: WrongTlsCertificate })[] =
  wrongTlsCertificates.map((tlsCertificate) => {
    const { id, detects = [] } = tlsAsBroker[tlsCertificate]
    return {
      ...verifiesTlsAtLogin,
      id,
      roles: ['IdentityBroker'],
      tlsCertificate,
      detects: ['ignores-tls-certificate-of-others', ...detects],
    }
  })

export const ownHuman: Coverage = check('relying-party.own-human', 'LOGIN-HUMAN', 'takes-human-for-the-one-before', {
  level: 'must',
  roles: ['ServiceProvider'],
})

/** Give two humans of whatever kind one sub. */
const anySubjects = ['takes-everybody-for-one-human', 'knows-humans-by-their-service-provider'] as const

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

/** Two subs that are nearly alike, and what a relying party does that takes them for one. */
export interface AlikeCheck extends Coverage {
  /** Completes "humans whose subs …". */
  readonly title: string
  /** Of a text that nobody else has. */
  readonly subs: (own: string) => readonly [string, string]
}

/** Several such pairs. */
export interface PairsCheck extends Coverage, Pick<AlikeCheck, 'title'> {
  /** Each of a text that nobody else has; by how the two differ. */
  readonly pairs: Readonly<Record<string, AlikeCheck['subs']>>
}

/** `sub` is a case-sensitive text of up to 255 characters (OpenID Connect Core §2). */
const alike = (
  about: Coverage,
  ids: Readonly<Record<'letterCase' | 'beginning' | 'punctuation' | 'number', string>>,
): readonly AlikeCheck[] => [
  {
    ...about,
    id: ids.letterCase,
    title: 'differ in letter case alone',
    subs: (own) => [`U-${own}`, `u-${own}`],
    detects: ['ignores-case-of-subject', ...(about.detects ?? [])],
  },
  {
    ...about,
    id: ids.beginning,
    title: 'are long and differ at their end alone',
    profile: 'standard',
    subs: (own) => [`${own}-`.padEnd(254, 'x').concat('1'), `${own}-`.padEnd(254, 'x').concat('2')],
    detects: ['cuts-subject', ...(about.detects ?? [])],
  },
  {
    ...about,
    id: ids.punctuation,
    title: 'differ in a punctuation mark alone',
    profile: 'standard',
    subs: (own) => [`u.${own}`, `u-${own}`],
    detects: ['ignores-punctuation-of-subject', ...(about.detects ?? [])],
  },
  {
    ...about,
    id: ids.number,
    title: 'spell one number in two ways',
    profile: 'standard',
    subs: (own) => {
      const digits = String(Number.parseInt(own.replaceAll('-', '').slice(0, 8), 16) + 1)
      return [digits, `0${digits}`]
    },
    detects: ['reads-subject-as-number', ...(about.detects ?? [])],
  },
]

export const ownHumanOfLike = alike(
  { ...ownHuman, detects: [] },
  {
    letterCase: 'relying-party.own-human-in-letter-case',
    beginning: 'relying-party.own-human-of-one-beginning',
    punctuation: 'relying-party.own-human-in-punctuation',
    number: 'relying-party.own-human-of-one-number',
  },
)

export const subjectsAlike: readonly AlikeCheck[] = [
  ...alike(subjects, {
    letterCase: 'broker.subjects-in-letter-case',
    beginning: 'broker.subjects-of-one-beginning',
    punctuation: 'broker.subjects-in-punctuation',
    number: 'broker.subjects-of-one-number',
  }),
  {
    // What a column of a database finds equal that pads texts; on a page nobody sees the difference.
    ...subjects,
    id: 'broker.subjects-with-space-behind',
    title: 'differ in a space at their end alone',
    level: 'strict',
    profile: 'standard',
    subs: (own) => [`u-${own}`, `u-${own} `],
    detects: ['trims-subject', ...anySubjects],
  },
  {
    ...subjects,
    id: 'broker.subjects-with-space-before',
    title: 'differ in a space at their beginning alone',
    level: 'strict',
    profile: 'standard',
    subs: (own) => [`u-${own}`, ` u-${own}`],
    detects: ['trims-beginning-of-subject', 'trims-subject', ...anySubjects],
  },
]

const apart = (about: Pick<PairsCheck, 'id' | 'title' | 'pairs' | 'detects'>): PairsCheck => ({
  ...subjects,
  profile: 'standard',
  ...about,
  detects: [...(about.detects ?? []), ...anySubjects],
})

/** Subs that differ in what a reader leaves out that takes them for something else than a text. */
export const subjectsApart: readonly PairsCheck[] = [
  apart({
    id: 'broker.subjects-of-two-namespaces',
    title: 'differ in what stands before a mark alone',
    pairs: Object.fromEntries(
      ['|', ':', '/', '\\'].map((mark) => [
        `before ${mark}`,
        (own: string) => [`a${mark}${own}`, `b${mark}${own}`] as const,
      ]),
    ),
    detects: ['drops-namespace-of-subject'],
  }),
  apart({
    id: 'broker.subjects-of-two-ends',
    title: 'differ in what stands behind a mark alone',
    pairs: Object.fromEntries(
      [',', '#', '@', '?'].map((mark) => [
        `behind ${mark}`,
        (own: string) => [`${own}${mark}a`, `${own}${mark}b`] as const,
      ]),
    ),
    detects: ['drops-end-of-subject'],
  }),
  apart({
    id: 'broker.subjects-encoded',
    title: 'are two spellings of one text to a reader that decodes them',
    pairs: {
      'in percent-encoding': (own) => [`%41${own}`, `A${own}`],
      'in an entity of HTML': (own) => [`&amp;${own}`, `&${own}`],
      'in an entity of HTML by number': (own) => [`&#65;${own}`, `A${own}`],
    },
    detects: ['decodes-subject'],
  }),
]

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
  ['login-opens-service', 'serves-for-login-tokens'],
  {
    roles: ['ServiceProvider'],
  },
)
