import { createHash } from 'node:crypto'
import type { JsonObject } from '../../harness/contracts/json.js'
import { record, resemblingRegistered, unregistered, unregisteredBesideTwo } from '../../harness/mutations/mutation.js'
import type { Mutation } from '../../harness/mutations/types.js'
import { serialNumberOf } from '../../harness/wire/serial-number.js'
import { lookingUp } from '../support/roles.js'
import type { Row } from '../support/row.js'
import { row } from '../support/row.js'
import { partiesTokensFor } from '../support/values/answers.js'
import { armoured, folded } from '../support/values/pem.js'
import { certificatesOf, eachCertificate, entryFor, registeredAs, unknownParty } from '../support/values/records.js'

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

/** Another certificate is registered, beside members that speak for the one that signs. */
const beside = (name: string, further: (own: Buffer) => JsonObject): Mutation =>
  record(name, async (own, { issue, party: { certified } }) => {
    const more = further(certified.chain[0] ?? Buffer.alloc(0))
    const entry = entryFor(await issue({}))
    return { ...own, certificates: certificatesOf(own).map((first) => ({ ...first, ...entry, ...more })) }
  })

/** A fingerprint in no known encoding. */
const unreadable = { 'x5t#s256': 'zz' } as const
const firstHalf = ({ x5c }: JsonObject): string => {
  const der = Buffer.from(String(x5c), 'base64')
  return der.subarray(0, der.length >> 1).toString('base64')
}

const sha1 = (der: Buffer): Buffer => createHash('sha1').update(der).digest()

export const refused: readonly Row[] = [
  row('registry.certificate-with-more', 'REGISTRY-CERT-MATCH', ['matches-by-subject', 'matches-by-further-members'], {
    level: 'must',
    roles: lookingUp,
  }).sends('a certificate that is not the registered one, though further members of the record speak for it', [
    beside('its SHA-1 as x5t', (own) => ({ x5t: sha1(own).toString('base64url') })),
    beside('its SHA-1 as thumbprint', (own) => ({ thumbprint: sha1(own).toString('hex') })),
    beside('enabled and verified', () => ({ enabled: true, verified: true })),
  ]),
  row('registry.unknown', 'REG-10', 'accepts-unknown-party', { roles: lookingUp }).sends(
    'a party for which the registry returns no record',
    [unknownParty, record('empty record', () => ({})), ...partiesTokensFor('REG-10')],
  ),
  row('registry.record-of-another', 'REG-11', 'ignores-record-party', { roles: lookingUp }).sends(
    "a party for which the registry returns another party's record that matches its certificate",
    record('party_id of another party', (own) => ({ ...own, party_id: `${String(own.party_id)}x` })),
  ),
  row('registry.no-certificate', 'REG-13', 'accepts-unregistered-certificate', { roles: lookingUp }).sends(
    'a party without any registered certificate',
    [
      record('no certificates', (own) => ({ ...own, certificates: [] })),
      record('certificates missing', ({ certificates: _, ...own }) => own),
    ],
  ),
  row('registry.empty-entry', 'REG-13', 'takes-empty-entry', { roles: lookingUp }).sends(
    'a party whose registered certificate is an entry without certificate and fingerprint',
    record('an entry without certificate and fingerprint', (own) => ({
      ...own,
      certificates: certificatesOf(own).map(({ x5c: _, 'x5t#s256': __, ...entry }) => entry),
    })),
  ),
  row('registry.empty-values', 'REG-13', ['matches-part-of-fingerprint', 'takes-empty-entry'], {
    roles: lookingUp,
  }).sends(
    'a party whose registered certificate and fingerprint are empty',
    eachCertificate('empty certificate and fingerprint', (entry) => ({ ...entry, x5c: '', 'x5t#s256': '' })),
  ),
  row('registry.unreadable-entry', 'REG-13', ['takes-unreadable-entry', 'takes-empty-entry'], {
    roles: lookingUp,
  }).sends('a party whose registered certificate cannot be read', [
    eachCertificate('x5c AAAA', (entry) => ({ ...entry, ...unreadable, x5c: 'AAAA' })),
    eachCertificate('half of a certificate', (entry) => ({ ...entry, ...unreadable, x5c: firstHalf(entry) })),
    eachCertificate('certificate and fingerprint null', (entry) => ({ ...entry, x5c: null, 'x5t#s256': null })),
    ...[null, {}, 'x', [null]].map((certificates) =>
      record(`certificates ${JSON.stringify(certificates)}`, (own) => ({ ...own, certificates })),
    ),
  ]),
  row('registry.same-subject', 'REG-14', 'matches-by-subject', { roles: lookingUp }).sends(
    'a certificate of which only the subject name is registered',
    registeredAs('another key under the same subject name', ({ issue }) => issue({})),
  ),
  row('registry.same-key', 'REG-15', 'matches-by-key', { roles: lookingUp }).sends(
    'a renewed certificate of which only the key and the subject name are registered',
    registeredAs('another certificate of the same key', ({ party, issue }) => issue({ key: party.certified.key })),
  ),
  row('registry.same-serial', 'REGISTRY-CERT-MATCH', ['matches-by-serial', 'matches-by-subject'], {
    level: 'must',
    roles: lookingUp,
  }).sends(
    'a certificate of which only the serial number and the subject name are registered, under another authority',
    registeredAs('a certificate of another authority with the same serial number', ({ party, issue }) =>
      issue({ kind: 'second-root', serial: serialNumberOf(party.certified.chain[0] ?? Buffer.alloc(0)) }),
    ),
  ),
  row('registry.issuer-registered', 'REGISTRY-CERT-MATCH', 'matches-by-chain', {
    level: 'must',
    roles: lookingUp,
  }).sends('a certificate of which only the authorities are registered, beside another leaf of theirs', [
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
  ]),
  row('registry.stolen-subject', 'REG-16', 'matches-by-subject').sends(
    "a certificate of the same CA that another holder got for the party's exact subject name",
    unregistered(),
  ),
  row('registry.own-serial', 'REGISTRY-CERT-MATCH', ['matches-by-serial', 'matches-by-subject'], {
    level: 'must',
    roles: ['ParticipantRegistry'],
  }).sends(
    'a certificate of which its own data hold only the serial number and the subject name',
    resemblingRegistered('serial number', 'second-root'),
  ),
  row('registry.own-key', 'REG-15', 'matches-by-key', { roles: ['ParticipantRegistry'] }).sends(
    'a renewed certificate of which its own data hold only the key and the subject name',
    resemblingRegistered('key'),
  ),
  row('registry.beside-two', 'REGISTRY-CERT-MATCH', 'accepts-unregistered-beside-several', {
    level: 'must',
    roles: lookingUp,
  }).sends(
    'a third certificate of a party of which two others are registered',
    record('two other certificates', async (own, { issue }) => {
      const [first = {}] = certificatesOf(own)
      const others = await Promise.all([issue({}), issue({})])
      return { ...own, certificates: others.map((other) => ({ ...first, ...entryFor(other) })) }
    }),
  ),
  row('registry.beside-own-two', 'REGISTRY-CERT-MATCH', 'accepts-unregistered-beside-several', {
    level: 'must',
    roles: ['ParticipantRegistry'],
  }).sends('a third certificate of a party of which its own data hold two others', unregisteredBesideTwo),
  row('registry.fingerprint-prefix', 'REG-22', ['matches-by-prefix', 'matches-part-of-fingerprint'], {
    roles: lookingUp,
  }).sends('a certificate of which only the first or last 8 bytes of the fingerprint are registered', [
    fingerprint('whose first 8 bytes match', (own) => own.slice(0, 16).padEnd(64, '0')),
    fingerprint('whose last 8 bytes match', (own) => own.slice(-16).padStart(64, '0')),
    fingerprint('cut to its first 8 bytes', (own) => own.slice(0, 16)),
  ]),
]

