import type { FaultName } from '../../harness/faults/faults.js'
import { collateralOfLookUps } from './collateral-look-ups.js'

/** Checks that a fault reaches although they do not name it, and why that is right. */
export interface Collateral {
  /** Check ids; `*` at the end stands for anything. */
  readonly checks: readonly string[]
  readonly reason: string
}

const control = { checks: ['*'], reason: 'it refuses the conforming control of every check, so nothing can be judged' }

const allOfWrong = {
  checks: [
    'service.nested-false',
    'service.eight-levels-false',
    'service.contradiction',
    'service.unknown-operator',
    'service.random-trees',
  ],
  reason: 'these trees have an allOf of which one node does not hold',
}

const trees = {
  checks: ['delegation.*'],
  reason: 'trees are made of anyOf and allOf, and the named checks are the plainest of them',
}

const spaced = { checks: ['delegation.context-spelling'], reason: 'a space beside an identifier makes it a longer one' }

const longerAtService = {
  checks: ['service.other-provider', 'service.any-of-none', 'service.other-spelling', 'service.random-trees'],
  reason: 'these conditions name an identifier that begins with the right one',
}

const signedBadly = { checks: ['delegation.token-sub'], reason: 'there is a token to look at then' }

const otherSub = {
  checks: ['login.userinfo-*', 'login.subject-after-restart'],
  reason: 'it puts another sub into the id_token than userinfo tells, or than it put there before',
}

const otherAudience = {
  checks: ['login.id-token-names', 'login.id-token-side-by-side', 'login.token-of-two-names'],
  reason: 'these checks read the aud of an id_token too',
}

const codeForToken = {
  checks: ['login.at-hash', 'login.userinfo-*'],
  reason: 'the access token that it hands out is another one than it made, at which at_hash and userinfo do not look',
}

const respelledAtService: Collateral = {
  checks: ['service.evidence-respelled'],
  reason: 'one of the names in another spelling is that one',
}

const respelledSubject: Collateral = {
  checks: ['delegation.subject-respelled'],
  reason: 'a subject in another spelling is another one, of which some begin with the right one',
}

const respelled = (what: string): Collateral => ({
  checks: ['delegation.names-respelled'],
  reason: `one of the names in other letters is ${what}`,
})

/** Who mixes up what comes at once meets checks that run side by side, and those that send messages so. */
const besideOthers = (topic: string): Collateral => ({
  checks: [`${topic}.*`],
  reason: 'it depends on what comes at the same time, which checks of the topic send each other',
})

const twoLogins = {
  checks: ['login.nonce-of-own-login', 'login.state-and-nonce-zero'],
  reason: 'these checks compare the nonce of an id_token too',
}

const sameHolder = {
  checks: ['state.revoked-on-shared-crl'],
  reason: 'its revoked certificate has the subject name, the client and perhaps the key of the sound one',
}

const fourCertificates = {
  checks: ['positive.large-chain'],
  reason: 'its chain has four certificates, of which two roots are trusted',
}

