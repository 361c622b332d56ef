import type { FaultName } from '../../../harness/faults/faults.js'
import { ofEvidence } from './evidence.js'
import { ofLookUps } from './look-ups.js'
import { ofNames } from './names.js'
import { ofService } from './service.js'
import type { Collateral, Reach } from './type.js'

const control = { checks: ['*'], reason: 'it refuses the conforming control of every check, so nothing can be judged' }

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

/** Who mixes up what comes at once meets checks that run side by side, and those that send messages so. */
const besideOthers = (topic: string): Collateral => ({
  checks: [`${topic}.*`],
  reason: 'it depends on what comes at the same time, which checks of the topic send each other',
})

const twoLogins = {
  checks: ['login.nonce-of-own-login', 'login.state-and-nonce-zero', 'login.nonce-after-wrong-password'],
  reason: 'these checks compare the nonce of an id_token too',
}

const noState = {
  checks: ['login.state-after-wrong-password'],
  reason: 'what no login brings back does not come back in this one',
}

const sameHolder = {
  checks: ['state.revoked-on-shared-crl'],
  reason: 'its revoked certificate has the subject name, the client and perhaps the key of the sound one',
}

const refusedAssertions = {
  checks: ['asking.new-assertion', 'client.new-assertion'],
  reason: 'these checks read what was sent to a registry while it refused, too',
}

const fourCertificates = {
  checks: ['positive.large-chain'],
  reason: 'its chain has four certificates, of which two roots are trusted',
}

const twoInOneBrowser = {
  checks: ['relying-party.values-of-run', 'broker.values-of-run'],
  reason: 'it sees the logins of other checks, of which some are two in one browser',
}