export const recorded: readonly Row[] = [
  row('registry.contradiction', 'REG-17', [], { level: 'should', roles: lookingUp }).sends(
    'whether x5c or the fingerprint decides when they contradict each other',
    [
      record('x5c matches, fingerprint contradicts', async (own, { issue }) => {
        const { 'x5t#s256': foreign = null } = entryFor(await issue({}))
        return { ...own, certificates: certificatesOf(own).map((entry) => ({ ...entry, 'x5t#s256': foreign })) }
      }),
      record('fingerprint matches, x5c contradicts', async (own, { issue }) => {
        const { x5c: foreign = null } = entryFor(await issue({}))
        return { ...own, certificates: certificatesOf(own).map((entry) => ({ ...entry, x5c: foreign })) }
      }),
    ],
  ),
  row('registry.fingerprint-encoding', 'REG-18', [], { roles: lookingUp }).sends(
    'which spellings of a fingerprint it takes',
    [
      fingerprint('in lower-case hex', (own) => own),
      fingerprint('in upper-case hex', (own) => own.toUpperCase()),
      fingerprint('in hex with colons', colons),
      fingerprint('in base64url', (own) => hex(own).toString('base64url')),
      fingerprint('in base64', (own) => hex(own).toString('base64')),
      fingerprint('in base64url of the hex', (own) => Buffer.from(own).toString('base64url')),
    ],
  ),
  row('registry.fingerprint-key', 'REG-19', [], { roles: lookingUp }).sends('under which keys it finds a fingerprint', [
    fingerprintKey('x5tS256'),
    fingerprintKey('x5t#S256'),
  ]),
  row('registry.certificate-form', 'REG-20', [], { roles: lookingUp }).sends(
    'which forms of a registered certificate it takes',
    [
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
  ),
]
