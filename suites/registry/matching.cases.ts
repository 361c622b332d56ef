import { record, resemblingRegistered, unregistered } from '../../harness/mutations/mutation.js'
import type { Mutation } from '../../harness/mutations/types.js'
import { serialNumberOf } from '../../harness/wire/serial-number.js'
import { partiesTokensFor } from '../support/answers.js'
import { armoured, folded } from '../support/pem.js'
import { certificatesOf, eachCertificate, entryFor, registeredAs, unknownParty } from '../support/records.js'
import { lookingUp } from '../support/roles.js'
import type { Row } from '../support/row.js'

const hex = (own: string): Buffer => Buffer.from(own, 'hex')
const colons = (own: string): string => own.toUpperCase().match(/../g)?.join(':') ?? ''

/** Only the fingerprint is registered, spelled in that way. */
const fingerprint = (name: string, spell: (hex: string) => string): Mutation =>
  eachCertificate(`fingerprint ${name}`, ({ x5c: _, ...entry }) => ({
    ...entry,
    'x5t#s256': spell(String(entry['x5t#s256'])),
  }))

/** Only the fingerprint is registered, under that key. */
const fingerprintKey = (key: string): Mutation =>
  eachCertificate(`fingerprint under ${key}`, ({ x5c: _, 'x5t#s256': value = null, ...entry }) => ({
    ...entry,
    [key]: value,
  }))

/** Only the certificate is registered, in that form. */
const wholeCertificate = (name: string, spell: (base64: string) => string): Mutation =>
  eachCertificate(`x5c ${name}`, ({ 'x5t#s256': _, ...entry }) => ({ ...entry, x5c: spell(String(entry.x5c)) }))

export const refused: readonly Row[] = [
  {
    id: 'registry.unknown',
    title: 'a party for which the registry returns no record',
    requirements: ['REGISTRY-KNOWN'],
    cases: ['REG-10'],
    roles: lookingUp,
    detects: ['accepts-unknown-party'],
    mutate: [unknownParty, record('empty record', () => ({})), ...partiesTokensFor('REG-10')],
  },
  {
    id: 'registry.record-of-another',
    title: "a party for which the registry returns another party's record that matches its certificate",
    requirements: ['REGISTRY-RECORD-PARTY'],
    cases: ['REG-11'],
    roles: lookingUp,
    detects: ['ignores-record-party'],
    mutate: record('party_id of another party', (own) => ({ ...own, party_id: `${String(own.party_id)}x` })),
  },
  {
    id: 'registry.no-certificate',
    title: 'a party without any registered certificate',
    requirements: ['REGISTRY-CERT-MATCH'],
    cases: ['REG-13'],
    roles: lookingUp,
    detects: ['accepts-unregistered-certificate'],
    mutate: [
      record('no certificates', (own) => ({ ...own, certificates: [] })),
      record('certificates missing', ({ certificates: _, ...own }) => own),
    ],
  },
  {
    id: 'registry.empty-entry',
    title: 'a party whose registered certificate is an entry without certificate and fingerprint',
    requirements: ['REGISTRY-CERT-MATCH'],
    cases: ['REG-13'],
    roles: lookingUp,
    detects: ['takes-empty-entry'],
    mutate: record('an entry without certificate and fingerprint', (own) => ({
      ...own,
      certificates: certificatesOf(own).map(({ x5c: _, 'x5t#s256': __, ...entry }) => entry),
    })),
  },
  {
    id: 'registry.empty-values',
    title: 'a party whose registered certificate and fingerprint are empty',
    requirements: ['REGISTRY-CERT-MATCH'],
    cases: ['REG-13'],
    roles: lookingUp,
    detects: ['matches-part-of-fingerprint', 'takes-empty-entry'],
    mutate: eachCertificate('empty certificate and fingerprint', (entry) => ({ ...entry, x5c: '', 'x5t#s256': '' })),
  },
  {
    id: 'registry.same-subject',
    title: 'a certificate of which only the subject name is registered',
    requirements: ['REGISTRY-CERT-SUBJECT'],
    cases: ['REG-14'],
    roles: lookingUp,
    detects: ['matches-by-subject'],
    mutate: registeredAs('another key under the same subject name', ({ issue }) => issue({})),
  },
  {
    id: 'registry.same-key',
    title: 'a renewed certificate of which only the key and the subject name are registered',
    requirements: ['REGISTRY-CERT-WHOLE'],
    cases: ['REG-15'],
    roles: lookingUp,
    detects: ['matches-by-key'],
    mutate: registeredAs('another certificate of the same key', ({ party, issue }) =>
      issue({ key: party.certified.key }),
    ),
  },
  {
    id: 'registry.same-serial',
    title: 'a certificate of which only the serial number and the subject name are registered, under another authority',
    requirements: ['REGISTRY-CERT-MATCH'],
    cases: [],
    level: 'must',
    roles: lookingUp,
    detects: ['matches-by-serial', 'matches-by-subject'],
    mutate: registeredAs('a certificate of another authority with the same serial number', ({ party, issue }) =>
      issue({ kind: 'second-root', serial: serialNumberOf(party.certified.chain[0] ?? Buffer.alloc(0)) }),
    ),
  },
  {
    id: 'registry.issuer-registered',
    title: 'a certificate of which only the authorities are registered, beside another leaf of theirs',
    requirements: ['REGISTRY-CERT-MATCH'],
    cases: [],
    level: 'must',
    roles: lookingUp,
    detects: ['matches-by-chain'],
    mutate: [
      record('the chain of another certificate, one entry each', async (own, { party, issue }) => ({
        ...own,
        certificates: (await issue({ partyId: `${party.partyId}-other` })).chain.map((_, index, chain) => ({
          ...certificatesOf(own)[0],
          ...entryFor({ chain: chain.slice(index) }),
        })),
      })),
      record('the chain of another certificate as an array in x5c', async (own, { party, issue }) => {
        const { chain } = await issue({ partyId: `${party.partyId}-other` })
        const x5c = chain.map((der) => der.toString('base64'))
        return { ...own, certificates: certificatesOf(own).map((entry) => ({ ...entry, ...entryFor({ chain }), x5c })) }
      }),
    ],
  },
  {
    id: 'registry.stolen-subject',
    title: "a certificate of the same CA that another holder got for the party's exact subject name",
    requirements: ['REGISTRY-CERT-SUBJECT'],
    cases: ['REG-16'],
    detects: ['matches-by-subject'],
    mutate: unregistered(),
  },
  {
    id: 'registry.own-serial',
    title: 'a certificate of which its own data hold only the serial number and the subject name',
    requirements: ['REGISTRY-CERT-MATCH'],
    cases: [],
    level: 'must',
    roles: ['ParticipantRegistry'],
    detects: ['matches-by-serial', 'matches-by-subject'],
    mutate: resemblingRegistered('serial number', 'second-root'),
  },
  {
    id: 'registry.own-key',
    title: 'a renewed certificate of which its own data hold only the key and the subject name',
    requirements: ['REGISTRY-CERT-WHOLE'],
    cases: ['REG-15'],
    roles: ['ParticipantRegistry'],
    detects: ['matches-by-key'],
    mutate: resemblingRegistered('key'),
  },
  {
    id: 'registry.fingerprint-prefix',
    title: 'a certificate of which only the first or last 8 bytes of the fingerprint are registered',
    requirements: ['REGISTRY-CERT-WHOLE'],
    cases: ['REG-22'],
    roles: lookingUp,
    detects: ['matches-by-prefix', 'matches-part-of-fingerprint'],
    mutate: [
      fingerprint('whose first 8 bytes match', (own) => own.slice(0, 16).padEnd(64, '0')),
      fingerprint('whose last 8 bytes match', (own) => own.slice(-16).padStart(64, '0')),
      fingerprint('cut to its first 8 bytes', (own) => own.slice(0, 16)),
    ],
  },
]

