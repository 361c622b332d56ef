import type { RecordNames } from '../contracts/interface.js'
import { isObject, type Json, type JsonObject } from '../contracts/json.js'
import { memberOf } from './decode.js'

/** A member of nested objects by its dotted path; undefined where there is none. */
export const recordMember = (record: Json | undefined, path: string): Json | undefined =>
  path.split('.').reduce<Json | undefined>((value, name) => memberOf(value, name), record)

/** The record with the member at a dotted path replaced or added; what stands in the way of a group gives place to it. */
export const withRecordMember = (record: Json | undefined, path: string, value: Json): JsonObject =>
  placed(isObject(record) ? record : {}, path.split('.'), value) as JsonObject

/** Both of two objects, and so all below that both have; of two other values the second. */
export const joined = (one: JsonObject, other: JsonObject): JsonObject => ({
  ...one,
  ...Object.fromEntries(
    Object.entries(other).map(([name, value]) => {
      const before = memberOf(one, name)
      return [name, isObject(before) && isObject(value) ? joined(before, value) : value]
    }),
  ),
})

/** Stands in a place for the entry of a list that is about the party asked for. */
export const entryAskedFor = '{party_id}'

/** The list of records that a place leads into, and the place within one of them; undefined where it leads into none. */
export const listOf = (path: string): readonly [list: string, own: string] | undefined => {
  const [, list, own] = /^(.+?)\.(?:\d+|\{party_id\})\.(.+)$/.exec(path) ?? []
  return list === undefined || own === undefined ? undefined : [list, own]
}

/**
 * The names in a list of several records: the entry about the party asked for has its number in the place of
 * `{party_id}`. Where there is none, they lead to no entry; without claims, to the first.
 */
export const namesOfEntry = (names: RecordNames, claims?: Json, partyId?: string): RecordNames => {
  const [list, own] = listOf(names.partyId) ?? []
  if (list === undefined || own === undefined || !names.partyId.includes(entryAskedFor)) return names
  const entries = recordMember(claims, list)
  const held = Array.isArray(entries) ? (entries as readonly Json[]) : []
  const found = held.findIndex((entry) => recordMember(entry, own) === partyId)
  const index = String(found < 0 ? held.length : found)
  const placed = Object.entries(names).map(([name, path]) => [name, path.replace(entryAskedFor, index)])
  return Object.fromEntries(placed) as RecordNames
}

/** A number leads into a list, except where an object has the place already. */
const placed = (group: Json | undefined, [name = '', ...below]: readonly string[], value: Json): Json => {
  const written = below.length === 0 ? value : placed(memberOf(group, name), below, value)
  if (isObject(group) || !/^\d{1,2}$/.test(name)) return { ...(isObject(group) && group), [name]: written }
  const list = Array.isArray(group) ? [...(group as readonly Json[])] : []
  list[Number(name)] = written
  return list
}

/** A record in the names of the interface text, written in those of a preset. Members that have no other name stand beside the party id. */
export const spelledRecord = (record: JsonObject, names: RecordNames): JsonObject => {
  const group = names.partyId.split('.').slice(0, -1)
  const spelled: Readonly<Record<string, string>> = topNames(names)
  const counted = names.count === undefined ? {} : withRecordMember({}, names.count, 1)
  return Object.entries(record).reduce<JsonObject>((written, [name, value]) => {
    const path = Object.hasOwn(spelled, name) ? (spelled[name] as string) : [...group, name].join('.')
    return withRecordMember(written, path, name === 'certificates' ? spelledEntries(value, entryNames(names)) : value)
  }, counted)
}

/** What a decoded token says of a party, in the names of the interface text (L150); members that it lacks are absent. */
export const readRecord = (claims: Json | undefined, names: RecordNames): JsonObject => {
  const found = Object.entries(topNames(names)).flatMap(([name, path]): [string, Json][] => {
    const value = recordMember(claims, path)
    if (value === undefined) return []
    return [[name, name === 'certificates' ? spelledEntries(value, inverse(entryNames(names))) : value]]
  })
  return Object.fromEntries(found)
}

const topNames = ({ partyId, status, certificates, claims, redirectUris }: RecordNames) => ({
  party_id: partyId,
  status,
  certificates,
  claims,
  redirect_uris: redirectUris,
})

const entryNames = ({ subjectName, certificateType, x5c, fingerprint }: RecordNames) => ({
  subjectName,
  certificateType,
  x5c,
  'x5t#s256': fingerprint,
})

const spelledEntries = (list: Json, names: Readonly<Record<string, string>>): Json =>
  Array.isArray(list)
    ? (list as readonly Json[]).map((entry) => (isObject(entry) ? renamed(entry, names) : entry))
    : list

const renamed = (object: JsonObject, names: Readonly<Record<string, string>>): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [names[name] ?? name, value]))

const inverse = (names: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(names).map(([name, other]) => [other, name]))
