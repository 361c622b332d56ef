import type { JsonObject } from '../../contracts/json.js'
import type { Change, Rule } from '../engine/rule.js'
import { chosenVariants, type RuleChanges, varied } from '../engine/variants.js'
import { type LookUp, set } from './look-up.js'
import type { LookUpRule } from './rules.js'
import { readTarget } from './target.js'

type Variant = RuleChanges<LookUp, LookUpRule>

const fingerprint = 'a fingerprint is the SHA-256 of the DER'
const complete = 'the record carries the claims of the party'

/** Changes what a rule has put into each entry of `certificates`. */
const entries =
  (change: (entry: JsonObject) => JsonObject): Change<LookUp> =>
  (right) =>
  async (lookUp) => {
    const held = await right(lookUp)
    const list = lookUp.record.certificates as unknown as JsonObject[]
    return set(lookUp, { record: { ...lookUp.record, certificates: list.map(change) } }) && held
  }

/** Another spelling of what a member of each entry holds. */
const spelling = (member: string, change: (text: string) => string): Change<LookUp> =>
  entries((entry) => (typeof entry[member] === 'string' ? { ...entry, [member]: change(entry[member]) } : entry))

const inHex = (change: (bytes: Buffer) => string) => (hex: string) => change(Buffer.from(hex, 'hex'))

const armoured = (base64: string): string =>
  `-----BEGIN CERTIFICATE-----\n${base64.match(/.{1,64}/g)?.join('\n')}\n-----END CERTIFICATE-----\n`

/** Certificates as typed claims (L127–137) instead of a list of their own. */
const asClaims: Change<LookUp> = (right) => async (lookUp) => {
  const held = await right(lookUp)
  const { certificates, claims, ...rest } = lookUp.record
  const typed = (certificates as unknown as JsonObject[]).map((entry, index) => ({
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    status: 'active',
    registrarId: lookUp.participant.kit.partyId,
    type: 'x509Certificate',
    ...entry,
  }))
  return set(lookUp, { record: { ...rest, claims: [...(claims as unknown as JsonObject[]), ...typed] } }) && held
}

const extraMembers: Change<LookUp> = (right) => async (lookUp) => {
  const held = await right(lookUp)
  const more = { party_name: 'Fixture', spor: { count: 1 }, certified_roles: [] }
  return set(lookUp, { record: { ...more, ...lookUp.record } }) && held
}

const adheringOnly: Change<LookUp> = (right) => (lookUp) => {
  if (lookUp.party?.status !== 'Active') set(lookUp, { party: undefined })
  return right(lookUp)
}

/** A record of the widespread older form: its status in `adherence`, members of certificates in snake case. */
const nested = ({ status, certificates, ...rest }: JsonObject): JsonObject => ({
  ...rest,
  adherence: { status: status ?? null },
  certificates: (certificates as unknown as JsonObject[]).map(({ subjectName, certificateType, ...entry }) => ({
    subject_name: subjectName ?? null,
    certificate_type: certificateType ?? null,
    ...entry,
  })),
})

/** By path as `party_info` in `party_token`, by query as a list in `parties_token`. */
const signingNested: Change<LookUp> = (right) => async (lookUp) => {
  const info = nested(lookUp.record)
  const isQuery = lookUp.form === 'query'
  const record = isQuery ? { parties_info: { count: 1, data: [info] } } : { party_info: info }
  const held = await right(set(lookUp, { record }) && lookUp)
  if (isQuery) return held
  const { parties_token: token, ...rest } = lookUp.body
  return set(lookUp, { body: { ...rest, ...(token !== undefined && { party_token: token }) } }) && held
}

/** The record as the only one of a list. */
const listed: Change<LookUp> = (right) => (lookUp) =>
  right(set(lookUp, { record: { count: 1, parties: [lookUp.record] } }) && lookUp)

/** Lists what is looked up by query, as a search does, and answers with the record itself by path. */
const listedByQuery: Change<LookUp> = (right) => (lookUp) =>
  lookUp.form === 'query' ? listed(right)(lookUp) : right(lookUp)

/** Ways to answer look-ups that conform and differ from what the reference does by itself. */
export const lookUpVariants: Readonly<Record<string, Variant>> = {
  'fingerprints-in-base64': {
    [fingerprint]: spelling(
      'x5t#s256',
      inHex((bytes) => bytes.toString('base64')),
    ),
  },
  'fingerprints-in-base64url': {
    [fingerprint]: spelling(
      'x5t#s256',
      inHex((bytes) => bytes.toString('base64url')),
    ),
  },
  'fingerprints-with-colons': {
    [fingerprint]: spelling('x5t#s256', (hex) => hex.toUpperCase().match(/../g)?.join(':') ?? ''),
  },
  'fingerprints-named-as-in-sample': {
    [fingerprint]: entries(({ 'x5t#s256': value, ...rest }) => ({ ...rest, ...(value && { x5tS256: value }) })),
  },
  'certificates-as-pem': { [complete]: spelling('x5c', armoured) },
  'certificates-as-base64-of-pem': {
    [complete]: spelling('x5c', (base64) => Buffer.from(armoured(base64)).toString('base64')),
  },
  'certificates-as-claims': { [complete]: asClaims },
  'extra-record-members': { [complete]: extraMembers },
  'reports-adhering-parties-only': { 'the registry knows the party': adheringOnly },
  'lists-records': { 'the record is signed for each answer anew': listed },
  'lists-records-by-query': { 'the record is signed for each answer anew': listedByQuery },
  'speaks-older-form': {
    'a look-up is by query or by path': () => (lookUp) => set(lookUp, readTarget(lookUp, 'eori')),
    'the record is signed for each answer anew': signingNested,
  },
  'signs-parties-token-rs512': {
    'parties_token is signed with RS256': () => (lookUp) => set(lookUp, { alg: 'RS512' }),
  },
}

/** The rules as the variants of `ASSAY_REFERENCE_VARIANT` have them. */
export const withLookUpVariants = (
  rules: readonly Rule<LookUp, LookUpRule>[],
  text: string | undefined,
): readonly Rule<LookUp>[] => varied(rules, chosenVariants(lookUpVariants, text))
