import type { LoginDefect } from '../../harness/check/relying-party/types.js'
import { type WrongTlsCertificate, wrongTlsCertificates } from '../../harness/lab/protocol.js'
import type { ConductRow } from '../client/client.cases.js'
import { conduct } from '../support/conduct.js'
import type { Coverage } from '../support/row.js'

/** What a ServiceProvider sends to the token endpoint of an IdentityProvider (ruling 21). */
export const towardsIdentityProvider: readonly ConductRow[] = conduct.map(({ mnemonic, ...row }) => ({
  ...row,
  id: `login-client.${mnemonic}`,
  roles: ['ServiceProvider'],
}))

/** The same for an IdentityBroker. */
export const brokerTowardsIdentityProvider: readonly ConductRow[] = conduct.map(({ mnemonic, cases: _, ...row }) => ({
  ...row,
  id: `broker-client.${mnemonic}`,
  requirements: ['BROKER-ASSERTION', ...row.requirements],
  cases: ['BRK-07'],
  roles: ['IdentityBroker'],
}))

export const renewedAtLogin: Coverage = {
  id: 'login-client.new-assertion',
  requirements: ['LOGIN-ASSERTION', 'JWT-JTI-NEW'],
  cases: ['OID-20'],
  roles: ['ServiceProvider'],
  detects: ['reuses-own-assertion'],
}

export const renewedByBroker: Coverage = {
  ...renewedAtLogin,
  id: 'broker-client.new-assertion',
  requirements: ['BROKER-ASSERTION', 'JWT-JTI-NEW'],
  cases: ['BRK-07'],
  roles: ['IdentityBroker'],
}

export const keepsAudienceAtLogin: Coverage = {
  id: 'login-client.told-audience',
  requirements: ['LOGIN-ASSERTION', 'ASSERTION-AUD'],
  cases: ['OID-20'],
  roles: ['ServiceProvider'],
  detects: ['follows-told-audience', 'addresses-url'],
}

export const keepsAudienceAsBroker: Coverage = {
  ...keepsAudienceAtLogin,
  id: 'broker-client.told-audience',
  requirements: ['BROKER-ASSERTION', 'ASSERTION-AUD'],
  cases: ['BRK-07'],
  roles: ['IdentityBroker'],
}

/** A target that does not look at the certificate hands its assertion, and the code, to anybody in between. */
export const verifiesTlsAtLogin: Coverage = {
  id: 'login-client.tls',
  requirements: ['REGISTRY-TLS'],
  cases: ['CLI-10'],
  roles: ['ServiceProvider'],
  exclusive: true,
  detects: ['ignores-tls-certificate-of-others'],
}

/** A broker looks its client up before: each certificate has a check of its own, after which the registry's is right again. */
export const verifiesTlsAsBroker: readonly (Coverage & { readonly tlsCertificate: WrongTlsCertificate })[] =
  wrongTlsCertificates.map((tlsCertificate) => ({
    ...verifiesTlsAtLogin,
    id: `broker-client.tls-${tlsCertificate.replaceAll(' ', '-')}`,
    roles: ['IdentityBroker'],
    tlsCertificate,
  }))

/** A token endpoint that sends the target elsewhere. */
export interface RedirectCheck extends Coverage {
  readonly title: string
  readonly defect: LoginDefect
}

const redirects =
  (topic: string, about: Pick<Coverage, 'requirements' | 'roles'>) =>
  (status: 307 | 308): RedirectCheck => ({
    id: `${topic}.redirect-${status}`,
    title: `sends its assertion to no other host where the token endpoint answers ${status}`,
    defect: { entry: 'token answer', name: `token-redirect-${status}` },
    cases: [],
    level: 'should',
    detects: ['follows-token-redirects'],
    ...about,
  })

export const redirectsAtLogin = ([307, 308] as const).map(
  redirects('login-client', { requirements: ['LOGIN-ASSERTION', 'ASSERTION-RECEIVER'], roles: ['ServiceProvider'] }),
)

export const redirectsOfBroker = ([307, 308] as const).map(
  redirects('broker-client', { requirements: ['BROKER-ASSERTION', 'ASSERTION-RECEIVER'], roles: ['IdentityBroker'] }),
)

export const stateOnce: Coverage = {
  id: 'relying-party.state-used',
  requirements: ['LOGIN-STATE'],
  cases: ['OID-13'],
  profile: 'standard',
  roles: ['ServiceProvider'],
  detects: ['accepts-used-state'],
}

/** Neither the nonce nor PKCE tells that a request was answered before; only its state does. */
export const requestOnce: Coverage = {
  ...stateOnce,
  id: 'relying-party.request-answered-again',
  detects: ['accepts-used-state', 'keeps-used-state'],
}

