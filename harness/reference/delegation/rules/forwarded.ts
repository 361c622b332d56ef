import { spelledAlike } from '../../encoding/slips.js'
import { party } from '../../engine/fault.js'
import { instead, only, removed, unless } from '../../engine/rule.js'
import { seenBefore } from '../../participant/fault-memory.js'
import { obeying } from '../../token-endpoint/obeying.js'
import { algorithmRules } from '../../token-endpoint/rules/algorithm.js'
import { headerRules } from '../../token-endpoint/rules/header.js'
import { identityRules } from '../../token-endpoint/rules/identity.js'
import { matchingRules } from '../../token-endpoint/rules/registry/matching.js'
import { recordRules } from '../../token-endpoint/rules/registry/record.js'
import { revocationRules } from '../../token-endpoint/rules/revocation.js'
import { periodRules } from '../../token-endpoint/rules/time.js'
import { x5cRules } from '../../token-endpoint/rules/x5c.js'
import { rule } from '../forwarded.js'
import {
  askingRegistry,
  caller,
  claim,
  claims,
  form,
  isElsewhere,
  isNamed,
  isTexts,
  knowingNobody,
  lettingIn,
  nearlyAbout,
  own,
  path,
  readingSub,
  readingSubForIssuer,
  readTimes,
  signing,
  takeIssuer,
  verifyingAsRegistered,
  verifyingOnce,
} from './forwarded-changes.js'
import {
  algorithmFaults,
  audienceFaults,
  claimsFaults,
  formFaults,
  headerFaults,
  namesFaults,
  pathFaults,
  signatureFaults,
  x5cFaults,
} from './forwarded-faults.js'

/**
 * A forwarded JWT has to be one that would authenticate a client (L261–277), but it is addressed to its forwarder
 * (L268) and accepted throughout its lifetime (L267).
 */
