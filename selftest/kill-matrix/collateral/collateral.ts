import type { FaultName } from '../../../harness/faults/faults.js'
import { besideOthers } from './beside-others.js'
import { ofConsumers } from './consumers.js'
import { ofEvidence } from './evidence.js'
import { ofLaterLogins } from './later-logins.js'
import { ofLogins } from './logins.js'
import { ofLookUps } from './look-ups.js'
import { ofNames } from './names.js'
import { ofService } from './service.js'
import type { Reach } from './type.js'

const control = { checks: ['*'], reason: 'it refuses the conforming control of every check, so nothing can be judged' }

const sameHolder = {
  checks: ['state.revoked-on-shared-crl'],
  reason: 'its revoked certificate has the subject name, the client and perhaps the key of the sound one',
}

const renewedCertificate = {
  checks: ['state.certificate-after-its-end'],
  reason: 'the dates that are kept of a certificate are not looked at again',
}

const namesOfAssertion = {
  checks: ['json.nul-character', 'identity.names-*'],
  reason: 'one of the claims with a NUL, or with a name that is nearly right or known, is that one',
}

const refusedAssertions = {
  checks: ['asking.new-assertion', 'client.new-assertion'],
  reason: 'these checks read what was sent to a registry while it refused, too',
}

const fourCertificates = {
  checks: ['positive.large-chain'],
  reason: 'its chain has four certificates, of which two roots are trusted',
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
  'keeps-dates-by-subject': renewedCertificate,
  'keeps-dates-by-serial': renewedCertificate,
  'keeps-dates-by-key': renewedCertificate,
  'keeps-dates-by-client': renewedCertificate,
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
  'caches-status': {
    checks: ['registry.late-registration'],
    reason: 'a status that is remembered may be that of before it was Active',
  },
  'caches-status-in-use': {
    checks: ['registry.late-registration*', 'registry.status-restored'],
    reason: 'a status that is remembered may be that of before it was Active',
  },
  'refreshes-status-behind': {
    checks: ['registry.late-registration*', 'registry.status-restored'],
    reason: 'a status that is kept may be that of before it was Active',
  },
  'reads-seconds-of-lifetime': {
    checks: ['time.lifetime-from-nbf'],
    reason: 'an hour has no seconds beside its minutes',
  },
  'refuses-extra-claims': { checks: ['positive.earlier-nbf'], reason: 'nbf is a further claim, too' },
  'refuses-aged-assertion': { checks: ['replay.*'], reason: 'a replay of an aged assertion has an aged control' },
  ...ofConsumers,
  ...ofLookUps,
  'holds-no-conditions': {
    checks: ['delegation.*'],
    reason: 'it permits nothing under conditions that hold, as the controls of these checks do',
  },
  'mixes-up-askers': besideOthers('delegation'),
  'mixes-up-evidence': besideOthers('delegation'),
  'mixes-up-requests': besideOthers('delegation'),
  'mixes-up-questions': besideOthers('delegation'),
  'forward-mixes-up-verdicts': besideOthers('forwarding'),
  'mixes-up-records-at-once': besideOthers('positive'),
  'accepts-foreign-audience': {
    checks: ['audience.beside-others', 'audience.near-miss', 'audience.look-alike', 'audience.encoded'],
    reason: 'it does not apply where the assertion is not refused alone either',
  },
  'mixes-up-audiences': besideOthers('audience'),
  'mixes-up-chains': besideOthers('certificate'),
  'mixes-up-consumers': besideOthers('service'),
  'mixes-up-consumers-evidence': besideOthers('service'),
  'mixes-up-conditions-at-service': besideOthers('service'),
  'mixes-up-dates': besideOthers('certificate'),
  'mixes-up-lists': besideOthers('certificate'),
  'mixes-up-matches': besideOthers('certificate'),
  'mixes-up-signatures': besideOthers('signature'),
  'mixes-up-statuses': besideOthers('registry'),
  'enters-party-before-its-status': {
    checks: ['registry.status-*'],
    reason: "the one party of a registry's kit that is suspended is sent by several checks",
  },
  'takes-refused-chain-again': {
    checks: ['certificate.*'],
    reason: "the one party of a registry's kit that has such a certificate is sent by several checks",
  },
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
      'service.token-of-shared-jti',
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
  'shares-own-assertion-at-once': {
    checks: ['client.*', 'asking.*', 'login-client.*', 'broker-client.*', 'consumer.*'],
    reason: 'assertions that follow each other within a tenth of a second are one, too',
  },
  'skips-registry-authentication-at-times': {
    checks: ['registry.authenticated-lookup'],
    reason: 'the look-up that it sees may be a fourth one',
  },
  'skips-registry-authentication': {
    checks: ['consumer.registry-new-assertion'],
    reason: 'there is one assertion to the registry at most',
  },
  'deals-own-jti-in-turn': {
    checks: ['consumer.new-assertion-after-*', 'client.new-assertion-after-restart', 'client.new-assertion'],
    reason: 'the same few come after the restart, and after as many assertions to a server that failed',
  },
  'counts-own-jti': {
    checks: ['consumer.new-jti-throughout', 'client.new-jti-throughout', 'client.new-assertion'],
    reason: 'a target that was restarted in the run has given them twice by then',
  },
  'omits-own-jti': {
    checks: [
      ...['asking.new-assertion', 'asking.side-by-side', 'client.new-assertion', 'login-client.new-assertion'],
      ...['consumer.new-assertion*', 'consumer.registry-new-assertion', 'client.new-assertion-*'],
      ...['asking.new-assertion-*', 'login-client.new-assertion-*'],
    ],
    reason: 'assertions without a jti do not differ by it',
  },
  'addresses-last-called': {
    checks: ['asking.audience', 'asking.told-audience', 'client.audience', 'client.told-audience'],
    reason: 'both registries are called at once in other checks, too',
  },
  'reuses-own-assertion': {
    checks: ['asking.side-by-side', 'client.new-assertion-at-once'],
    reason: 'they have every server give it a token again',
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
    checks: ['registry.certificate-withdrawn', 'registry.again', 'registry.beside-two'],
    reason: 'the certificate that is left, or comes again or beside others, has the same subject',
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
  'reads-crls-beforehand': {
    checks: ['certificate.revoked-*', 'certificate.crl-addresses'],
    reason: 'not read later: a finding of its own (ruling 13)',
  },
  'asks-responders-beforehand': {
    checks: ['certificate.revoked-*', 'certificate.ocsp-addresses'],
    reason: 'not asked later: a finding of its own (ruling 13)',
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
  'ignores-sub': namesOfAssertion,
  'trusts-sub': namesOfAssertion,
  'honours-jku': { checks: ['header.jku-not-fetched'], reason: 'who honours it fetches it' },
  'honours-x5u': { checks: ['header.x5u-not-fetched'], reason: 'who honours it fetches it' },
  'grants-on-registry-error': {
    checks: ['registry-transport.recovery'],
    reason: 'the registry that recovers gave an error before',
  },
  'races-replay-shortly': { checks: ['replay.race-of-*'], reason: 'copies may meet by chance there too' },
  'ignores-status': {
    checks: ['registry.status-*', 'registry.again', 'parties-token.contradicted', 'consumer.parties-token'],
    reason: 'who does not read the status takes every wrong one',
  },
  'skips-lookup': {
    checks: ['registry.*', 'registry-transport.*', 'parties-token.*', 'identity.*', 'client.*'],
    reason: 'who does not look a party up knows nothing of what the registry says',
  },
  'ignores-crit': {
    checks: ['header.crit-registered'],
    reason: 'what crit names there it ignores as well',
  },
  ...ofLogins,
  ...ofLaterLogins,
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