/** Faults that reach further than the checks that name them. */
export const collateral: Readonly<Partial<Record<FaultName, Collateral>>> = {
  'refuses-context': control,
  'refuses-first-contact': control,
  'refuses-good-status': control,
  'requires-digital-signature': control,
  'requires-nbf': control,
  'refuses-second-authentication': { checks: ['*'], reason: 'it refuses the second message of every check' },
  'refuses-same-second': { checks: ['*'], reason: 'it refuses messages that follow their control within a second' },
  'keeps-revocation-by-subject': sameHolder,
  'keeps-revocation-by-client': sameHolder,
  'keeps-revocation-by-key': sameHolder,
  'keeps-verdict-by-connection': {
    checks: ['state.key-of-another-certificate'],
    reason: 'its signatures are wrong too, and come by the connection of a sound one',
  },
  'sends-clients-assertion': {
    checks: ['*'],
    reason: 'what the participant sends to the registry is judged over the whole run, for whatever client it was sent',
  },
  'requires-plain-json': { checks: ['json.*'], reason: 'claim names and values spelled with escapes are refused too' },
  'reads-seconds-of-lifetime': {
    checks: ['time.lifetime-from-nbf'],
    reason: 'an hour has no seconds beside its minutes',
  },
  'refuses-extra-claims': { checks: ['positive.earlier-nbf'], reason: 'nbf is a further claim, too' },
  'refuses-aged-assertion': { checks: ['replay.*'], reason: 'a replay of an aged assertion has an aged control' },
  ...collateralOfLookUps,
  'holds-no-conditions': {
    checks: ['delegation.*'],
    reason: 'it permits nothing under conditions that hold, as the controls of these checks do',
  },
  'mixes-up-askers': besideOthers('delegation'),
  'mixes-up-evidence': besideOthers('delegation'),
  'mixes-up-requests': besideOthers('delegation'),
  'accepts-foreign-audience': {
    checks: ['audience.beside-others', 'audience.near-miss', 'audience.look-alike', 'audience.encoded'],
    reason: 'it does not apply where the assertion is not refused alone either',
  },
  'mixes-up-audiences': besideOthers('audience'),
  'mixes-up-consumers': besideOthers('service'),
  'mixes-up-signatures': besideOthers('signature'),
  'mixes-up-statuses': besideOthers('registry'),
  'changes-nonce': twoLogins,
  'cuts-nonce': twoLogins,
  'lower-cases-nonce': twoLogins,
  'omits-nonce': twoLogins,
  'requires-three-certificates': fourCertificates,
  'accepts-expired-leaf': { checks: ['certificate.again'], reason: 'one of those that come again is expired' },
  'ignores-client-id': {
    checks: ['identity.near-miss'],
    reason: 'a client_id that is nearly right is not compared, either',
  },
  'trusts-any-root': { checks: ['chain.untrusted-addresses'], reason: 'a chain that it trusts has its sources asked' },
  'trusts-first-root': {
    checks: ['positive.large-chain', 'positive.far-dates'],
    reason: 'some of their chains lead to another root of the list',
  },
  'serves-without-evidence': {
    checks: [
      'service.consumer-of-token',
      'service.call-names-another',
      'service.permit-in-error',
      'service.side-by-side',
      'service.token-of-two-clients',
    ],
    reason: 'these refusals rest on evidence, too',
  },
  'forgets-aged-assertions': {
    checks: ['replay.some-seconds-later'],
    reason: 'what it sends again has the age at which they are forgotten',
  },
  'omits-own-jti': {
    checks: ['asking.new-assertion', 'client.new-assertion', 'login-client.new-assertion'],
    reason: 'assertions without a jti do not differ by it',
  },
  'follows-told-audience': {
    checks: ['asking.audience', 'client.audience', 'login-client.audience'],
    reason: 'the audience that a refusal names stands in an assertion of its own',
  },
  'remembers-64-characters': {
    checks: ['replay.stored-jti'],
    reason: 'its identifiers are longer than that',
  },
  'matches-by-subject': {
    checks: ['registry.certificate-withdrawn'],
    reason: 'the certificate that is left has the same subject',
  },
  'issues-refresh-token': { checks: ['token.offline-access'], reason: 'no answer may hold one, asked for or not' },
  'accepts-unknown-alg': { checks: ['algorithm.respelled'], reason: 'a name that is spelled otherwise is unknown' },
  'answers-other-grants': {
    checks: ['http.query-parameters'],
    reason: 'one of its requests names another grant in its body',
  },
  'completes-chain': {
    checks: ['chain.root-not-last'],
    reason: 'a chain whose root does not stand last is completed too',
  },
  'accepts-unregistered-certificate': {
    checks: ['registry.*', 'identity.registry-name'],
    reason: 'who compares no certificate takes every one that is registered wrongly',
  },
  'registers-any-of-x5c': {
    checks: ['chain.root-not-last'],
    reason: 'what does not stand first in x5c is not the certificate of the client',
  },
  'accepts-empty-signature': {
    checks: ['signature.odd-values'],
    reason: 'one of the odd values is the empty signature',
  },
  'skips-signature': {
    checks: [
      'signature.*',
      'algorithm.*',
      'header.*',
      'jws-form.*',
      'chain.*',
      'identity.*',
      'replay.*',
      'http.no-leak',
    ],
    reason: 'who verifies no signature takes every forged one',
  },
  'accepts-odd-jti': { checks: ['http.no-leak'], reason: 'one of the malformed assertions is granted' },
  'accepts-empty-x5c': { checks: ['http.no-leak'], reason: 'one of the malformed assertions is granted' },
  'ignores-crl': {
    checks: ['certificate.revoked-*', 'certificate.crl-addresses'],
    reason: 'never read: a finding of its own (ruling 13)',
  },
  'ignores-ocsp': {
    checks: ['certificate.revoked-*', 'certificate.ocsp-addresses'],
    reason: 'never asked: a finding of its own (ruling 13)',
  },
  'asks-first-crl-address': {
    checks: ['certificate.revoked-at-second-*'],
    reason: 'was given nothing there: a finding of its own (ruling 29)',
  },
  'asks-first-responder': {
    checks: ['certificate.revoked-by-second-responder'],
    reason: 'was given nothing there: a finding of its own (ruling 29)',
  },
  'accepts-replay': { checks: ['replay.*'], reason: 'who remembers nothing takes every replay' },
  'remembers-per-connection': { checks: ['replay.*'], reason: 'copies come on connections of their own' },
  'accepts-missing-audience': { checks: ['json.*'], reason: 'an aud by another name is a missing one' },
  'matches-audience-loosely': {
    checks: ['json.nul-character', 'audience.look-alike', 'audience.encoded'],
    reason: 'its id with something before or behind it is a near miss',
  },
  'ignores-sub': { checks: ['json.nul-character'], reason: 'one of the claims with a NUL is sub' },
  'trusts-sub': { checks: ['json.nul-character'], reason: 'one of the claims with a NUL is iss' },
  'honours-jku': { checks: ['header.jku-not-fetched'], reason: 'who honours it fetches it' },
  'honours-x5u': { checks: ['header.x5u-not-fetched'], reason: 'who honours it fetches it' },
  'grants-on-registry-error': {
    checks: ['registry-transport.recovery'],
    reason: 'the registry that recovers gave an error before',
  },
  'races-replay-shortly': { checks: ['replay.race-of-*'], reason: 'copies may meet by chance there too' },
  'accepts-code-raced-shortly': { checks: ['login.code-raced'], reason: 'requests may meet by chance there too' },
  'ignores-status': {
    checks: ['registry.status-*', 'parties-token.contradicted'],
    reason: 'who does not read the status takes every wrong one',
  },
  'skips-lookup': {
    checks: ['registry.*', 'registry-transport.*', 'parties-token.*', 'identity.*', 'client.*'],
    reason: 'who does not look a party up knows nothing of what the registry says',
  },
  'changes-subject': otherSub,
  'forgets-subjects': otherSub,
  'long-subject': otherSub,
  'hashes-code-to-access-tokens': codeForToken,
  'returns-code-as-access-token': codeForToken,
  'names-another-in-answer': { checks: ['login.token-of-code'], reason: 'a relying party refuses such an answer' },
  'answers-at-last-redirect-uri': {
    checks: ['login.code-of-another'],
    reason: 'the code of one client goes to the address of the other',
  },
  'issues-short-codes': { checks: ['login.code-counted'], reason: 'a short code differs in few places' },
  'accepts-any-redirect-uri': {
    checks: ['login.redirect-of-another'],
    reason: 'the address of another client is any address, too',
  },
  'addresses-id-token-to-another': otherAudience,
  'addresses-id-token-to-two': otherAudience,
  'mixes-up-clients': besideOthers('login'),
  'names-human-who-came-last': {
    checks: ['login.two-humans', 'login.userinfo-subject', 'login.userinfo-of-own-human'],
    reason: 'the human who came last may be another one, of this check or of one beside it',
  },
  'names-first-human': { checks: ['login.human-of-own-login'], reason: 'its two humans get one sub' },
  'tells-userinfo-of-another': {
    checks: ['login.userinfo-of-own-human'],
    reason: 'what userinfo tells is of another human than the id_token',
  },
  'omits-userinfo-subject': { checks: ['login.userinfo-of-own-human'], reason: 'there is no sub to compare' },
  'id-token-in-milliseconds': { checks: ['login.auth-time'], reason: 'auth_time is a time of it as well' },
  'names-another-issuer': { checks: ['login.answer-issuer'], reason: 'it compares the answer with the id_token' },
  'omits-auth-time': { checks: ['login.auth-time-kept'], reason: 'without an auth_time there is nothing to compare' },
  'omits-id-token-iat': { checks: ['login.id-token-current'], reason: 'without iat there is nothing to judge' },
  'ignores-prompt-login': {
    checks: ['broker.second-human'],
    reason: 'who asks nobody anew logs no second human in where one is logged in',
  },
  'counts-access-tokens': {
    checks: ['broker.second-human'],
    reason: 'no id_token comes beside them, so that no sub is seen',
  },
  'takes-human-for-the-one-before': {
    checks: ['relying-party.own-human-of-*'],
    reason: 'the one before is one of its two humans, unless somebody else has logged in between',
  },
  'keeps-login-of-wrong-nonce': {
    checks: ['relying-party.nonce-*', 'broker.nonce-*'],
    reason: 'there the nonce is wrong in other ways',
  },
  'compares-beginning-of-id-token-audience': {
    checks: ['relying-party.audience-part', 'broker.audience-part'],
    reason: 'a part of its id is the beginning of it',
  },
  // Evidence of an AuthorisationRegistry or EntitledParty
  'takes-foreign-token': {
    checks: ['delegation.no-token'],
    reason: 'what stands in its place is no token of it either',
  },
  'ignores-conditions': { checks: ['delegation.*'], reason: 'who evaluates no conditions permits under all of them' },
  'ignores-resource-type': respelled('a type of resource'),
  'ignores-policy-issuer': respelled('a policy issuer'),
  'reads-names-as-patterns': {
    checks: ['delegation.names-respelled'],
    reason: 'as a pattern, one of the names in other letters fits',
  },
  'permits-longer-actions': respelled('an action'),
  'permits-longer-resources': respelled('a resource'),
  'ignores-context-value': { checks: ['delegation.*'], reason: 'every leaf of which the key is there holds then' },
  'permits-unnamed-resource': {
    checks: [
      'delegation.*-of-another*',
      'delegation.policy-of-another-subject',
      'delegation.issuer-of-another-policy',
      'delegation.type-of-another-policy',
      'delegation.other-issuer',
      'delegation.names-respelled',
      'delegation.other-attribute',
    ],
    reason: 'no policy is about these, either',
  },
  'ignores-actions': { checks: ['delegation.names-respelled'], reason: 'one of the names is an action' },
  'takes-any-context-key': {
    checks: ['delegation.context-*', 'delegation.unknown-operand'],
    reason: 'the value that they name stands under another key',
  },
  'permits-unknown-operand': {
    checks: ['delegation.context-inherited-key'],
    reason: 'keys that every object inherits are keys that the context lacks',
  },
  'ignores-consumer-context': { checks: ['delegation.*'], reason: 'the consumer asks in most of them' },
  'omits-policy-sets': { checks: ['delegation.*', 'forwarding.*'], reason: 'no evidence of it permits anything' },
  'any-of-needs-all': trees,
  'any-of-reads-first': trees,
  'all-of-needs-one': trees,
  'all-of-reads-first': trees,
  'all-of-reads-last': trees,
  'flattens-nesting': trees,
  'limits-body': {
    checks: ['positive.chain-lengths', 'positive.roots'],
    reason: 'with a chain of four certificates, or a root of 4096 bits, a body is about that long',
  },
  'requires-uuid-jti': {
    checks: ['replay.free-jti'],
    reason: 'that check uses a jti of another form, and says nothing where it is refused',
  },
  'asks-without-token': {
    checks: ['asking.*', 'service.registry-no-token'],
    reason: 'who never authenticates sends no assertion to be judged',
  },
  'takes-latest-for-asker': {
    checks: ['delegation.callers-side-by-side', 'delegation.token-of-two-names', 'delegation.call-names-another'],
    reason: 'of two that ask, or that a request names, one has authenticated last',
  },
  'takes-latest-for-consumer': {
    checks: ['service.side-by-side'],
    reason: 'of two that call side by side one has authenticated last',
  },
  'ignores-forwarded': {
    checks: ['forwarding.*', 'delegation.token-of-another'],
    reason: 'who decides without forwarded JWTs is not judged by what it does with them (ruling 15)',
  },
  'forward-ignores-aud': { checks: ['forwarding.one-of-several'], reason: 'the bad one is addressed to another party' },
  'forward-once': { checks: ['forwarding.consumed'], reason: 'there a JWT is forwarded twice' },
  'forward-ignores-expiry': { checks: ['forwarding.from-future'], reason: 'who asks for no time takes any' },
  'forward-trusts-body': { checks: ['forwarding.audience-missing'], reason: 'one aud is *, which the body holds, too' },
  'forward-accepts-loose-padding': {
    checks: ['forwarding.digest-and-padding'],
    reason: 'who reads padding loosely reads past the name of the digest',
  },
  'signs-evidence-wrongly': signedBadly,
  'signs-evidence-ps256': signedBadly,
  'signs-evidence-with-kid': signedBadly,
  'signs-evidence-leaf-only': signedBadly,
  'signs-evidence-for-an-hour': signedBadly,
  'signs-evidence-for-nobody': signedBadly,
  'assumes-context': {
    checks: ['delegation.context-type', 'delegation.context-inherited-key'],
    reason: 'one of these contexts has no serviceProvider of its own',
  },
  'folds-context': { checks: ['delegation.context-type'], reason: 'a number folded is the text of that number' },
  'takes-context-for-pattern': {
    checks: ['delegation.context-spelling'],
    reason: 'what is percent-encoded holds a %, which stands for anything',
  },
  'takes-longer-context': spaced,
  'compares-ends-of-context': spaced,
  'finds-context-within': spaced,
  'forward-ignores-revocation': {
    checks: ['forwarding.revoked'],
    reason: 'never asked: a finding of its own (ruling 13)',
  },
  // The service of a ServiceProvider
  'requires-conditions': {
    checks: ['service.*', 'asking.*'],
    reason: 'it refuses the conforming control of every call',
  },
  'accepts-unknown-party': {
    checks: [
      'identity.wildcard',
      'identity.lookup-injection',
      'identity.letter-case',
      'identity.near-miss',
      'identity.lookup-traversal',
    ],
    reason: 'a client_id of wild cards, of two ids, or in other letters is no known party',
  },
  'coerces-alg': { checks: ['http.no-leak'], reason: 'one of the malformed assertions is granted' },
  'refuses-conditions': {
    checks: [
      'service.any-of-one',
      'service.nested-true',
      'service.eight-levels-true',
      'service.twenty-nodes-true',
      'service.truth-table',
      'service.random-trees',
    ],
    reason: 'conditions that hold are refused too',
  },
  'ignores-conditions-at-service': {
    checks: [
      'service.all-of-false',
      'service.nested-false',
      'service.eight-levels-false',
      'service.twenty-nodes-false',
      'service.contradiction',
      'service.unknown-oper*',
      'service.two-kinds',
      'service.incomplete-leaf',
      'service.malformed-node',
      'service.other-type',
      'service.other-spelling',
      'service.near-miss',
      'service.pattern',
      'service.policies-apart',
    ],
    reason: 'who evaluates no conditions serves whatever they are',
  },
  'takes-value-for-pattern-at-service': {
    checks: [
      'service.other-spelling',
      'service.any-of-one',
      'service.own-provider',
      'service.nested-true',
      'service.eight-levels-true',
      'service.twenty-nodes-true',
      'service.truth-table',
      'service.random-trees',
    ],
    reason: 'as a pattern, an identifier with a dot or a plus in it does not match itself',
  },
  'takes-shorter-value-at-service': longerAtService,
  'finds-value-within-at-service': longerAtService,
  'any-of-needs-all-at-service': {
    checks: ['service.nested-true', 'service.eight-levels-true', 'service.random-trees'],
    reason: 'these trees have an anyOf of which one node holds',
  },
  'any-of-reads-first-at-service': {
    checks: ['service.nested-true', 'service.eight-levels-true', 'service.random-trees'],
    reason: 'these trees have an anyOf of which one node holds',
  },
  'permits-deep-nodes-at-service': {
    checks: ['service.random-trees', 'service.thousand-random-trees'],
    reason: 'some of the random trees have more than four levels',
  },
  'all-of-needs-one-at-service': allOfWrong,
  'all-of-reads-first-at-service': allOfWrong,
  'all-of-reads-last-at-service': allOfWrong,
  'ignores-deny': {
    checks: ['service.deny-wins', 'service.deny-in-*', 'service.current-evidence'],
    reason: 'there the evidence denies as well',
  },
  'ignores-evidence-resource': {
    checks: ['service.policies-apart', 'service.evidence-respelled'],
    reason: 'it takes the Permit for another resource for one for its own',
  },
  'ignores-evidence-subject': respelledAtService,
  'ignores-evidence-issuer': respelledAtService,
  'ignores-evidence-action': respelledAtService,
  'takes-longer-resource': respelledAtService,
  'finds-resource-within': respelledAtService,
  'takes-longer-action': respelledAtService,
  'takes-longer-subjects': respelledSubject,
  'ignores-access-subject': {
    checks: [...respelledSubject.checks, 'delegation.subject-near-miss'],
    reason: 'a subject in another spelling is another one',
  },
  'permits-where-conditions-hold': {
    checks: ['delegation.deny'],
    reason: 'one of the Denies has conditions that hold',
  },
  'compares-ends-at-service': {
    checks: ['service.other-spelling'],
    reason: 'some other spellings end with the right one',
  },
  'asks-as-consumer': {
    checks: ['client.*'],
    reason: 'what the participant sends to the AuthorisationRegistry is judged over the whole run',
  },
  'serves-no-frameworks': {
    checks: ['documents.credential-*'],
    reason: 'without frameworks there is nothing in them to judge',
  },
  'misspells-claim-type': {
    checks: ['documents.authorisation-registry'],
    reason: 'a claim of a kind that there is not is no Authorisation Registry Claim',
  },
  'misspells-compliance-type': {
    checks: ['documents.compliance'],
    reason: 'a claim of a kind that there is not is no Framework Compliance Claim',
  },
  'serves-no-certificate-claim': {
    checks: ['documents.certificate', 'documents.assertion'],
    reason: 'without these claims there is nothing in them to judge',
  },
}

/** Whether a check may change with a fault that it does not name. */
export const isCollateral = (fault: FaultName, check: string): boolean =>
  collateral[fault]?.checks.some((one) => (one.endsWith('*') ? check.startsWith(one.slice(0, -1)) : check === one)) ??
  false