export const ofAnother: Coverage = {
  id: 'relying-party.answer-of-another',
  requirements: ['LOGIN-STATE'],
  cases: ['OID-13'],
  roles: ['ServiceProvider'],
  detects: ['takes-answer-of-another-browser'],
}

/** A browser that has no cookie of the target at all is another one, too. */
export const ofAnotherAfresh: Coverage = {
  ...ofAnother,
  id: 'relying-party.answer-from-nowhere',
  profile: 'standard',
  detects: ['takes-answer-without-cookie'],
}

/** What a browser without a session remembers of a login is nothing, and nothing is what it is asked for then. */
export const ofNobody: Coverage = {
  ...ofAnother,
  id: 'relying-party.answer-without-state-from-nowhere',
  profile: 'standard',
  exclusive: true,
  detects: ['takes-no-state-without-cookie'],
}

export const ofAnotherAtBroker: Coverage = {
  ...ofAnother,
  id: 'broker.answer-of-another',
  requirements: ['BROKER-MIX-UP'],
  cases: [],
  level: 'strict',
  roles: ['IdentityBroker'],
}

/** What every login needs anew (OpenID Connect Core §3.1.2.1, RFC 7636 §7.1). */
export const fresh: Coverage = {
  id: 'relying-party.fresh-values',
  requirements: ['LOGIN-NONCE'],
  cases: [],
  level: 'strict',
  roles: ['ServiceProvider'],
  detects: ['reuses-nonce', 'reuses-code-verifier'],
}

export const freshAtBroker: Coverage = { ...fresh, id: 'broker.fresh-values', roles: ['IdentityBroker'] }

/** What protects a login cannot be guessed (RFC 6749 §10.10, §10.12; RFC 7636 §7.1). */
export const guessable: Coverage = {
  ...fresh,
  id: 'relying-party.guessable-values',
  detects: [
    'counts-states',
    'sends-short-state',
    'counts-nonces',
    'sends-short-nonce',
    'reuses-nonce',
    'counts-code-verifiers',
    'has-short-code-verifier',
    'reuses-code-verifier',
  ],
}

export const guessableAtBroker: Coverage = {
  ...guessable,
  id: 'broker.guessable-values',
  roles: ['IdentityBroker'],
}

/** A reader of the request must not learn the verifier; without a method it is plain (RFC 7636 §4.3). */
export const challenge: Coverage = {
  id: 'relying-party.plain-challenge',
  requirements: ['LOGIN-CHALLENGE'],
  cases: [],
  level: 'should',
  roles: ['ServiceProvider'],
  detects: ['sends-plain-challenge', 'omits-challenge-method'],
}

export const challengeOfBroker: Coverage = {
  ...challenge,
  id: 'broker.plain-challenge',
  roles: ['IdentityBroker'],
}

/** Nor does anything else in the request tell it (RFC 7636 §7.1). */
export const keptVerifier: Coverage = {
  ...challenge,
  id: 'relying-party.verifier-in-request',
  detects: ['takes-state-for-code-verifier', 'hashes-nonce-to-code-verifier', 'shows-code-verifier-in-state'],
}

export const keptVerifierOfBroker: Coverage = {
  ...keptVerifier,
  id: 'broker.verifier-in-request',
  roles: ['IdentityBroker'],
}

export const ownHuman: Coverage = {
  id: 'relying-party.own-human',
  requirements: ['LOGIN-HUMAN'],
  cases: [],
  level: 'must',
  roles: ['ServiceProvider'],
  detects: ['takes-human-for-the-one-before'],
}

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
  detects: ['mixes-up-humans', 'takes-human-for-the-one-before'],
}

export const subjectsSideBySide: Coverage = {
  ...subjects,
  id: 'broker.subjects-side-by-side',
  detects: ['mixes-up-humans', ...anySubjects],
}

