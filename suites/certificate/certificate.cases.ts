import { unregistered } from '../../harness/mutations/mutation.js'
import { lookingUp, machinesLookingUp } from '../support/roles.js'
import type { Row } from '../support/row.js'
import { row } from '../support/row.js'
import { holding } from '../support/values/certificates.js'

export const refused: readonly Row[] = [
  row('certificate.expired', 'CRT-01', 'accepts-expired-leaf').sends('an expired certificate', holding('expired-leaf')),
  row('certificate.not-yet-valid', 'CRT-02', 'accepts-future-leaf').sends(
    'a certificate that is not valid yet',
    holding('not-yet-valid-leaf'),
  ),
  row('certificate.expired-hours-ago', 'CRT-01', ['accepts-expired-leaf', 'accepts-leaf-of-yesterday'], {
    roles: lookingUp,
  }).sends('a certificate that expired 15 hours ago', holding('expired-leaf-by-hours')),
  row('certificate.valid-in-hours', 'CRT-02', ['accepts-future-leaf', 'accepts-leaf-of-tomorrow'], {
    roles: lookingUp,
  }).sends('a certificate that becomes valid in 15 hours', holding('not-yet-valid-leaf-by-hours')),
  row('certificate.reversed-period', 'CRT-29', 'takes-dates-in-either-order').sends(
    'a certificate that begins after its end, both within an hour of now',
    holding('reversed-period'),
  ),
  row('certificate.expired-intermediate', 'CRT-03', [
    'accepts-expired-intermediate',
    'accepts-expired-upper-intermediate',
  ]).sends(
    'a certificate one of whose intermediates has expired',
    holding('expired-intermediate', 'expired-upper-intermediate'),
  ),
  // A path that is built by hand may look at one of the two dates alone.
  row(
    'certificate.not-yet-valid-intermediate',
    'CERT-VALIDITY',
    ['accepts-future-intermediate', 'accepts-expired-intermediate', 'accepts-expired-upper-intermediate'],
    { level: 'must' },
  ).sends(
    'a certificate one of whose intermediates is not valid yet',
    holding('not-yet-valid-intermediate', 'not-yet-valid-upper-intermediate'),
  ),
  row('certificate.issued-by-participant', 'CRT-05', [
    'accepts-leaf-as-issuer',
    'asks-first-issuer-for-authority',
  ]).sends(
    "a certificate that was issued with a participant's own certificate",
    holding(
      'issued-by-leaf',
      'intermediate-without-ca-flag',
      'intermediate-without-basic-constraints',
      'upper-intermediate-without-ca-flag',
    ),
  ),
  row('certificate.path-length', 'CRT-06', 'ignores-path-length').sends(
    'a chain that is longer than its authority allows',
    holding('path-length-exceeded'),
  ),
  row('certificate.key-cert-sign', 'CRT-07', ['ignores-key-cert-sign', 'asks-first-issuer-for-key-cert-sign']).sends(
    'a chain one of whose intermediates may not sign certificates',
    holding('intermediate-without-key-cert-sign', 'upper-intermediate-without-key-cert-sign'),
  ),
  row('certificate.key-usage', 'CRT-08', ['ignores-key-usage', 'passes-over-key-usage-not-critical']).sends(
    'an eSeal whose key usage is digitalSignature only, whether that is critical or not',
    holding('key-usage-digital-signature', 'key-usage-digital-signature-not-critical'),
  ),
  row('certificate.key-usage-absent', 'CRT-10', 'accepts-absent-key-usage').sends(
    'an eSeal without key usage',
    holding('key-usage-absent'),
  ),
  row('certificate.other-key-usage', 'CRT-11', 'ignores-key-usage').sends(
    'an eSeal for encryption or for signing certificates only',
    holding('key-usage-key-encipherment', 'key-usage-key-cert-sign'),
  ),
  row('certificate.critical-extension', 'CRT-14', 'ignores-critical-extension').sends(
    'a chain with an unknown critical extension',
    holding('unknown-critical-extension', 'unknown-critical-extension-intermediate'),
  ),
  row('certificate.name-constraints', 'CRT-15', 'ignores-name-constraints').sends(
    'a certificate for a name that its authority may not certify',
    holding('name-constraint-permitted', 'name-constraint-excluded'),
  ),
  row('certificate.pss-key', 'CRT-17').sends(
    'an RS256 assertion by a key that its certificate reserves for RSASSA-PSS',
    holding('rsa-pss-key'),
  ),
]

