import type { LoginMisbehaviour } from '../../harness/check/relying-party/types.js'
import type { LoginRow } from './rows.js'

const answered = (...names: readonly LoginMisbehaviour['name'][]): readonly LoginMisbehaviour[] =>
  names.map((name) => ({ entry: 'answer', name }))

const state = {
  needs: 'state',
  atServiceProvider: { requirements: ['LOGIN-STATE'], cases: ['OID-13'] },
  atBroker: { requirements: ['BROKER-MIX-UP'], cases: [], level: 'strict' },
} as const
/** What a relying party need not know yet (RFC 9207). */
const responseIssuer = {
  atServiceProvider: { requirements: ['LOGIN-ISSUER-MIX-UP'], cases: ['OID-17'] },
  atBroker: { requirements: ['BROKER-MIX-UP'], cases: [], level: 'should' },
} as const
const userinfo = {
  needs: 'userinfo',
  atServiceProvider: { requirements: ['LOGIN-USERINFO'], cases: ['OID-18'] },
  atBroker: { requirements: ['BROKER-UPSTREAM'], cases: [], level: 'strict' },
} as const

/**
 * Answers that end a login, whatever the id_token says. A target that takes one without its state for that of the
 * login which was begun last shows it only while no other login begins, so those run alone.
 */
