import type { RecordNames } from '../../contracts/interface.js'
import { isObject, type Json, type JsonObject } from '../../contracts/json.js'
import { type DecodedJwt, decodeJwt, memberOf, type ReadCertificate, readChain } from '../../wire/decode.js'
import { type ReadFingerprint, readFingerprint } from '../../wire/fingerprint.js'
import { listOf, namesOfEntry, recordMember } from '../../wire/members.js'

/** A certificate that a record reports, as far as it can be read. */
export interface RegisteredCertificate {
  /** In the list of certificates, in a typed claim (L127), or right in the record (L150). */
  readonly place: 'certificates' | 'claims' | 'record'
  readonly certificate: ReadCertificate | undefined
  readonly fingerprint: ReadFingerprint | undefined
  /** Name of the member that holds the fingerprint; `undefined` where none does. */
  readonly fingerprintName: string | undefined
  readonly entry: JsonObject
}

/** The decoded answer to a look-up. */
export interface PartyRecord {
  readonly jwt: DecodedJwt
  readonly partyId: Json | undefined
  readonly status: Json | undefined
  readonly certificates: readonly RegisteredCertificate[]
  readonly claims: readonly JsonObject[]
}

const objectsIn = (value: Json | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? (value as readonly Json[]).filter(isObject) : isObject(value) ? [value] : []

/** The same place where the record is no entry of a list. */
const outsideList = (path: string): string => path.replace(/(^|\.)[^.]+\.\d+\./, '$1')

/**
 * Reads the record in a `parties_token`, whatever is wrong with the token. A record that is sought in a list may also
 * stand alone: a registry may list what it finds by query, and give the one record that it finds by path.
 * @param asked The party that was asked for, which says which record of a list is meant.
 */
export const readPartyRecord = (token: string, places: RecordNames, asked?: string): PartyRecord => {
  const jwt = decodeJwt(token)
  const names = namesOfEntry(places, jwt.payload, asked)
  const placed = (path: string): Json | undefined => recordMember(jwt.payload, path)
  const isListed = [names.partyId, names.status, names.certificates].some((path) => placed(path) !== undefined)
  const member = (path: string): Json | undefined => placed(isListed ? path : outsideList(path))
  const claims = objectsIn(member(names.claims))
  const listed = objectsIn(member(names.certificates))
  const inPlace = (place: RegisteredCertificate['place']) => (entry: JsonObject) => readEntry(place, entry, names)
  const flat = isObject(jwt.payload) && holdsCertificate(jwt.payload, names) ? [jwt.payload] : []
  return {
    jwt,
    partyId: member(names.partyId),
    status: member(names.status),
    claims,
    certificates: [
      ...listed.map(inPlace('certificates')),
      ...claims.filter(({ type }) => type === 'x509Certificate').map(inPlace('claims')),
      ...flat.map(inPlace('record')),
    ],
  }
}

/** Names under which a fingerprint stands: that of the preset, those of text and sample (L137), and that of RFC 7515. */
const fingerprintNames = ({ fingerprint }: RecordNames): readonly string[] => [
  ...new Set([fingerprint, 'x5t#s256', 'x5tS256', 'x5t#S256']),
]

const holdsCertificate = (entry: JsonObject, names: RecordNames): boolean =>
  [names.x5c, ...fingerprintNames(names)].some((name) => memberOf(entry, name) !== undefined)

function readEntry(
  place: RegisteredCertificate['place'],
  entry: JsonObject,
  names: RecordNames,
): RegisteredCertificate {
  const [certificate] = readChain(memberOf(entry, names.x5c))
  const fingerprintName = fingerprintNames(names).find((name) => typeof memberOf(entry, name) === 'string')
  const text = fingerprintName === undefined ? undefined : memberOf(entry, fingerprintName)
  return {
    place,
    certificate,
    fingerprintName,
    fingerprint: typeof text === 'string' ? readFingerprint(text) : undefined,
    entry,
  }
}

/** Whether a status says that the party adheres (L150); letter case and surrounding space apart (ruling 10). */
export const isAdhering = (status: Json | undefined): boolean =>
  typeof status === 'string' && /^\s*active\s*$/i.test(status)

/** Whether the answer speaks of exactly one party and calls it adhering: in the record itself, or as the only entry of a list. */
export function isSingleHit({ jwt: { payload }, status }: PartyRecord, names: RecordNames): boolean {
  if (status !== undefined) return isAdhering(status)
  const [list, partyId = names.partyId] = listOf(names.partyId) ?? []
  const [, own = names.status] = listOf(names.status) ?? []
  const groups = list === undefined ? (isObject(payload) ? Object.values(payload) : []) : [recordMember(payload, list)]
  const entries = groups.flatMap((value) => (Array.isArray(value) ? objectsIn(value) : []))
  const parties = entries.filter((entry) => recordMember(entry, partyId) !== undefined)
  return parties.length === 1 && isAdhering(recordMember(parties[0], own))
}