export const recorded: readonly Row[] = [
  {
    id: 'registry.contradiction',
    title: 'whether x5c or the fingerprint decides when they contradict each other',
    requirements: ['REGISTRY-CERT-AGREES'],
    cases: ['REG-17'],
    level: 'should',
    roles: lookingUp,
    mutate: [
      record('x5c matches, fingerprint contradicts', async (own, { issue }) => {
        const { 'x5t#s256': foreign = null } = entryFor(await issue({}))
        return { ...own, certificates: certificatesOf(own).map((entry) => ({ ...entry, 'x5t#s256': foreign })) }
      }),
      record('fingerprint matches, x5c contradicts', async (own, { issue }) => {
        const { x5c: foreign = null } = entryFor(await issue({}))
        return { ...own, certificates: certificatesOf(own).map((entry) => ({ ...entry, x5c: foreign })) }
      }),
    ],
  },
  {
    id: 'registry.fingerprint-encoding',
    title: 'which spellings of a fingerprint it takes',
    requirements: ['REGISTRY-FINGERPRINT'],
    cases: ['REG-18'],
    roles: lookingUp,
    mutate: [
      fingerprint('in lower-case hex', (own) => own),
      fingerprint('in upper-case hex', (own) => own.toUpperCase()),
      fingerprint('in hex with colons', colons),
      fingerprint('in base64url', (own) => hex(own).toString('base64url')),
      fingerprint('in base64', (own) => hex(own).toString('base64')),
      fingerprint('in base64url of the hex', (own) => Buffer.from(own).toString('base64url')),
    ],
  },
  {
    id: 'registry.fingerprint-key',
    title: 'under which keys it finds a fingerprint',
    requirements: ['REGISTRY-FINGERPRINT'],
    cases: ['REG-19'],
    roles: lookingUp,
    mutate: [fingerprintKey('x5tS256'), fingerprintKey('x5t#S256')],
  },
  {
    id: 'registry.certificate-form',
    title: 'which forms of a registered certificate it takes',
    requirements: ['REGISTRY-X5C-FORM'],
    cases: ['REG-20'],
    roles: lookingUp,
    mutate: [
      record('x5c as an array of the leaf', (own) => ({
        ...own,
        certificates: certificatesOf(own).map(({ 'x5t#s256': _, x5c = null, ...entry }) => ({ ...entry, x5c: [x5c] })),
      })),
      record('x5c as an array of the chain', (own, { party }) => ({
        ...own,
        certificates: certificatesOf(own).map(({ 'x5t#s256': _, ...entry }) => ({
          ...entry,
          x5c: party.certified.chain.map((der) => der.toString('base64')),
        })),
      })),
      wholeCertificate('with PEM armour', armoured),
      wholeCertificate('as base64 of the PEM', (own) => Buffer.from(armoured(own)).toString('base64')),
      wholeCertificate('with line breaks', folded),
    ],
  },
]