export const answerRows: readonly LoginRow[] = [
  {
    ids: { atServiceProvider: 'relying-party.state', atBroker: 'broker.state' },
    title: 'on an answer with a state that it never sent',
    misbehaviours: answered('state-other'),
    exclusive: true,
    detects: ['ignores-state'],
    ...state,
  },
  {
    // An answer is one or the other (RFC 6749 §4.1.2); a client may read the code first.
    ids: { atServiceProvider: 'relying-party.error-beside-code', atBroker: 'broker.error-beside-code' },
    title: 'on an answer with an error beside its code',
    misbehaviours: answered('error-beside-code'),
    profile: 'standard',
    detects: ['ignores-error-beside-code'],
    atServiceProvider: { requirements: ['LOGIN-OIDC'], cases: [], level: 'should' },
    atBroker: { requirements: ['BROKER-UPSTREAM'], cases: [], level: 'should' },
  },
  {
    // Where no code comes, no id_token says who the human is.
    ids: { atServiceProvider: 'relying-party.code-missing', atBroker: 'broker.code-missing' },
    title: 'on an answer with an error, an id_token or nothing in place of a code',
    misbehaviours: answered('error-without-code', 'answer-without-code', 'id-token-in-place-of-code'),
    profile: 'standard',
    detects: ['logs-in-without-code', 'takes-id-token-of-answer'],
    atServiceProvider: { requirements: ['LOGIN-ID-TOKEN'], cases: [], level: 'must' },
    atBroker: { requirements: ['BROKER-UPSTREAM'], cases: [], level: 'must' },
  },
  {
    ids: { atServiceProvider: 'relying-party.state-beginning', atBroker: 'broker.state-beginning' },
    title: 'on an answer with an empty state, or the first characters of the one that it sent',
    misbehaviours: answered('state-that-is-empty', 'state-of-four-characters'),
    profile: 'standard',
    exclusive: true,
    detects: ['ignores-state', 'takes-beginning-of-state'],
    ...state,
  },
  {
    // No more than a finding: a part of a state may be for the target's own use, such as a way back to where the human was.
    ids: { atServiceProvider: 'relying-party.state-near', atBroker: 'broker.state-near' },
    title: 'on an answer with nearly the state that it sent',
    misbehaviours: answered('state-without-its-end', 'state-with-more-behind-it', 'state-in-other-letter-case'),
    profile: 'standard',
    detects: ['ignores-state', 'takes-beginning-of-state', 'compares-beginning-of-state', 'ignores-case-of-state'],
    needs: 'state',
    atServiceProvider: { requirements: ['LOGIN-STATE'], cases: [], level: 'strict' },
    atBroker: state.atBroker,
  },
  {
    ids: { atServiceProvider: 'relying-party.state-missing', atBroker: 'broker.state-missing' },
    title: 'on an answer without the state that it sent',
    misbehaviours: answered('state-missing'),
    profile: 'standard',
    exclusive: true,
    detects: ['accepts-missing-state'],
    ...state,
  },
  {
    ids: { atServiceProvider: 'relying-party.state-of-another', atBroker: 'broker.state-of-another' },
    title: 'on an answer with the state of a login in another browser',
    misbehaviours: answered('state-of-other-flow'),
    detects: ['accepts-state-of-another-flow'],
    ...state,
  },
  {
    ids: { atServiceProvider: 'relying-party.other-provider', atBroker: 'broker.other-provider' },
    title: 'on an id_token that another IdentityProvider made than the one that it asked',
    misbehaviours: [{ entry: 'id_token', name: 'answer-of-other-provider' }],
    detects: ['accepts-id-token-of-another-provider'],
    atServiceProvider: { requirements: ['LOGIN-ID-TOKEN'], cases: ['OID-14'] },
    atBroker: { requirements: ['BROKER-MIX-UP'], cases: ['BRK-06'] },
  },
  {
    ids: { atServiceProvider: 'relying-party.sent-on', atBroker: 'broker.sent-on' },
    title: 'on the answer of another IdentityProvider than the one that it asked',
    misbehaviours: answered('redirected-to-other'),
    detects: ['takes-provider-from-answer'],
    atServiceProvider: { requirements: ['LOGIN-ISSUER-MIX-UP'], cases: ['OID-17'] },
    atBroker: { requirements: ['BROKER-MIX-UP'], cases: ['BRK-06'] },
  },
  {
    ids: { atServiceProvider: 'relying-party.response-issuer', atBroker: 'broker.response-issuer' },
    title: 'on an answer whose iss names another IdentityProvider',
    misbehaviours: answered('response-iss-of-other'),
    detects: ['ignores-response-issuer'],
    ...responseIssuer,
  },
  {
    ids: { atServiceProvider: 'relying-party.response-issuer-near', atBroker: 'broker.response-issuer-near' },
    title: 'on an answer whose iss is nearly that of the IdentityProvider, or empty',
    misbehaviours: answered('response-iss-with-more-behind-it', 'response-iss-that-is-empty'),
    profile: 'standard',
    detects: ['ignores-response-issuer', 'compares-beginning-of-response-issuer', 'takes-empty-response-issuer'],
    ...responseIssuer,
  },
  {
    ids: { atServiceProvider: 'relying-party.response-issuer-missing', atBroker: 'broker.response-issuer-missing' },
    title: 'on an answer without the iss that the IdentityProvider announces',
    misbehaviours: answered('response-without-iss'),
    detects: ['accepts-missing-response-issuer'],
    ...responseIssuer,
  },
  {
    ids: { atServiceProvider: 'relying-party.id-token-missing', atBroker: 'broker.id-token-missing' },
    title: 'where no id_token comes',
    misbehaviours: [{ entry: 'token answer', name: 'token-without-id-token' }],
    profile: 'standard',
    detects: ['accepts-missing-id-token'],
    atServiceProvider: { requirements: ['LOGIN-ID-TOKEN'], cases: ['OID-14'] },
    atBroker: { requirements: ['BROKER-UPSTREAM'], cases: ['BRK-05'] },
  },
  {
    // What came for another login takes the place of nothing that does not come for this one.
    ids: { atServiceProvider: 'relying-party.token-failing', atBroker: 'broker.token-failing' },
    title: 'where the token endpoint fails',
    misbehaviours: [
      { entry: 'token answer', name: 'token-status-500' },
      { entry: 'token answer', name: 'token-reset' },
      { entry: 'token answer', name: 'token-html' },
    ],
    profile: 'standard',
    exclusive: true,
    detects: ['keeps-access-token-of-login-before'],
    atServiceProvider: { requirements: ['LOGIN-ID-TOKEN'], cases: [], level: 'must' },
    atBroker: { requirements: ['BROKER-UPSTREAM'], cases: [], level: 'must' },
  },
  {
    ids: { atServiceProvider: 'relying-party.userinfo', atBroker: 'broker.userinfo' },
    title: 'on userinfo about somebody else',
    misbehaviours: [
      { entry: 'userinfo', name: 'userinfo-of-other-subject' },
      { entry: 'userinfo', name: 'userinfo-without-sub' },
    ],
    detects: ['ignores-userinfo-subject'],
    ...userinfo,
  },
  {
    // A subject is compared as it stands (OpenID Connect Core §2, §5.3.2).
    ids: { atServiceProvider: 'relying-party.userinfo-near', atBroker: 'broker.userinfo-near' },
    title: 'on userinfo whose sub is nearly that of the id_token',
    misbehaviours: [
      { entry: 'userinfo', name: 'userinfo-sub-in-other-letter-case' },
      { entry: 'userinfo', name: 'userinfo-sub-with-a-space-behind-it' },
      { entry: 'userinfo', name: 'userinfo-sub-without-its-end' },
    ],
    profile: 'standard',
    detects: ['ignores-userinfo-subject', 'folds-userinfo-subject', 'compares-beginning-of-userinfo-subject'],
    needs: 'userinfo',
    atServiceProvider: { requirements: ['LOGIN-USERINFO'], cases: [], level: 'strict' },
    atBroker: { requirements: ['BROKER-UPSTREAM'], cases: [], level: 'strict' },
  },
]