export const forwardedRules = [
  rule('forwarded', 'it has the form of a client assertion', obeying(form), formFaults),
  rule('forwarded', 'it names who made it', takeIssuer, {
    'forward-reads-sub-for-iss': party('reads sub of a forwarded JWT that has no iss', readingSubForIssuer),
  }),
  rule('forwarded', 'its algorithm is permitted', obeying(algorithmRules), {
    ...algorithmFaults,
    'forward-accepts-alg-none': party(
      'takes a forwarded JWT with alg none',
      instead(obeying(algorithmRules, 'accepts-alg-none')),
    ),
    'forward-accepts-hs256-public-key': party(
      'verifies a forwarded JWT by HS256 with the public key',
      instead(obeying(algorithmRules, 'accepts-hs256-public-key')),
    ),
    'forward-accepts-ps256': party(
      'takes a forwarded JWT with PS256',
      instead(obeying(algorithmRules, 'accepts-ps256')),
    ),
  }),
  rule('forwarded', 'it has certificates', obeying(x5cRules), x5cFaults),
  rule('forwarded', 'its signature holds', obeying(signing), {
    ...signatureFaults,
    'forward-ignores-signature': party('does not verify the signature of a forwarded JWT', removed),
    'forward-verifies-jti-once': party(
      'does not verify the signature of a forwarded JWT whose iss and jti it verified before',
      verifyingOnce,
    ),
    'forward-accepts-empty-signature': party(
      'takes a forwarded JWT whose signature part is empty',
      instead(obeying(signing, 'accepts-empty-signature')),
    ),
    'forward-honours-jwk': party(
      'verifies a forwarded JWT with the key in its jwk header',
      instead(obeying(signing, 'honours-jwk')),
    ),
    'forward-honours-jku': party(
      'verifies a forwarded JWT with a key that it fetches from its jku',
      instead(obeying(signing, 'honours-jku')),
    ),
    'forward-honours-x5u': party(
      'verifies a forwarded JWT with a certificate from its x5u',
      instead(obeying(signing, 'honours-x5u')),
    ),
    'forward-verifies-with-registered-key': party(
      'verifies a forwarded JWT with the key of the registered certificate, whatever chain is in its header',
      verifyingAsRegistered,
    ),
    'forward-tries-every-key': party(
      'verifies a forwarded JWT with any certificate of its x5c',
      instead(obeying(signing, 'tries-every-key')),
    ),
  }),
  rule('forwarded', 'its header holds what it may hold', obeying(headerRules), headerFaults),
  rule('forwarded', 'it speaks for who made it', obeying(identityRules), {
    ...namesFaults,
    'forward-reads-sub': party('takes a JWT of the forwarder whose sub is the consumer', readingSub),
  }),
  rule(
    'forwarded',
    'it was made by the party that is asked about',
    (each) => claim(each, 'iss') === each.request.subject,
    {
      'forward-ignores-subject': party(
        'takes a forwarded JWT of another party than the one asked about',
        unless((each) => claim(each, 'iss') !== caller(each)),
      ),
      'forward-takes-known-subject': party(
        'takes a forwarded JWT of any party that a policy is about',
        unless(
          (each) =>
            claim(each, 'iss') !== caller(each) &&
            each.request.participant.kit.policies.some(({ accessSubject }) => accessSubject === claim(each, 'iss')),
        ),
      ),
      'forward-folds-subject': party(
        'ignores the letter case of who made a forwarded JWT',
        nearlyAbout((iss, subject) => iss.toLowerCase() === subject.toLowerCase()),
      ),
      'forward-takes-longer-subject': party(
        'takes a forwarded JWT of a party whose id begins with that of the party asked about',
        nearlyAbout((iss, subject) => iss.startsWith(subject)),
      ),
      'forward-spells-subject-alike': party(
        'decodes, folds and trims who made a forwarded JWT before it compares',
        nearlyAbout(spelledAlike),
      ),
      'forward-takes-own-jwt': party(
        'takes a JWT of the forwarder itself for that of the consumer',
        unless((each) => claim(each, 'iss') === caller(each)),
      ),
    },
  ),
  rule('forwarded', 'it is addressed to the client that forwards it', (each) => claim(each, 'aud') === caller(each), {
    'forward-ignores-aud': party('takes a forwarded JWT that is addressed to a third party', unless(isElsewhere)),
    'forward-takes-consumed': party(
      'takes a forwarded JWT that authenticated a client before, to whomever it is addressed',
      unless(({ request, text }) => request.participant.memory.presented.has(text)),
    ),
    ...audienceFaults,
    'forward-takes-own-aud': party(
      'takes a forwarded JWT that is addressed to itself',
      unless((each) => claim(each, 'aud') === own(each)),
    ),
    'forward-takes-several-aud': party(
      'takes a forwarded JWT that is addressed to the forwarder among others',
      unless((each) => {
        const aud = claim(each, 'aud')
        return isTexts(aud) && aud.length > 1 && aud.includes(caller(each))
      }),
    ),
    'forward-trusts-body': party('believes the body who forwards', unless(isNamed)),
  }),
  rule('forwarded', 'its claims are there and say 30 seconds', obeying(claims), {
    ...claimsFaults,
    'forward-ignores-claims': party(
      'takes a forwarded JWT without iat or jti, or of another lifetime',
      instead(readTimes),
    ),
  }),
  rule('forwarded', 'it has not expired', obeying(periodRules), {
    'forward-ignores-expiry': party('takes an expired forwarded JWT', removed),
    'forward-accepts-future-iat': party(
      'takes a forwarded JWT from the future',
      instead(obeying(periodRules, 'accepts-future-iat')),
    ),
    'forward-refuses-aged': party(
      'refuses a forwarded JWT older than 8 seconds',
      only(({ jwt: { iat = 0, now } }) => now - iat <= 8),
    ),
  }),
  rule('forwarded', 'its chain leads to a trusted root', obeying(path), {
    ...pathFaults,
    'forward-ignores-chain': party('does not validate the chain of a forwarded JWT', lettingIn),
    'forward-keeps-chain-by-subject': party(
      'takes the chain of a forwarded JWT whose subject name stood in a sound one before',
      instead(obeying(path, 'keeps-chain-by-subject')),
    ),
    'forward-keeps-chain-by-serial': party(
      'takes the chain of a forwarded JWT whose serial number stood in a sound one before',
      instead(obeying(path, 'keeps-chain-by-serial')),
    ),
    'forward-keeps-chain-by-key': party(
      'takes the chain of a forwarded JWT whose key stood in a sound one before',
      instead(obeying(path, 'keeps-chain-by-key')),
    ),
    'forward-accepts-expired-leaf': party(
      'takes a forwarded JWT whose certificate has expired',
      instead(obeying(path, 'accepts-expired-leaf')),
    ),
    'forward-accepts-leaf-as-issuer': party(
      'takes a forwarded JWT whose certificate a participant issued',
      instead(obeying(path, 'accepts-leaf-as-issuer')),
    ),
    'forward-trusts-last-certificate': party(
      'looks only whether the chain of a forwarded JWT ends in a trusted root',
      instead(obeying(path, 'trusts-last-certificate')),
    ),
    'forward-ignores-key-usage': party(
      'ignores the key usage of the certificate of a forwarded JWT',
      instead(obeying(path, 'ignores-key-usage')),
    ),
  }),
  rule('forwarded', 'its certificate is not revoked', obeying(revocationRules), {
    'forward-ignores-revocation': party('does not ask whether the certificate of a forwarded JWT is revoked', removed),
    'forward-accepts-revoked': party(
      'takes a forwarded JWT whose certificate is revoked, as its CA says',
      instead(obeying(revocationRules, 'accepts-listed-certificate', 'accepts-revoked-by-ocsp')),
    ),
  }),
  rule('forwarded', 'the registry is asked', obeying(askingRegistry), {
    'forward-grants-on-registry-error': party(
      'takes a forwarded JWT when the registry answers the look-up of its party with an error',
      instead(obeying(askingRegistry, 'grants-on-registry-error')),
    ),
    'forward-accepts-unsigned-parties-token': party(
      'takes an unsigned parties_token about the party of a forwarded JWT',
      instead(obeying(askingRegistry, 'accepts-unsigned-parties-token')),
    ),
    'forward-ignores-parties-token-signature': party(
      'does not verify parties_token about the party of a forwarded JWT',
      instead(obeying(askingRegistry, 'ignores-parties-token-signature')),
    ),
  }),
  rule('forwarded', 'its party is adhering', obeying(recordRules), {
    'forward-ignores-status': party('does not ask for the status of the party of a forwarded JWT', knowingNobody),
    'forward-caches-status': party(
      'remembers the status of the party of a forwarded JWT',
      instead(obeying(recordRules, 'caches-status')),
    ),
  }),
  rule('forwarded', 'its certificate is registered', obeying(matchingRules), {
    'forward-ignores-match': party(
      'does not compare the certificate of a forwarded JWT with the registered ones',
      removed,
    ),
    'forward-keeps-match-by-subject': party(
      'takes a forwarded JWT of a certificate whose subject name stood in a registered one before',
      instead(obeying(matchingRules, 'keeps-match-by-subject')),
    ),
    'forward-keeps-match-by-serial': party(
      'takes a forwarded JWT of a certificate whose serial number stood in a registered one before',
      instead(obeying(matchingRules, 'keeps-match-by-serial')),
    ),
    'forward-keeps-match-by-key': party(
      'takes a forwarded JWT of a certificate whose key stood in a registered one before',
      instead(obeying(matchingRules, 'keeps-match-by-key')),
    ),
  }),
  rule('forwarded', 'it may be forwarded again and again', () => true, {
    'forward-once': party(
      'takes a forwarded JWT once only',
      only(({ request, text }) => !seenBefore(request.participant.memory.forwarded, text)),
    ),
  }),
  rule('forwarded', 'it may have been used elsewhere', () => true, {
    'forward-refuses-consumed': party(
      'refuses a forwarded JWT that its token endpoint has seen',
      only(({ request, text }) => !request.participant.memory.presented.has(text)),
    ),
  }),
]