/** Nothing but `iss` and `sub` names a human (OpenID Connect Core §5.7); two may share a mailbox. */
export const ownHumanOfMailbox: Coverage = {
  ...ownHuman,
  id: 'relying-party.own-human-of-mailbox',
  detects: ['knows-humans-by-email'],
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

/** `sub` is a case-sensitive text of up to 255 characters (OpenID Connect Core §2). */
const alike = ({ id, ...about }: Coverage): readonly AlikeCheck[] => [
  {
    ...about,
    id: `${id}-in-letter-case`,
    title: 'differ in letter case alone',
    subs: (own) => [`U-${own}`, `u-${own}`],
    detects: ['ignores-case-of-subject', ...(about.detects ?? [])],
  },
  {
    ...about,
    id: `${id}-of-one-beginning`,
    title: 'are long and differ at their end alone',
    profile: 'standard',
    subs: (own) => [`${own}-`.padEnd(254, 'x').concat('1'), `${own}-`.padEnd(254, 'x').concat('2')],
    detects: ['cuts-subject', ...(about.detects ?? [])],
  },
  {
    ...about,
    id: `${id}-in-punctuation`,
    title: 'differ in a punctuation mark alone',
    profile: 'standard',
    subs: (own) => [`u.${own}`, `u-${own}`],
    detects: ['ignores-punctuation-of-subject', ...(about.detects ?? [])],
  },
  {
    ...about,
    id: `${id}-of-one-number`,
    title: 'spell one number in two ways',
    profile: 'standard',
    subs: (own) => {
      const digits = String(Number.parseInt(own.replaceAll('-', '').slice(0, 8), 16) + 1)
      return [digits, `0${digits}`]
    },
    detects: ['reads-subject-as-number', ...(about.detects ?? [])],
  },
]

export const ownHumanOfLike = alike({ ...ownHuman, id: 'relying-party.own-human', detects: [] })

export const subjectsAlike: readonly AlikeCheck[] = [
  ...alike({ ...subjects, id: 'broker.subjects', detects: anySubjects }),
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
]

/** `sub` is unique within its IdentityProvider alone (OpenID Connect Core §5.7). */
export const subjectsOfTwo: Coverage = {
  ...subjects,
  id: 'broker.subjects-of-two-providers',
  detects: ['knows-humans-by-sub-alone'],
}

/** The human who logged in last in a window is the one who is logged in there. */
export const secondHuman: Coverage = {
  ...ownHuman,
  id: 'relying-party.second-human',
  level: 'strict',
  detects: ['keeps-human-of-browser'],
}

/** Cookies of before a login are worth nothing after it. */
export const fixation: Coverage = {
  ...ownHuman,
  id: 'relying-party.session-of-before',
  level: 'should',
  detects: ['logs-in-session-of-before'],
}

/** A session that is kept in a cookie has to be signed, or anybody writes one. */
export const written: Coverage = {
  ...ownHuman,
  id: 'relying-party.session-written',
  level: 'strict',
  detects: ['keeps-human-in-cookie'],
}

export const secondHumanAtBroker: Coverage = {
  ...subjects,
  id: 'broker.second-human',
  level: 'strict',
  detects: ['keeps-human-of-browser', ...anySubjects],
}

/**
 * A target that keeps one login per browser answers the request of one window for another (RFC 6749 §4.1.2, OpenID
 * Connect Core §3.1.2.5).
 */
export const twoBegun: Coverage = {
  id: 'broker.two-begun',
  requirements: ['LOGIN-OIDC'],
  cases: [],
  level: 'strict',
  profile: 'standard',
  roles: ['IdentityBroker'],
  detects: ['goes-on-with-latest-login'],
}

/** Addresses are kept in histories and logs (RFC 6750 §5.3, RFC 9700 §4.2.4). */
export const tokenInAddress: Coverage = {
  id: 'relying-party.token-in-address',
  requirements: ['LOGIN-TOKEN-ADDRESS'],
  cases: [],
  level: 'should',
  roles: ['ServiceProvider'],
  detects: ['puts-id-token-into-address', 'puts-access-token-into-address'],
}

export const tokenInAddressAtBroker: Coverage = {
  ...tokenInAddress,
  id: 'broker.token-in-address',
  roles: ['IdentityBroker'],
}

export const unasked: Coverage = {
  id: 'broker.unasked-claims',
  requirements: ['BROKER-MINIMAL'],
  cases: ['BRK-08'],
  roles: ['IdentityBroker'],
  detects: [
    'passes-on-unasked-claims',
    'renames-unasked-claims',
    'passes-on-upstream-token',
    'passes-on-upstream-access-token',
  ],
}

/** What the id_token does not say without being asked, userinfo does not either (OpenID Connect Core §5.4). */
export const unaskedAtUserinfo: Coverage = {
  id: 'broker.unasked-at-userinfo',
  requirements: ['BROKER-MINIMAL'],
  cases: [],
  level: 'should',
  profile: 'standard',
  roles: ['IdentityBroker'],
  detects: ['tells-unasked-claims-at-userinfo', 'tells-upstream-token-at-userinfo'],
}

export const humanOnly: Coverage = {
  id: 'relying-party.login-is-no-authority',
  requirements: ['LOGIN-HUMAN-ONLY'],
  cases: ['OID-19'],
  roles: ['ServiceProvider'],
  detects: ['login-opens-service'],
}
