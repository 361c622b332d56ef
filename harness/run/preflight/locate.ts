import type { RecordNames } from '../../contracts/interface.js'
import { isObject, type Json, type JsonObject } from '../../contracts/json.js'
import type { Party } from '../../mutations/types.js'
import { readChain, sha256 } from '../../wire/decode.js'
import { readFingerprint } from '../../wire/fingerprint.js'
import { entryAskedFor } from '../../wire/members.js'

/** How deep a record may lie. */
const deepest = 6

/** Claims of a JWT that may name anybody. */
const ofJwt = ['iss', 'sub', 'aud', 'jti', 'client_id', 'azp']

/** Names of members of a record; those that were found. */
export type Located = Partial<RecordNames>

/**
 * Where a decoded token holds the record of a party that is known to be in it: the group that names the party or lists its
 * certificate, and below it a status and the certificates, told by their content. In a list the entry is the one of the
 * party that is asked for.
 */
export function locate(claims: Json, party: Party): Located | undefined {
  const groups = groupsIn({ value: claims, path: '' }, 'lists too')
  const base =
    groups.find((one) => idIn(one, party) !== undefined) ??
    groups.find(({ group }) => Object.values(group).some((value) => entryOf(value, party) !== undefined))
  if (!base) return undefined
  const partyId = idIn(base, party)
  const status = groupsIn({ value: base.group, path: base.path })
    .flatMap(({ group, path }) => Object.entries(group).map(([name, value]) => ({ name, value, path })))
    .find(({ name, value }) => /status/i.test(name) && typeof value === 'string')
  const lists = listsIn(base)
  const isClaims = (path: string) => /claims$/i.test(path)
  const certificates = lists.find(({ list, path }) => !isClaims(path) && entryOf(list, party) !== undefined)
  const claimsList = lists.find(({ path }) => isClaims(path))
  const uris = lists.find(({ path }) => /redirect_?uris$/i.test(path))
  return {
    ...(partyId !== undefined && { partyId: joined(base.path, partyId) }),
    ...(status && { status: joined(status.path, status.name) }),
    ...(claimsList && { claims: claimsList.path }),
    ...(uris && { redirectUris: uris.path }),
    ...(certificates && {
      certificates: certificates.path,
      ...namesOf(entryOf(certificates.list, party) as JsonObject, party),
    }),
  }
}

/** The entry of a list that is about a certificate of the party. */
const entryOf = (list: Json | undefined, party: Party): JsonObject | undefined =>
  Array.isArray(list) ? (list as readonly Json[]).filter(isObject).find((one) => isOf(one, party)) : undefined

interface Group {
  readonly group: JsonObject
  readonly path: string
}

interface Place {
  readonly value: Json
  readonly path: string
}

/** An object and those below it, the nearest first; in lists too each entry has the place of the one asked for. */
function groupsIn(top: Place, lists?: 'lists too'): readonly Group[] {
  const found: Group[] = []
  let level: readonly Place[] = [top]
  for (let depth = 0; depth < deepest && level.length > 0; depth += 1) {
    const groups = level.flatMap((one) => (isObject(one.value) ? [{ group: one.value, path: one.path }] : []))
    found.push(...groups)
    level = groups.flatMap(({ group, path: above }) =>
      Object.entries(group).flatMap(([name, below]) => {
        if (name.includes('.')) return []
        const at = joined(above, name)
        if (Array.isArray(below) && lists)
          return (below as readonly Json[]).map((entry) => ({ value: entry, path: joined(at, entryAskedFor) }))
        return [{ value: below, path: at }]
      }),
    )
  }
  return found
}

const listsIn = ({ group: value, path }: Group) =>
  groupsIn({ value, path }).flatMap(({ group, path: at }) =>
    Object.entries(group).flatMap(([name, list]) =>
      Array.isArray(list) ? [{ list: list as readonly Json[], path: joined(at, name) }] : [],
    ),
  )

const joined = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)

/** Name of the member that says whose record it is. */
const idIn = ({ group, path }: Group, { partyId }: Party): string | undefined =>
  Object.entries(group).find(([name, value]) => value === partyId && (path !== '' || !ofJwt.includes(name)))?.[0]

/** Whether an entry holds the certificate of the party, or its fingerprint. */
const isOf = (entry: JsonObject, party: Party): boolean =>
  Object.values(entry).some((value) => isCertificate(value, party) || isFingerprint(value, party))

function isCertificate(value: Json, { certified }: Party): boolean {
  const [first] = typeof value === 'string' || Array.isArray(value) ? readChain(value) : []
  return first?.certificate.raw.equals(certified.chain[0] ?? Buffer.alloc(0)) === true
}

const isFingerprint = (value: Json, { certified }: Party): boolean =>
  typeof value === 'string' &&
  readFingerprint(value)?.bytes.toString('hex') === sha256(certified.chain[0] ?? Buffer.alloc(0))

/** Names of the members of an entry. */
function namesOf(entry: JsonObject, party: Party): Located {
  const named = (isSo: (name: string, value: Json) => boolean): string | undefined =>
    Object.entries(entry).find(([name, value]) => isSo(name, value))?.[0]
  const found = {
    x5c: named((_, value) => isCertificate(value, party)),
    fingerprint: named((_, value) => isFingerprint(value, party)),
    subjectName: named((name) => /subject/i.test(name)),
    certificateType: named((name) => /type/i.test(name)),
  }
  return Object.fromEntries(Object.entries(found).filter(([, name]) => name !== undefined))
}
