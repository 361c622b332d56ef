import { mixingVerdicts } from '../../engine/at-once.js'
import { party } from '../../engine/fault.js'
import { type Check, instead, only, removed, unless } from '../../engine/rule.js'
import type { Certificate } from '../../pki/certificate.js'
import { oid } from '../../pki/extensions.js'
import { staysInside } from '../../pki/name-constraints.js'
import { rule, sender, type TokenRequest } from '../token-request.js'
import { hasLongKey, isNotOfThree } from './certified-otherwise.js'
import { keeping, keptBy } from './keeping.js'

/** Authorities between leaf and root. */
const intermediates = ({ chain }: TokenRequest): readonly Certificate[] => chain.slice(1, -1)
/** All issuers in the chain, the root included, for rules about the right to issue. */
const authorities = ({ chain, waivedAuthorities }: TokenRequest): readonly Certificate[] =>
  chain.slice(1).filter((each) => !waivedAuthorities.has(each))

const dayMs = 86_400_000
const began = ({ x509 }: Certificate): boolean => new Date(x509.validFrom).getTime() <= Date.now()
const lasts = ({ x509 }: Certificate): boolean => new Date(x509.validTo).getTime() >= Date.now()

const leafIs =
  (holds: (leaf: Certificate) => boolean): Check<TokenRequest> =>
  ({ leaf }) =>
    leaf !== undefined && holds(leaf)

/** A signing leaf that its participant uses as if it were an authority: nothing about it is asked. */
function waiveLeaves(request: TokenRequest): true {
  for (const each of authorities(request)) if (!each.basicConstraints.ca) request.waivedAuthorities.add(each)
  return true
}

/** Whether no authority has more authorities below it than it allows. */
const staysShort = (request: TokenRequest): boolean =>
  authorities(request).every((authority) => {
    const { pathLength } = authority.basicConstraints
    const below = authorities(request).slice(0, authorities(request).indexOf(authority))
    return pathLength === undefined || below.filter(({ selfIssued }) => !selfIssued).length <= pathLength
  })

const known: ReadonlySet<string> = new Set([
  ...Object.values(oid),
  '2.5.29.14',
  '2.5.29.32',
  '2.5.29.35',
  '2.5.29.36',
  '2.5.29.54',
])

const isUnderstood = ({ details }: Certificate): boolean =>
  details.extensions.every(({ critical, id }) => !critical || known.has(id))

const isStrong = ({ signatureDigest }: Certificate): boolean => /^sha(256|384|512)$/.test(signatureDigest ?? 'sha512')

/** Whether the fields obey RFC 5280 §4.1: version 3, a positive serial number, one algorithm, no extension twice. */
function isWellFormed({ details }: Certificate): boolean {
  const { version, serial, claimedAlgorithm, algorithm, extensions } = details
  return (
    version === 3 &&
    (serial[0] ?? 0x80) < 0x80 &&
    serial.some((byte) => byte !== 0) &&
    serial.length <= 20 &&
    claimedAlgorithm.id === algorithm.id &&
    new Set(extensions.map(({ id }) => id)).size === extensions.length
  )
}

