import type { FaultName } from '../../../faults/faults.js'
import { isListed, spelledAlike } from '../../encoding/slips.js'
import { party } from '../../engine/fault.js'
import { type Change, instead, type Rule, unless } from '../../engine/rule.js'
import { obeying } from '../../token-endpoint/obeying.js'
import { algorithmRules } from '../../token-endpoint/rules/algorithm.js'
import { headerRules } from '../../token-endpoint/rules/header.js'
import { identityRules } from '../../token-endpoint/rules/identity.js'
import { x5cRules } from '../../token-endpoint/rules/x5c.js'
import type { TokenRequest } from '../../token-endpoint/token-request.js'
import type { Forwarded } from '../forwarded.js'
import {
  claims,
  consultingRegistry,
  form,
  holdsSomewhere,
  isAddressedToNobody,
  namesElsewhere,
  nearly,
  path,
  signing,
} from './forwarded-changes.js'

/** The rules of a client assertion with that fault, which has another name where it concerns forwarded JWTs alone. */
const obeyingWith =
  (rules: readonly Rule<TokenRequest>[]) =>
  (fault: FaultName): Change<Forwarded> =>
    instead((forwarded) => {
      consultingRegistry(forwarded)
      return obeying<Forwarded>(rules, fault)(forwarded)
    })

const ofForm = obeyingWith(form)
const ofAlgorithm = obeyingWith(algorithmRules)
const ofX5c = obeyingWith(x5cRules)
const ofSignature = obeyingWith(signing)
const ofHeader = obeyingWith(headerRules)
const ofNames = obeyingWith(identityRules)
const ofClaims = obeyingWith(claims)
const ofPath = obeyingWith(path)

/** Faults of the rule about the form of a forwarded JWT, each that of a client assertion. */
export const formFaults = {
  'forward-takes-first-claim': party(
    'takes the first of two claims of one name in a forwarded JWT',
    ofForm('takes-first-claim'),
  ),
  'forward-ignores-case-of-claim-names': party(
    'takes the last claim of a forwarded JWT whose name is the right one in any letter case',
    ofForm('ignores-case-of-claim-names'),
  ),
  'forward-reads-nan': party(
    'reads NaN in a forwarded JWT, and takes a time that is it for one which is never past',
    ofForm('reads-nan'),
  ),
  'forward-looks-up-first-issuer': party(
    'looks up the first of two iss claims of a forwarded JWT and takes it for that of the last',
    ofForm('looks-up-first-issuer'),
  ),
  'forward-takes-first-alg': party('takes the first of two alg members of a forwarded JWT', ofForm('takes-first-alg')),
  'forward-reads-x5c-twice': party(
    'validates the first of two x5c members of a forwarded JWT and verifies with the last',
    ofForm('reads-x5c-twice'),
  ),
  'forward-accepts-two-parts': party('takes a forwarded JWT of two parts', ofForm('accepts-two-parts')),
}

/** Faults of the rule about the algorithm of a forwarded JWT, each that of a client assertion. */
export const algorithmFaults = {
  'forward-accepts-unknown-alg': party(
    'maps other algorithm names of a forwarded JWT to RSA signatures',
    ofAlgorithm('accepts-unknown-alg'),
  ),
  'forward-accepts-missing-alg': party(
    'assumes RS256 when a forwarded JWT has no alg',
    ofAlgorithm('accepts-missing-alg'),
  ),
  'forward-accepts-hs256-empty-key': party(
    'verifies a forwarded JWT by HS256 with an empty secret',
    ofAlgorithm('accepts-hs256-empty-key'),
  ),
  'forward-accepts-es256': party(
    'takes a forwarded JWT with an elliptic curve algorithm',
    ofAlgorithm('accepts-es256'),
  ),
  'forward-normalises-alg': party(
    'ignores letter case and space of the alg of a forwarded JWT',
    ofAlgorithm('normalises-alg'),
  ),
  'forward-coerces-alg': party(
    'turns an alg of another JSON type in a forwarded JWT into a string',
    ofAlgorithm('coerces-alg'),
  ),
  'forward-ignores-alg-digest': party(
    'tries every digest whatever alg of a forwarded JWT says',
    ofAlgorithm('ignores-alg-digest'),
  ),
  'forward-ignores-alg-padding': party(
    'tries both RSA paddings whatever alg of a forwarded JWT says',
    ofAlgorithm('ignores-alg-padding'),
  ),
}

/** Faults of the rule about the certificates of a forwarded JWT, each that of a client assertion. */
export const x5cFaults = {
  'forward-accepts-missing-x5c': party(
    'verifies a forwarded JWT with the registered certificate when x5c is missing',
    ofX5c('accepts-missing-x5c'),
  ),
  'forward-accepts-empty-x5c': party(
    'verifies a forwarded JWT with the registered certificate when x5c is malformed',
    ofX5c('accepts-empty-x5c'),
  ),
  'forward-accepts-x5c-string': party('takes x5c of a forwarded JWT as a single string', ofX5c('accepts-x5c-string')),
  'forward-skips-unreadable-certificates': party(
    'skips elements of x5c of a forwarded JWT that it cannot read',
    ofX5c('skips-unreadable-certificates'),
  ),
  'forward-reorders-chain': party('sorts x5c of a forwarded JWT before it validates', ofX5c('reorders-chain')),
  'forward-registers-any-of-x5c': party(
    'looks whether the registry holds any certificate of x5c of a forwarded JWT',
    ofX5c('registers-any-of-x5c'),
  ),
}