/** Faults that reach further than the checks that name them. */
export const collateral: Reach = {
  'refuses-context': control,
  'refuses-first-contact': control,
  'refuses-good-status': control,
  'requires-digital-signature': control,
  'requires-nbf': control,
  'refuses-second-authentication': { checks: ['*'], reason: 'it refuses the second message of every check' },
  'refuses-same-second': { checks: ['*'], reason: 'it refuses messages that follow their control within a second' },
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
  'keeps-nonce-of-browser': twoInOneBrowser,
  'keeps-code-verifier-of-browser': twoInOneBrowser,
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
  ...ofLookUps,
  'holds-no-conditions': {
    checks: ['delegation.*'],
    reason: 'it permits nothing under conditions that hold, as the controls of these checks do',
  },
  'mixes-up-askers': besideOthers('delegation'),
  'mixes-up-evidence': besideOthers('delegation'),
  'mixes-up-requests': besideOthers('delegation'),
  'names-id-token-by-second': {
    checks: ['login.id-token-jti', 'login.id-token-jti-at-once'],
    reason: 'logins one after the other may end within one second',
  },
  'mixes-up-records-at-once': besideOthers('positive'),
  'accepts-foreign-audience': {
    checks: ['audience.beside-others', 'audience.near-miss', 'audience.look-alike', 'audience.encoded'],
    reason: 'it does not apply where the assertion is not refused alone either',
  },
  'mixes-up-audiences': besideOthers('audience'),
  'mixes-up-consumers': besideOthers('service'),
  'mixes-up-signatures': besideOthers('signature'),
  'mixes-up-statuses': besideOthers('registry'),
  'changes-nonce': {
    checks: [...twoLogins.checks, 'login.nonce-left-over'],
    reason: 'these checks read the nonce of an id_token too, which it puts there even where none was sent',
  },
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
  'keeps-few-jti-of-client': {
    checks: ['replay.after-restart'],
    reason: 'what came before the restart is not among the few that came last',
  },
  'repeats-assertion-after-refusal': refusedAssertions,
  'repeats-assertion-after-error': refusedAssertions,
  'deals-own-jti-in-turn': {
    checks: ['consumer.new-assertion-after-restart', 'client.new-assertion-after-restart', 'client.new-assertion'],
    reason: 'the same few come after the restart, and after as many assertions to a server that failed',
  },
  'counts-own-jti': {
    checks: ['consumer.new-jti-throughout', 'client.new-jti-throughout', 'client.new-assertion'],
    reason: 'a target that was restarted in the run has given them twice by then',
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
  'accepts-unregistered-beside-several': {
    checks: ['registry.issuer-registered'],
    reason: 'one of its records has an entry for each certificate of a chain',
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
    checks: ['json.nul-character', 'audience.look-alike', 'audience.encoded', 'audience.as-url'],
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
    checks: ['registry.status-*', 'parties-token.contradicted', 'consumer.parties-token'],
    reason: 'who does not read the status takes every wrong one',
  },
  'skips-lookup': {
    checks: ['registry.*', 'registry-transport.*', 'parties-token.*', 'identity.*', 'client.*'],
    reason: 'who does not look a party up knows nothing of what the registry says',
  },
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
  'omits-state': noState,
  'changes-state': noState,
  'takes-any-password': {
    checks: ['login.human-after-another'],
    reason: 'the wrong password is that of the other human, who is logged in by it',
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
  'shares-state-in-browser': { checks: ['login.two-pages'], reason: 'its control needs a code of one request' },
  'shares-challenge-in-browser': { checks: ['login.two-pages'], reason: 'its control needs a code of one request' },
  'issues-short-codes': { checks: ['login.code-counted'], reason: 'a short code differs in few places' },
  'accepts-any-redirect-uri': {
    checks: ['login.redirect-of-another', 'login.redirect-in-query'],
    reason: 'the address of another client, or one in another place, is any address, too',
  },
  'joins-answer-by-question-mark': {
    checks: ['login.redirect-other-query'],
    reason: 'no control with a query in its redirect URI comes back',
  },
  'tells-userinfo-of-latest': {
    checks: ['login.code-again-ends-token'],
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
    ],
    reason: 'the human who came last may be another one, of this check or of one beside it',
  },
  'names-first-human': {
    checks: ['login.human-of-own-login', 'login.claims-of-own-human', 'login.human-after-another'],
    reason: 'its two humans are one',
  },
  'leaves-human-of-browser': { checks: ['login.claims-of-own-human'], reason: 'its two humans are one' },
  'tells-userinfo-of-another': {
    checks: ['login.userinfo-of-own-human'],
    reason: 'what userinfo tells is of another human than the id_token',
  },
  'omits-userinfo-subject': {
    checks: ['login.userinfo-of-own-human', 'login.userinfo-beside-cookie'],
    reason: 'there is no sub to compare',
  },
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
    checks: ['relying-party.own-human-of-*', 'relying-party.own-human-in-letter-case'],
    reason: 'the one before is one of its two humans, unless somebody else has logged in between',
  },
  'keeps-login-of-wrong-nonce': {
    checks: ['relying-party.nonce-*', 'broker.nonce-*'],
    reason: 'there the nonce is wrong in other ways',
  },
  'ignores-crit': {
    checks: ['header.crit-registered'],
    reason: 'what crit names there it ignores as well',
  },
  'ignores-id-token-signature': {
    checks: ['relying-party.algorithm'],
    reason: 'a signature by another algorithm is one that it does not verify',
  },
  'takes-answer-of-another-browser': {
    checks: ['relying-party.request-answered-again'],
    reason: 'the second answer comes by another browser, too',
  },
  'accepts-wrong-verifier': {
    checks: ['login.pkce-verifier-challenge', 'login.pkce-verifier-of-another', 'login.pkce-after-wrong-password'],
    reason: 'these are wrong verifiers of a certain kind, or in a certain login',
  },
  'accepts-unverified-request-object': {
    checks: ['login.request-object-unsigned'],
    reason: 'one that nobody has signed is not verified, either',
  },
  ...ofNames,
  ...ofEvidence,
  ...ofService,
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