/** What each certificate of the path has to be (L271, L272, RFC 5280). */
export const certificateRules = [
  rule('certificate', 'the leaf has not expired', leafIs(lasts), {
    'accepts-expired-leaf': party('takes an expired leaf', removed),
    'accepts-expired-leaf-but-of-three': party(
      'takes an expired leaf where its chain is not of three certificates',
      unless(isNotOfThree),
    ),
    'mixes-up-dates': party(
      'lets the end of one leaf stand for those that come at the same time',
      mixingVerdicts(sender),
    ),
    'takes-dates-in-either-order': party(
      'takes the two dates of a leaf in either order',
      unless((request) => leafIs((leaf) => !began(leaf) && !lasts(leaf))(request) && request.excuse('certificate')),
    ),
    'keeps-dates-by-subject': party(
      'takes an expired leaf whose subject name stood in a valid one before',
      keeping('dates', keptBy.subject),
    ),
    'keeps-dates-by-serial': party(
      'takes an expired leaf whose serial number stood in a valid one before',
      keeping('dates', keptBy.serial),
    ),
    'keeps-dates-by-key': party(
      'takes an expired leaf whose key stood in a valid one before',
      keeping('dates', keptBy.key),
    ),
    'keeps-dates-by-certificate': party(
      'takes a leaf for as long as it comes that was valid once',
      keeping('dates', keptBy.certificate),
    ),
    'keeps-dates-by-client': party(
      'takes an expired leaf of a client that presented a valid one before',
      keeping('dates', keptBy.client),
    ),
    'refuses-dates-after-2049': party(
      'refuses a leaf or an intermediate that ends after the year 2049',
      only(({ chain }) => chain.slice(0, -1).every(({ x509 }) => new Date(x509.validTo).getUTCFullYear() < 2050)),
    ),
    'reads-2049-as-1949': party(
      'takes the year 49 in the dates of a leaf or an intermediate for 1949',
      only(({ chain }) => chain.slice(0, -1).every(({ x509 }) => new Date(x509.validTo).getUTCFullYear() !== 2049)),
    ),
    'refuses-roots-after-2049': party(
      'refuses a root that ends after the year 2049',
      only(({ chain }) => new Date(chain.at(-1)?.x509.validTo ?? 0).getUTCFullYear() < 2050),
    ),
    'accepts-leaf-of-yesterday': party(
      'takes a leaf that expired less than a day ago',
      unless(leafIs(({ x509 }) => new Date(x509.validTo).getTime() > Date.now() - dayMs)),
    ),
  }),
  rule('certificate', 'the leaf is valid already', leafIs(began), {
    'accepts-future-leaf': party('takes a leaf that is not valid yet', removed),
    'accepts-leaf-of-tomorrow': party(
      'takes a leaf that becomes valid within a day',
      unless(leafIs(({ x509 }) => new Date(x509.validFrom).getTime() < Date.now() + dayMs)),
    ),
  }),
  rule(
    'certificate',
    'the intermediates are valid',
    (request) => intermediates(request).every((each) => began(each) && lasts(each)),
    {
      'accepts-expired-intermediate': party('takes an expired intermediate', removed),
      'accepts-future-intermediate': party(
        'takes an intermediate that is not valid yet',
        instead((request) => intermediates(request).every(lasts)),
      ),
      'accepts-expired-upper-intermediate': party(
        'takes an expired intermediate that did not issue the leaf itself',
        instead((request) =>
          intermediates(request)
            .slice(0, 1)
            .every((each) => began(each) && lasts(each)),
        ),
      ),
    },
  ),
  rule(
    'certificate',
    'the leaf and the intermediates are well-formed',
    ({ chain, participant }) =>
      chain.filter((each) => !participant.roots.some((root) => root.equals(each))).every(isWellFormed),
    {},
  ),
  rule(
    'certificate',
    'every issuer is an authority',
    (request) => authorities(request).every((each) => each.basicConstraints.ca),
    {
      'accepts-leaf-as-issuer': party('takes a certificate issued by a participant', instead(waiveLeaves)),
      'asks-first-issuer-for-authority': party(
        'asks only of the issuer of the leaf whether it is an authority',
        instead((request) =>
          authorities(request)
            .slice(0, 1)
            .every((each) => each.basicConstraints.ca),
        ),
      ),
    },
  ),
  rule(
    'certificate',
    'every issuer may sign certificates',
    (request) => authorities(request).every((each) => each.allows('keyCertSign')),
    {
      'ignores-key-cert-sign': party('takes an intermediate without keyCertSign', removed),
      'asks-first-issuer-for-key-cert-sign': party(
        'asks only of the issuer of the leaf whether it may sign certificates',
        instead((request) =>
          authorities(request)
            .slice(0, 1)
            .every((each) => each.allows('keyCertSign')),
        ),
      ),
    },
  ),
  rule('certificate', 'the path is as short as its authorities demand', staysShort, {
    'ignores-path-length': party('ignores the path length constraint', removed),
  }),
  rule(
    'certificate',
    'names stay inside name constraints',
    ({ chain }) =>
      chain.every((authority, index) => chain.slice(0, index).every((each) => staysInside(each, authority))),
    { 'ignores-name-constraints': party('ignores name constraints', removed) },
  ),
  rule('certificate', 'every critical extension is understood', ({ chain }) => chain.every(isUnderstood), {
    'ignores-critical-extension': party('ignores unknown critical extensions', removed),
    'ignores-critical-extension-of-long-key': party(
      'ignores unknown critical extensions where the key of the leaf is of more than 2048 bits',
      unless(hasLongKey),
    ),
  }),
  rule(
    'certificate',
    'the leaf and the intermediates are signed with a strong digest',
    ({ chain }) => chain.slice(0, -1).every(isStrong),
    {},
  ),
  rule(
    'certificate',
    'an eSeal has a key usage',
    leafIs((leaf) => !leaf.isSeal || leaf.hasKeyUsage),
    { 'accepts-absent-key-usage': party('takes an eSeal without key usage', removed) },
  ),
  rule(
    'certificate',
    'the key usage of an eSeal holds nonRepudiation',
    leafIs((leaf) => !leaf.isSeal || !leaf.hasKeyUsage || leaf.allows('nonRepudiation')),
    {
      'ignores-key-usage': party('ignores the key usage of an eSeal', removed),
      'ignores-key-usage-of-long-key': party(
        'ignores the key usage of an eSeal whose key is of more than 2048 bits',
        unless(hasLongKey),
      ),
      'passes-over-key-usage-not-critical': party(
        'ignores a key usage that is not critical',
        unless(
          ({ leaf }) => leaf?.details.extensions.some(({ id, critical }) => id === oid.keyUsage && !critical) === true,
        ),
      ),
      'requires-digital-signature': party(
        'takes certificates with digitalSignature only',
        only(({ leaf }) => leaf?.allows('digitalSignature') === true),
      ),
    },
  ),
]
