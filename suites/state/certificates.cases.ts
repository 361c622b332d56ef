import { certificate, further, neighbour, signature } from '../../harness/mutations/mutation.js'
import type { Likeness, Mutation } from '../../harness/mutations/types.js'
import { lookingUp } from '../support/roles.js'
import type { Coverage, Row } from '../support/row.js'
import { check, row } from '../support/row.js'
import { nameAndChainOfAnother } from '../support/values/impersonation.js'
import { status, unknownParty } from '../support/values/records.js'

/** What two certificates of one holder can have in common, and a cache might take for the certificate. */
const ofOneHolder = ['subject name', 'serial number', 'key'] as const satisfies readonly Likeness['shares'][]
/** What those of two holders can. */
const ofTwoHolders = ['certificate', ...ofOneHolder] as const

const eachFurther = (...more: readonly [kind?: string, options?: Parameters<typeof further>[2]]): readonly Mutation[] =>
  ofOneHolder.map((shares) => further(shares, ...more))

/** Certificates that are not registered, and resemble one that is. */
export const unregistered = eachFurther('conforming', { registered: false })

/** Wrong certificates of a client that a sound one was taken of just before; the registry holds both unless that is what is wrong. */
export const refused: readonly Row[] = [
  row(
    'state.untrusted-certificate',
    ['CERT-TRUSTED-CA', 'X5C-05'],
    ['keeps-chain-by-subject', 'keeps-chain-by-serial', 'keeps-chain-by-key', 'keeps-chain-by-client'],
    { roles: lookingUp },
  ).sends(
    'a certificate of an untrusted CA that shares its names, its serial number or its key with a sound one that it took before',
    eachFurther('same-name-twin'),
  ),
  row(
    'state.expired-certificate',
    ['CERT-VALIDITY', 'CRT-01'],
    ['keeps-dates-by-subject', 'keeps-dates-by-serial', 'keeps-dates-by-key', 'keeps-dates-by-client'],
    { roles: lookingUp },
  ).sends(
    'an expired certificate that shares its subject name, its serial number or its key with a sound one that it took before',
    eachFurther('expired-leaf'),
  ),
  row(
    'state.unregistered-certificate',
    'REGISTRY-CERT-MATCH',
    ['keeps-match-by-subject', 'keeps-match-by-serial', 'keeps-match-by-key'],
    { level: 'must', roles: [...lookingUp, 'ParticipantRegistry'] },
  ).sends(
    'an unregistered certificate that shares its subject name, its serial number or its key with the registered one that it took before',
    unregistered,
  ),
  row(
    'state.key-of-another-certificate',
    'JWT-SIGNED',
    ['keeps-key-by-subject', 'keeps-key-by-serial', 'keeps-key-by-client'],
    { level: 'must', roles: lookingUp },
  ).sends(
    'a signature by the key of a certificate that it took before, under another one of the same subject name or serial number',
    (['subject name', 'serial number'] as const).map((shares) =>
      further(shares, 'conforming', { signedByControl: true }),
    ),
  ),
  row(
    'state.suspended-party',
    'REGISTRY-STATUS',
    ['keeps-status-by-certificate', 'keeps-status-by-subject', 'keeps-status-by-serial', 'keeps-status-by-key'],
    { level: 'must', roles: lookingUp },
  ).sends(
    'a suspended party whose certificate is, or resembles, that of an Active one that it let in before',
    ofTwoHolders.map((shares) => neighbour(shares, status('Suspended'))),
  ),
  row(
    'state.unknown-party',
    'REGISTRY-KNOWN',
    ['keeps-record-by-certificate', 'keeps-record-by-subject', 'keeps-record-by-serial', 'keeps-record-by-key'],
    { level: 'must', roles: lookingUp },
  ).sends(
    'an unknown party whose certificate is, or resembles, that of a known one that it let in before',
    ofTwoHolders.map((shares) => neighbour(shares, unknownParty)),
  ),
]

/** A revoked certificate of a client that a sound one was taken of just before. */
export interface RevokedRow extends Coverage {
  readonly title: string
  readonly mutate: readonly Mutation[]
  /** Sources about one of the two that the target has to have asked, so that the check says something. */
  readonly sources: readonly ('crl' | 'ocsp')[]
}

export const revoked: readonly RevokedRow[] = [
  {
    // Whom it did not ask, it did not hear (ruling 29): so no must.
    ...check(
      'state.revoked-certificate',
      ['CERT-REVOCATION', 'CRT-21'],
      [
        'keeps-revocation-by-subject',
        'keeps-revocation-by-serial',
        'keeps-revocation-by-key',
        'keeps-revocation-by-client',
      ],
      { level: 'strict', roles: lookingUp },
    ),
    title:
      'a revoked certificate that shares its subject name, its serial number or its key with a sound one that it took before',
    mutate: eachFurther(),
    sources: ['crl', 'ocsp'],
  },
  {
    ...check('state.revoked-on-shared-crl', ['CERT-REVOCATION', 'CRT-21'], 'keeps-verdict-of-crl', {
      roles: lookingUp,
    }),
    title: 'a certificate that is revoked on the CRL which the target has read for another one',
    mutate: [further('revocation source', 'revoked-on-crl')],
    sources: ['crl'],
  },
  {
    ...check('state.revoked-at-shared-responder', ['CERT-REVOCATION', 'CRT-22'], 'keeps-verdict-of-responder', {
      level: 'strict',
      roles: lookingUp,
    }),
    title: 'a revoked certificate whose responder the target has asked about another one',
    mutate: [further('revocation source', 'revoked-by-ocsp')],
    sources: ['ocsp'],
  },
]

/** How long after its end a certificate comes again, seconds: some tolerate clocks that are wrong by a minute. */
export const afterEnd = [10, 70] as const

/** What was found of a certificate while it was valid ends with it. */
export const outlived = {
  ...check('state.certificate-after-its-end', ['CERT-VALIDITY', 'CRT-01'], 'keeps-dates-by-certificate', {
    level: 'strict',
    roles: lookingUp,
    waits: 30,
    slow: 240,
  }),
  mutate: Array.from({ length: 1 + afterEnd.length }, () => certificate('ends-in-20-seconds')),
} satisfies Coverage

/** What was found of one request on a connection says nothing of the next. */
export const onSameConnection: Row = row('state.connection', 'JWT-SIGNED', 'keeps-verdict-by-connection', {
  level: 'must',
}).sends('a signature that does not hold on the connection that a sound one came by', [
  signature('by a foreign key', (signing, { foreignKey }) => {
    signing.key = foreignKey
  }),
  nameAndChainOfAnother,
])