/** Faults of the rule about the signature of a forwarded JWT, each that of a client assertion. */
export const signatureFaults = {
  'forward-accepts-loose-padding': party(
    'reads the padding of the signature of a forwarded JWT loosely',
    ofSignature('accepts-loose-padding'),
  ),
  'forward-ignores-key-type': party(
    'lets the key say how the signature of a forwarded JWT is verified',
    ofSignature('ignores-key-type'),
  ),
  'forward-takes-failed-verification': party(
    'takes a verification of a forwarded JWT that ends in an error for a success',
    ofSignature('takes-failed-verification'),
  ),
  'forward-accepts-short-key': party(
    'takes a forwarded JWT by an RSA key under 2048 bits',
    ofSignature('accepts-short-key'),
  ),
}

/** Faults of the rule about the header of a forwarded JWT, each that of a client assertion. */
export const headerFaults = {
  'forward-accepts-extra-header': party(
    'ignores header members of a forwarded JWT beside alg, typ and x5c',
    ofHeader('accepts-extra-header'),
  ),
  'forward-accepts-other-typ': party('takes a forwarded JWT of any typ', ofHeader('accepts-other-typ')),
}

/** Faults of the rule about iss and sub of a forwarded JWT, each that of a client assertion. */
export const namesFaults = {
  'forward-accepts-missing-sub': party('takes a forwarded JWT without sub', ofNames('accepts-missing-iss')),
  'forward-coerces-iss': party(
    'turns iss and sub of other JSON types in a forwarded JWT into strings',
    ofNames('coerces-iss'),
  ),
  'forward-ignores-sub': party('does not compare sub of a forwarded JWT with iss', ofNames('ignores-sub')),
}

/** Faults of the rule about the times and jti of a forwarded JWT, each that of a client assertion. */
export const claimsFaults = {
  'forward-accepts-missing-exp': party('takes a forwarded JWT without exp', ofClaims('accepts-missing-exp')),
  'forward-accepts-milliseconds': party(
    'reads large times of a forwarded JWT as milliseconds',
    ofClaims('accepts-milliseconds'),
  ),
  'forward-coerces-times': party(
    'turns times of other JSON types in a forwarded JWT into numbers',
    ofClaims('coerces-times'),
  ),
  'forward-accepts-fractions': party('takes fractional times in a forwarded JWT', ofClaims('accepts-fractions')),
  'forward-accepts-huge-times': party(
    'takes times beyond any calendar in a forwarded JWT',
    ofClaims('accepts-huge-times'),
  ),
  'forward-accepts-negative-times': party(
    'takes zero and negative times in a forwarded JWT',
    ofClaims('accepts-negative-times'),
  ),
  'forward-counts-lifetime-from-nbf': party(
    'counts the lifetime of a forwarded JWT from nbf, where there is one',
    ofClaims('counts-lifetime-from-nbf'),
  ),
  'forward-reads-seconds-of-lifetime': party(
    'reads the seconds of the lifetime of a forwarded JWT without its minutes',
    ofClaims('reads-seconds-of-lifetime'),
  ),
  'forward-accepts-odd-jti': party(
    'takes a forwarded JWT whose jti is empty or not a string',
    ofClaims('accepts-odd-jti'),
  ),
}

/** Faults of the rule about the chain of a forwarded JWT, each that of a client assertion. */
export const pathFaults = {
  'forward-completes-chain': party(
    'fills in certificates that x5c of a forwarded JWT lacks',
    ofPath('completes-chain'),
  ),
  'forward-accepts-future-leaf': party(
    'takes a forwarded JWT whose certificate is not valid yet',
    ofPath('accepts-future-leaf'),
  ),
  'forward-accepts-expired-intermediate': party(
    'takes a forwarded JWT whose intermediate certificate has expired',
    ofPath('accepts-expired-intermediate'),
  ),
  'forward-ignores-path-length': party(
    'ignores the path length constraint in the chain of a forwarded JWT',
    ofPath('ignores-path-length'),
  ),
  'forward-ignores-key-cert-sign': party(
    'takes a forwarded JWT whose intermediate may not sign certificates',
    ofPath('ignores-key-cert-sign'),
  ),
  'forward-trusts-self-signed': party(
    'takes a forwarded JWT under a self-signed certificate',
    ofPath('trusts-self-signed'),
  ),
  'forward-trusts-any-root': party('takes a forwarded JWT under any root', ofPath('trusts-any-root')),
}

/** Faults of the rule about whom a forwarded JWT is addressed to. */
export const audienceFaults = {
  'forward-takes-longer-aud': party(
    'takes a forwarded JWT whose aud begins with the id of the forwarder',
    nearly((aud, id) => aud.startsWith(id)),
  ),
  'forward-folds-aud': party(
    'ignores the letter case of the aud of a forwarded JWT',
    nearly((aud, id) => aud.toLowerCase() === id.toLowerCase()),
  ),
  'forward-spells-aud-alike': party(
    'decodes, folds and trims the aud of a forwarded JWT before it compares',
    nearly(spelledAlike),
  ),
  'forward-takes-aud-for-list': party('takes the aud of a forwarded JWT for a list', nearly(isListed)),
  'forward-trims-aud': party(
    'ignores white space around the aud of a forwarded JWT',
    nearly((aud, id) => aud.trim() === id),
  ),
  'forward-accepts-missing-aud': party(
    'takes a forwarded JWT that is addressed to nobody',
    unless(isAddressedToNobody),
  ),
  'forward-takes-aud-elsewhere': party(
    'takes a forwarded JWT that names the forwarder in another claim than aud',
    unless(namesElsewhere),
  ),
  'forward-searches-aud': party(
    'takes a forwarded JWT that holds the forwarder somewhere in an odd aud',
    unless(holdsSomewhere),
  ),
}