export const recorded: readonly Row[] = [
  row('certificate.expired-root', 'CRT-04', [], { roles: lookingUp }).sends(
    'whether it reads the dates of a root on its trusted list',
    holding('expired-root'),
  ),
  row('certificate.more-key-usage', 'CRT-09', [], { roles: lookingUp }).sends(
    'whether it takes digitalSignature beside nonRepudiation',
    holding('key-usage-with-digital-signature'),
  ),
  row('certificate.every-key-usage', 'CRT-11', [], { level: 'should', roles: lookingUp }).sends(
    'whether it takes a key usage of every bit',
    holding('key-usage-all'),
  ),
  row('certificate.extended-key-usage', 'CRT-12', [], { roles: lookingUp }).sends(
    'which extended key usages it takes',
    holding(
      'extended-key-usage-server',
      'extended-key-usage-client',
      'extended-key-usage-any',
      'extended-key-usage-empty',
    ),
  ),
  row('certificate.leaf-with-ca-flag', 'CRT-13', [], { roles: lookingUp }).sends(
    'whether it takes a leaf with the CA flag',
    holding('leaf-is-authority'),
  ),
  row('certificate.weak-digest', 'CRT-16', [], { roles: lookingUp }).sends(
    'which weak digests it takes in certificates',
    holding('signed-sha1', 'signed-md5', 'intermediate-signed-sha1'),
  ),
  row('certificate.dns-name-constraint', 'CRT-15', [], { roles: lookingUp }).sends(
    'whether it applies a name constraint to a DNS name',
    holding('name-constraint-dns'),
  ),
  row('certificate.pss-signature', 'CRT-18', [], { roles: lookingUp }).sends(
    'whether it takes a certificate signed with RSASSA-PSS',
    holding('signed-rsa-pss'),
  ),
  row('certificate.malformed', 'CRT-19', [], { roles: lookingUp }).sends(
    'which malformed certificates it takes',
    holding(
      'version-1',
      'serial-negative',
      'serial-zero',
      'serial-21-octets',
      'duplicate-extension',
      'signature-algorithm-mismatch',
    ),
  ),
  row('certificate.key-identifiers', 'CRT-20', [], { roles: lookingUp }).sends(
    'whether it insists on the usual extensions of a certificate',
    holding(
      'without-authority-key-identifier',
      'without-subject-key-identifier',
      'critical-authority-key-identifier',
      'critical-subject-key-identifier',
      'name-constraint-not-critical',
    ),
  ),
  row('certificate.not-revocable', 'CRT-28', [], { roles: lookingUp }).sends(
    'whether it takes a certificate that says that it is never revoked',
    holding('no-revocation-available', 'validity-assured-short-term'),
  ),
]

/** A server may note that it looked at a certificate before it found it unsound, and let it in later. */
export const again: Row = row(
  'certificate.again',
  ['CERT-VALIDITY', 'CERT-TRUSTED-CA', 'CRT-01'],
  'takes-refused-chain-again',
  {
    roles: [...lookingUp, 'ParticipantRegistry'],
  },
).sends('an unsound certificate as often as it comes', holding('expired-leaf', 'same-name-twin'))

/** Of one request, as all that is found of its certificate, and as long as others are looked at. */
export const besideOthers: Row = row(
  'certificate.beside-others',
  ['CERT-VALIDITY', 'CERT-TRUSTED-CA', 'REGISTRY-CERT-MATCH'],
  ['mixes-up-dates', 'mixes-up-chains', 'mixes-up-matches'],
  // Where a human logs in, no code comes for it.
  { level: 'must', roles: [...machinesLookingUp, 'ParticipantRegistry'], unsafe: 'race' },
).sends('a certificate that is expired, untrusted or not registered beside sound ones of others', [
  ...holding('expired-leaf', 'same-name-twin'),
  unregistered(),
])
