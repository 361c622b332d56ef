import type { FaultName } from '../../harness/faults/faults.js'
import type { CaseId } from '../../requirements/cases/index.js'
import type { RequirementId } from '../../requirements/list.js'
import { evidenceRoles } from '../support/roles.js'
import { checksWith, type More } from '../support/row.js'
import { forwarded } from './forged.js'
import type { ForwardingRow } from './forwarding.cases.js'
import { type Borrowed, borrowed } from './of-assertions.js'

const check = checksWith({ roles: evidenceRoles })

type About = readonly [RequirementId, ...(RequirementId | CaseId)[]]

/** A JWT with what rows of the client assertion change; a chain that a mutation leaves as it was says nothing. */
const row = (
  id: string,
  about: About,
  detects: readonly FaultName[],
  title: string,
  from: Borrowed,
  more: More = {},
): ForwardingRow => ({
  ...check(id, about, detects, more),
  title,
  asking: async ({ fixtures: { subject } }) =>
    forwarded(...borrowed(from).filter((mutate) => mutate.unfit?.(subject) === undefined)),
})

/** How a forwarded JWT is signed and written (L245–248): that of a client assertion. */
const signed: readonly ForwardingRow[] = [
  row(
    'forwarding.digest-and-padding',
    ['FORWARD-SIGNED', 'JWS-ALG-AGREES', 'ALG-12', 'ALG-13'],
    ['forward-ignores-alg-digest', 'forward-ignores-alg-padding', 'forward-ignores-signature'],
    'JWT whose signature has another digest or padding than alg says',
    { 'algorithm.other-digest': ['RS256 signed with SHA-384'], 'algorithm.other-padding': 'all' },
  ),
  row(
    'forwarding.other-algorithm',
    ['FORWARD-SIGNED', 'JWT-ALG', 'ALG-05', 'ALG-08', 'ALG-10'],
    ['forward-accepts-unknown-alg', 'forward-accepts-missing-alg', 'forward-accepts-hs256-empty-key'],
    'JWT without alg, with one that nobody knows, or HS256 with an empty secret',
    { 'algorithm.unknown': ['RS1', 'RSA256'], 'algorithm.missing': 'all', 'algorithm.hs256-empty-key': 'all' },
  ),
  row(
    'forwarding.algorithm-spelled',
    ['FORWARD-SIGNED', 'JWT-ALG-EXACT', 'ALG-09', 'ALG-11'],
    ['forward-normalises-alg', 'forward-coerces-alg'],
    'JWT whose alg is RS256 in another spelling or type',
    {
      'algorithm.respelled': ['alg "rs256"'],
      'algorithm.wrong-type': ['alg ["RS256"]', 'alg null'],
    },
  ),
  row(
    'forwarding.loose-padding',
    ['FORWARD-SIGNED', 'JWS-RSA-VERIFY', 'SIG-03', 'SIG-05'],
    ['forward-accepts-loose-padding', 'forward-ignores-signature'],
    'JWT whose signature is loosely padded, zero, or cut',
    {
      'signature.loose-padding': ['garbage after the DigestInfo', 'eight bytes of padding, garbage for the rest'],
      'signature.odd-values': ['signature 0', 'last byte of the signature cut'],
    },
  ),
  row(
    'forwarding.two-parts',
    ['FORWARD-SIGNED', 'JWS-COMPACT', 'JWS-02'],
    ['forward-accepts-two-parts'],
    'JWT without a part for the signature',
    { 'jws-form.missing-parts': ['header.payload'] },
  ),
  row(
    'forwarding.duplicate-header',
    ['FORWARD-SIGNED', 'JWS-DUPLICATE-HEADER', 'HDR-15', 'HDR-17'],
    ['forward-takes-first-alg', 'forward-reads-x5c-twice'],
    'JWT with alg or x5c twice in its header',
    { 'header.duplicate-alg': 'all', 'header.duplicate-x5c': 'all' },
  ),
  row(
    'forwarding.header-members',
    ['FORWARD-SIGNED', 'JWT-HEADER-EXTRA', 'JWT-TYP', 'HDR-01', 'HDR-11'],
    ['forward-accepts-extra-header', 'forward-accepts-other-typ'],
    'JWT with a further header member or the typ of another token',
    { 'header.extra-member': ['kid', 'foo'], 'header.other-typ': ['typ at+jwt'] },
  ),
]

/** The certificates in the header of a forwarded JWT (L247). */
const certified: readonly ForwardingRow[] = [
  row(
    'forwarding.unreadable-chain',
    ['FORWARD-SIGNED', 'JWT-X5C-READABLE', 'X5C-02', 'X5C-22'],
    ['forward-accepts-empty-x5c', 'forward-skips-unreadable-certificates'],
    'JWT whose x5c is empty or begins with what is no certificate',
    {
      'chain.empty': ['x5c []', 'x5c [""]'],
      'chain.unreadable': ['a truncated certificate before the chain'],
    },
  ),
  row(
    'forwarding.chain-absent',
    ['FORWARD-SIGNED', 'JWT-X5C', 'X5C-01', 'X5C-03'],
    ['forward-accepts-missing-x5c', 'forward-accepts-x5c-string'],
    'JWT without x5c, or with a single text there',
    { 'chain.missing': 'all', 'chain.string': 'all' },
  ),
  row(
    'forwarding.chain-incomplete',
    ['FORWARD-SIGNED', 'JWT-X5C-COMPLETE', 'JWT-X5C-ORDER', 'X5C-09', 'X5C-10', 'X5C-12'],
    ['forward-completes-chain', 'forward-reorders-chain', 'forward-ignores-chain'],
    'JWT whose chain lacks certificates or does not begin with its leaf',
    {
      'chain.without-intermediate': 'all',
      'chain.leaf-only': 'all',
      'chain.leaf-not-first': ['root, intermediate, leaf'],
    },
  ),
]

