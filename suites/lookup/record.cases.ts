import type { PartyRecord, RegisteredCertificate } from '../../harness/check/lookup/record.js'
import { isAdhering } from '../../harness/check/lookup/record.js'
import type { Json } from '../../harness/contracts/json.js'
import type { Party } from '../../harness/mutations/types.js'
import { sha256 } from '../../harness/wire/decode.js'
import { roles as schemeRoles } from '../../requirements/types.js'
import type { Coverage } from '../support/row.js'

/** A rule about the record of a party in good standing. */
export interface RecordRow extends Coverage {
  /** A present-tense sentence about the target. */
  readonly title: string
  readonly expected: string
  /** Judges the record of the party with two certificates too, whose fingerprints begin with a zero. */
  readonly ofTwoCertificates?: boolean
  /** What contradicts it; `undefined` where nothing does. */
  readonly contradiction: (record: PartyRecord, party: Party) => Json | undefined
}

/** Longest fingerprint that is quoted, characters. */
const quotedLength = 100

const leafOf = ({ certified }: Party): Buffer => certified.chain[0] ?? Buffer.alloc(0)
const unless = (holds: boolean, got: Json): Json | undefined => (holds ? undefined : got)

const reports =
  (leaf: Buffer) =>
  (entry: RegisteredCertificate): boolean =>
    entry.certificate?.certificate.raw.equals(leaf) === true
const fingerprints =
  (leaf: Buffer) =>
  (entry: RegisteredCertificate): boolean =>
    entry.fingerprint?.bytes.toString('hex') === sha256(leaf)

/** Whether a record reports the certificate with which a party signs. */
export const reportsLeaf = ({ certificates }: PartyRecord, party: Party): boolean =>
  certificates.some(reports(leafOf(party)))

/** What a record reports, for a person to read. */
const seen = ({ certificates }: PartyRecord): Json =>
  certificates.map((entry) => ({
    place: entry.place,
    certificate: entry.certificate ? sha256(entry.certificate.certificate.raw) : 'none that can be read',
    [entry.fingerprintName ?? 'fingerprint']: entry.fingerprint?.bytes.toString('hex') ?? unread(entry),
  }))

/** Why there is no fingerprint, with what stands in its place. */
function unread({ fingerprintName, entry }: RegisteredCertificate): string {
  const text = fingerprintName === undefined ? undefined : entry[fingerprintName]
  return typeof text === 'string'
    ? `no SHA-256: ${JSON.stringify(text.slice(0, quotedLength))}, ${text.length} characters`
    : 'none that can be read'
}

/** What is incomplete about an entry (L136–137), or belongs to another certificate. */
function flaw(registered: RegisteredCertificate): string | undefined {
  const { certificate, fingerprint, fingerprintName } = registered
  if (!certificate) return 'x5c is missing, or no certificate'
  if (!fingerprint) return `${fingerprintName ?? 'x5t#s256'}: ${unread(registered)}`
  const own = sha256(certificate.certificate.raw)
  return fingerprint.bytes.toString('hex') === own ? undefined : `the fingerprint is not that of x5c (${own})`
}

const roles = ['ParticipantRegistry'] as const

export const recordRules: readonly RecordRow[] = [
  {
    id: 'lookup.status',
    title: 'reports a party in good standing as Active',
    requirements: ['PARTY-RECORD'],
    cases: ['PRG-05'],
    roles,
    detects: ['omits-status'],
    expected: 'Active',
    contradiction: ({ status }) => unless(isAdhering(status), status ?? 'nothing'),
  },
  {
    id: 'lookup.certificate',
    title: 'reports the registered certificate of a party in x5c',
    requirements: ['PARTY-RECORD'],
    cases: ['PRG-05'],
    roles,
    detects: ['omits-x5c', 'omits-certificates', 'names-other-certificate', 'answers-first-record'],
    expected: 'the registered certificate, and none of another party',
    contradiction: (record, party) => {
      const { certificates } = record
      const own = certificates.some(reports(leafOf(party)))
      // A registry may list the authorities of the chain beside the leaf.
      const { chain } = party.certified
      const foreign = certificates.some(
        ({ certificate }) => certificate && !chain.some((der) => certificate.certificate.raw.equals(der)),
      )
      return unless(own && !foreign, seen(record))
    },
  },
  {
    id: 'lookup.fingerprint',
    title: 'reports the SHA-256 fingerprint of the registered certificate in x5t#s256',
    requirements: ['PARTY-RECORD'],
    cases: ['PRG-05'],
    roles,
    detects: [
      'omits-fingerprint',
      'fingerprints-key',
      'fingerprints-sha1',
      'writes-fingerprint-as-number',
      'omits-certificates',
      'names-other-certificate',
      'answers-first-record',
    ],
    ofTwoCertificates: true,
    expected: 'the SHA-256 of the DER, in hex, base64 or base64url',
    contradiction: (record, party) => unless(record.certificates.some(fingerprints(leafOf(party))), seen(record)),
  },
  {
    // A decoder of base64 refuses what is no base64, and with it the record.
    id: 'lookup.certificate-encoding',
    title: 'writes the certificates of a record in base64',
    requirements: ['PARTY-RECORD'],
    cases: [],
    level: 'strict',
    roles,
    detects: ['writes-x5c-in-base64url'],
    ofTwoCertificates: true,
    expected: 'base64 (RFC 4648 §4) of the DER or of the PEM text, or that text',
    contradiction: (record) =>
      unless(!record.certificates.some(({ certificate }) => certificate?.form === 'loose'), 'another encoding'),
  },
  {
    id: 'lookup.has-certificate',
    title: 'reports a certificate or an IDP assertion of every party',
    requirements: ['CLAIM-CERT-OR-IDP'],
    cases: ['CLM-10'],
    roles,
    detects: ['omits-certificates'],
    expected: 'a certificate of its own, an x509Certificate claim or an idpAssertion claim',
    contradiction: ({ certificates, claims }) =>
      unless(certificates.length > 0 || claims.some(({ type }) => type === 'idpAssertion'), 'neither'),
  },
  {
    id: 'lookup.certificate-whole',
    title: 'reports x5c and x5t#s256 of each certificate together, both of the same certificate',
    requirements: ['CLAIM-CERT-FIELDS'],
    cases: ['CLM-11'],
    roles,
    detects: [
      'omits-x5c',
      'omits-fingerprint',
      'fingerprints-key',
      'fingerprints-sha1',
      'writes-fingerprint-as-number',
    ],
    ofTwoCertificates: true,
    expected: 'both, and the fingerprint that of x5c',
    contradiction: ({ certificates }) => certificates.map(flaw).find((one) => one !== undefined),
  },
]

/** Names of roles in the claims of a record that framework roles give (L9, L103), which are none of the seven. */
export const oddRoles = ({ claims }: PartyRecord): readonly Json[] =>
  frameworkRoles(claims).filter((role) => !(schemeRoles as readonly Json[]).includes(role))

/** Names of roles in the framework role claims of a record. */
export const frameworkRoles = (claims: PartyRecord['claims']): readonly Json[] =>
  claims.flatMap(({ type, roleId }) => (type === 'frameworkRole' ? [roleId ?? null] : []))
