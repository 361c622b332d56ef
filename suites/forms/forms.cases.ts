import type { CertificateKind } from '../../ca/index.js'
import type { FaultName } from '../../harness/faults/faults.js'
import { certificate, unregistered } from '../../harness/mutations/mutation.js'
import type { Mutation } from '../../harness/mutations/types.js'
import type { CaseId } from '../../requirements/cases/index.js'
import type { RequirementId } from '../../requirements/list.js'
import type { Coverage } from '../support/row.js'
import { check } from '../support/row.js'
import { status } from '../support/values/records.js'

/** A form in which certificates are, and a registry has to take a sound one (ruling 28). */
interface Form {
  /** Where the id of its check stands. */
  readonly place: 0 | 1
  /** Names of the values that make it up. */
  readonly guise: readonly string[]
  readonly words: string
  /** Its keys take a second to make. */
  readonly largeKeys?: true
}

const forms: readonly Form[] = [
  { place: 0, guise: ['chain=2', 'key=3072'], words: 'in a chain of two with a key of 3072 bits' },
  {
    place: 1,
    guise: ['chain=4', 'key=4096'],
    words: 'in a chain of four with a key of 4096 bits',
    largeKeys: true,
  },
]

/** What has to be refused whatever the form of its certificate. */
interface Family {
  /** Of the check in each form. */
  readonly ids: readonly [of2: string, of4: string]
  readonly says: string
  readonly about: readonly (RequirementId | CaseId)[]
  /** What a registry does that looks at certificates of the usual form alone. */
  readonly detects: FaultName
  readonly mutate: Mutation
  /** The only source that the certificate names, and a sound one that names no other. */
  readonly source?: { readonly kind: 'crl' | 'ocsp'; readonly sound: CertificateKind }
}

const families: readonly Family[] = [
  {
    ids: ['forms.expired-of-2', 'forms.expired-of-4'],
    says: 'an expired certificate',
    about: ['CRT-01'],
    detects: 'accepts-expired-leaf-but-of-three',
    mutate: certificate('expired-leaf'),
  },
  {
    ids: ['forms.key-usage-of-2', 'forms.key-usage-of-4'],
    says: 'an eSeal whose key usage is digitalSignature only',
    about: ['CRT-08'],
    detects: 'ignores-key-usage-of-long-key',
    mutate: certificate('key-usage-digital-signature'),
  },
  {
    ids: ['forms.critical-extension-of-2', 'forms.critical-extension-of-4'],
    says: 'a certificate with an unknown critical extension',
    about: ['CRT-14'],
    detects: 'ignores-critical-extension-of-long-key',
    mutate: certificate('unknown-critical-extension'),
  },
  {
    ids: ['forms.untrusted-root-of-2', 'forms.untrusted-root-of-4'],
    says: 'a sound chain whose root is not on the trusted list',
    about: ['X5C-15'],
    detects: 'trusts-any-root-of-long-key',
    mutate: certificate('untrusted-chain'),
  },
  {
    ids: ['forms.revoked-on-crl-of-2', 'forms.revoked-on-crl-of-4'],
    says: 'a certificate that is revoked on the CRL which the target has read',
    about: ['CRT-21'],
    detects: 'accepts-listed-certificate-but-of-three',
    mutate: certificate('revoked-on-crl'),
    source: { kind: 'crl', sound: 'crl-only' },
  },
  {
    ids: ['forms.revoked-by-ocsp-of-2', 'forms.revoked-by-ocsp-of-4'],
    says: 'a certificate that the responder which the target has asked calls revoked',
    about: ['CRT-22'],
    detects: 'accepts-revoked-by-ocsp-of-long-key',
    mutate: certificate('revoked-by-ocsp'),
    source: { kind: 'ocsp', sound: 'ocsp-only' },
  },
  {
    ids: ['forms.unregistered-of-2', 'forms.unregistered-of-4'],
    says: "a certificate of the same CA that another holder got for the party's exact subject name",
    about: ['REG-16'],
    detects: 'accepts-unregistered-certificate-but-of-three',
    mutate: unregistered(),
  },
  {
    ids: ['forms.suspended-of-2', 'forms.suspended-of-4'],
    says: 'a party whose status is Suspended',
    about: ['REG-02'],
    detects: 'ignores-status-but-of-three',
    mutate: status('Suspended'),
  },
]

/** One family in one form. */
export type FormRow = Coverage & Pick<Family, 'mutate' | 'source'> & Pick<Form, 'words'> & { readonly title: string }

/**
 * At a ParticipantRegistry, which has its clients from its kit: there, checks do not make clients of each form as
 * guises do elsewhere, and a registry that looks at certificates of one form alone would go unnoticed.
 */
export const rows: readonly FormRow[] = families.flatMap(({ ids, says, about, detects, mutate, source }) =>
  forms.map(({ place, guise, words, largeKeys }) => ({
    ...check(ids[place], about, detects, {
      roles: ['ParticipantRegistry'],
      guise,
      ...(largeKeys && { profile: 'standard', largeKeys }),
    }),
    title: `${words} refuses ${says}`,
    words,
    mutate,
    ...(source && { source }),
  })),
)