/** What a forwarded JWT says (L249–259, L268). */
const claimed: readonly ForwardingRow[] = [
  row(
    'forwarding.duplicate-claim',
    ['FORWARD-AUD', 'FORWARD-LIFETIME', 'JWT-DUPLICATE-MEMBER', 'JSN-01', 'JSN-04'],
    ['forward-takes-first-claim'],
    'JWT with two aud or two exp, of which the last is for another party, or past',
    { 'json.duplicate-aud': 'all', 'json.duplicate-exp': 'all' },
  ),
  row(
    'forwarding.audience-missing',
    ['FORWARD-AUD', 'AUD-02', 'AUD-06', 'AUD-14'],
    [
      'forward-accepts-missing-aud',
      'forward-takes-aud-elsewhere',
      'forward-ignores-case-of-claim-names',
      'forward-ignores-aud',
    ],
    'JWT that is addressed to nobody, to its maker or to everybody, or names the forwarder in another claim than aud',
    {
      'audience.missing': 'all',
      'audience.empty': ['aud []'],
      'audience.own-or-any': ['aud of the client', 'aud *'],
      'audience.with-more': [
        'aud of another participant, azp the target',
        'aud of another participant, what is sound in capitals behind it',
      ],
    },
  ),
  row(
    'forwarding.audience-nested',
    ['FORWARD-AUD-SINGLE', 'AUD-07'],
    ['forward-searches-aud', 'forward-takes-several-aud'],
    'JWT whose aud holds the forwarder in or among other values',
    { 'audience.odd': 'all' },
  ),
  row(
    'forwarding.no-issuer',
    ['FORWARD-CERT-MATCH', 'JWT-ISS', 'IDN-06'],
    ['forward-reads-sub-for-iss'],
    'JWT without iss',
    { 'identity.missing': ['iss missing'] },
    // Its certificate may be held against its sub, and then it lets nobody in.
    { level: 'strict' },
  ),
  row(
    'forwarding.names-type',
    ['JWT-ISS-TYPE', 'JWT-SUB', 'IDN-07'],
    ['forward-coerces-iss', 'forward-reads-sub'],
    'JWT whose iss or sub is no text',
    { 'identity.type': ['iss as an array of one', 'sub as an array of one'] },
  ),
  row(
    'forwarding.other-sub',
    ['JWT-SUB', 'IDN-02'],
    ['forward-ignores-sub', 'forward-accepts-missing-sub'],
    'JWT whose sub is another party than its iss, or missing',
    { 'identity.sub-of-another': 'all', 'identity.missing': ['sub missing'] },
  ),
  row(
    'forwarding.milliseconds',
    ['FORWARD-CLAIMS', 'JWT-TIME-UNIT', 'TIM-10', 'TIM-11'],
    ['forward-accepts-milliseconds', 'forward-ignores-claims'],
    'JWT with times in milliseconds',
    { 'time.milliseconds': ['milliseconds, exp = iat + 30000'], 'time.milliseconds-exp': 'all' },
  ),
  row(
    'forwarding.time-types',
    ['FORWARD-CLAIMS', 'JWT-TIME-TYPE', 'TIM-13', 'TIM-14', 'TIM-16', 'TIM-17', 'TIM-18'],
    [
      'forward-coerces-times',
      'forward-accepts-fractions',
      'forward-accepts-huge-times',
      'forward-accepts-negative-times',
      'forward-ignores-claims',
    ],
    'JWT with times that are no numbers, no whole ones, or of no era',
    {
      'time.strings': ['iat and exp as strings'],
      'time.fractions': ['exp half a second later'],
      'time.wrong-types': ['exp null'],
      'time.huge': ['exp 1e400'],
      'time.negative': ['exp -1'],
    },
  ),
  row(
    'forwarding.lifetime',
    ['FORWARD-CLAIMS', 'JWT-LIFETIME', 'JWT-EXP', 'TIM-02', 'TIM-07', 'TIM-21'],
    [
      'forward-accepts-missing-exp',
      'forward-counts-lifetime-from-nbf',
      'forward-reads-seconds-of-lifetime',
      'forward-ignores-case-of-claim-names',
      'forward-reads-nan',
      'forward-ignores-claims',
    ],
    'JWT without exp or with NaN there, or of which only a part of the lifetime, that since nbf, or that of claims in capitals is 30 seconds',
    {
      'time.no-exp': 'all',
      'time.lifetime-old-iat': 'all',
      'time.lifetime-from-nbf': ['iat = now - 3600, nbf = now, exp = nbf + 30'],
      'time.lifetime-wrapped': ['exp = iat + 90'],
      'time.sound-in-capitals': ['exp = iat + 3600, what is sound in capitals behind it'],
      'time.nan': ['exp NaN'],
    },
  ),
  row(
    'forwarding.jti-type',
    ['FORWARD-CLAIMS', 'JWT-JTI-TYPE', 'RPL-19'],
    ['forward-accepts-odd-jti', 'forward-ignores-claims'],
    'JWT whose jti is empty or no text',
    { 'replay.jti-type': ['jti ""', 'jti 5'] },
  ),
]

/** Forwarded JWTs that are wrong as a client assertion is wrong in rows of its own. */
export const asAssertions: readonly ForwardingRow[] = [...signed, ...certified, ...claimed]
