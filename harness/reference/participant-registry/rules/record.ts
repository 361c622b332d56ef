import { createHash, X509Certificate } from 'node:crypto'
import type { Json, JsonObject } from '../../../contracts/json.js'
import { party } from '../../engine/fault.js'
import { type Change, instead } from '../../engine/rule.js'
import { type LookUp, rule, set } from '../look-up.js'

/** Adds members to the record. */
export const adding =
  (members: (lookUp: LookUp) => JsonObject) =>
  (lookUp: LookUp): true =>
    set(lookUp, { record: { ...lookUp.record, ...members(lookUp) } })

const insteadAdding = (members: (lookUp: LookUp) => JsonObject): Change<LookUp> => instead(adding(members))

/** The certificates that the record reports, DER by subject. */
const reported = ({ record }: LookUp): readonly JsonObject[] => record.certificates as unknown as JsonObject[]

const entryOf = (der: Buffer): JsonObject => ({
  subjectName: new X509Certificate(der).subject.replaceAll('\n', ', '),
  certificateType: 'eSeal',
  x5c: der.toString('base64'),
})

const entries = ({ party }: LookUp): JsonObject => ({ certificates: (party?.certificates ?? []).map(entryOf) })

const ofAnother = ({ party, participant }: LookUp): JsonObject => {
  const other = participant.kit.parties.find(({ partyId }) => partyId !== party?.partyId)
  return { certificates: (other?.certificates ?? []).map(entryOf) }
}

/** Every entry with further members made from its certificate. */
const describing = (members: (der: Buffer) => JsonObject) =>
  adding((lookUp) => ({
    certificates: reported(lookUp).map((entry) => ({ ...entry, ...members(Buffer.from(String(entry.x5c), 'base64')) })),
  }))

const digest = (algorithm: string, bytes: Buffer): string => createHash(algorithm).update(bytes).digest('hex')
const keyOf = (der: Buffer): Buffer => new X509Certificate(der).publicKey.export({ type: 'spki', format: 'der' })

const isShort = (der: Buffer): boolean =>
  (new X509Certificate(der).publicKey.asymmetricKeyDetails?.modulusLength ?? 0) <= 2048

/** The claim of a framework role, with its name as a careless hand writes it. */
const misspelt = (claim: JsonObject): JsonObject =>
  typeof claim.roleId === 'string'
    ? { ...claim, roleId: claim.roleId.replace(/(?<=[a-z])[A-Z]/g, '-$&').toLowerCase() }
    : claim

const status = ({ party }: LookUp): JsonObject => ({ status: (party?.status ?? null) as Json })

/** What the record of a party says (L150, L127–137), all of it from the own data. */
export const recordRules = [
  rule(
    'record',
    'the record names the party',
    adding(({ party }) => ({ party_id: party?.partyId ?? null })),
    {},
  ),
  rule('record', 'the record carries the status of the party', adding(status), {
    'omits-status': party(
      'leaves the status out of the record',
      insteadAdding(() => ({})),
    ),
    'reports-suspended-as-active': party(
      'reports every party as Active',
      insteadAdding(() => ({ status: 'Active' })),
    ),
    'reports-active-with-long-key': party(
      'reports every party as Active that has a key of more than 2048 bits',
      insteadAdding((lookUp) => (lookUp.party?.certificates.every(isShort) ? status(lookUp) : { status: 'Active' })),
    ),
    'reports-active-by-path': party(
      'reports every party as Active that is asked for by path',
      insteadAdding((lookUp) => (lookUp.form === 'path' ? { status: 'Active' } : status(lookUp))),
    ),
  }),
  rule('record', 'the record carries every registered certificate', adding(entries), {
    'lists-first-certificate': party(
      'reports only the first certificate of a party',
      insteadAdding(({ party }) => ({
        certificates: (party?.certificates ?? []).slice(0, 1).map(entryOf),
      })),
    ),
    'omits-certificates': party(
      'reports neither certificates nor claims',
      insteadAdding(() => ({ certificates: [] })),
    ),
    'omits-certificates-of-long-keys': party(
      'reports no certificate whose key has more than 2048 bits',
      insteadAdding(({ party }) => ({ certificates: (party?.certificates ?? []).filter(isShort).map(entryOf) })),
    ),
    'names-other-certificate': party('reports the certificate of another party', insteadAdding(ofAnother)),
  }),
  rule(
    'record',
    'a fingerprint is the SHA-256 of the DER',
    describing((der) => ({ 'x5t#s256': digest('sha256', der) })),
    {
      'omits-fingerprint': party(
        'reports certificates without fingerprints',
        instead(() => true),
      ),
      'fingerprints-key': party(
        'reports the fingerprint of the public key',
        instead(describing((der) => ({ 'x5t#s256': digest('sha256', keyOf(der)) }))),
      ),
      'fingerprints-sha1': party(
        'reports SHA-1 fingerprints',
        instead(describing((der) => ({ 'x5t#s256': digest('sha1', der) }))),
      ),
      'writes-fingerprint-as-number': party(
        'writes fingerprints as numbers, without the zeros at their beginning',
        instead(describing((der) => ({ 'x5t#s256': BigInt(`0x${digest('sha256', der)}`).toString(16) }))),
      ),
    },
  ),
  rule('record', 'a certificate goes with its fingerprint', () => true, {
    'writes-x5c-in-base64url': party(
      'writes the certificates of a record in base64url',
      instead(
        adding((lookUp) => ({
          certificates: reported(lookUp).map(({ x5c, ...entry }) => ({
            ...entry,
            x5c: Buffer.from(String(x5c), 'base64').toString('base64url'),
          })),
        })),
      ),
    ),
    'omits-x5c': party(
      'reports fingerprints without certificates',
      instead(
        adding((lookUp) => ({
          certificates: reported(lookUp).map((entry) =>
            Object.fromEntries(Object.entries(entry).filter(([name]) => name !== 'x5c')),
          ),
        })),
      ),
    ),
  }),
  rule(
    'record',
    'the record carries the claims of the party',
    adding(({ party }) => ({ claims: [...(party?.claims ?? [])] })),
    {
      'strips-registrars': party(
        'leaves registrarId out of the claims of a record',
        insteadAdding(({ party }) => ({
          claims: (party?.claims ?? []).map(({ registrarId: _registrarId, ...claim }) => claim),
        })),
      ),
      'misspells-role': party(
        'writes role names in lower case with hyphens',
        insteadAdding(({ party }) => ({ claims: (party?.claims ?? []).map(misspelt) })),
      ),
    },
  ),
]
