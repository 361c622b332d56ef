import { createHash, X509Certificate } from 'node:crypto'
import type { Authority } from '../../ca/index.js'
import type { CertifiedKey } from '../../ca/types.js'
import type { Json, JsonObject } from '../json.js'
import type { PartyProgram } from '../lab/protocol.js'
import type { Mutation, Party, PartyRecord } from '../mutations/types.js'
import type { RegistrySettings } from '../target/interface.js'

/** Where the parties of a check come from. */
export interface PartySource {
  /** One party, known to the registry that the target asks, with at most one thing about it out of the ordinary. */
  make(unique: string, mutation?: Mutation): Promise<Party>
  /** Ends the making of parties: whatever was made since the last call is known to the registry afterwards. */
  register(): Promise<void>
  /** Answers for one party anew. */
  reprogram(party: Party, change: Mutation): Promise<void>
}

/** What fresh parties are made with. */
export interface FreshPartySettings {
  readonly recordFields: RegistrySettings['recordFields']
  readonly authority: Authority
  readonly keyUsage: readonly string[]
  readonly httpUrl: string
  readonly register: (parties: readonly PartyProgram[]) => Promise<void>
}

/** A new party per call, with a certificate of its own, programmed into the lab's registry. */
export function freshParties(settings: FreshPartySettings): PartySource {
  const pending: PartyProgram[] = []
  const issue = (partyId: string, scope: string, request: { kind?: string; key?: CertifiedKey['key'] } = {}) =>
    settings.authority.issue({
      partyId,
      keyUsage: settings.keyUsage,
      revocation: { base: settings.httpUrl, scope },
      ...request,
    })
  const programme = async (party: Party, mutation?: Mutation): Promise<PartyProgram> => ({
    partyId: party.partyId,
    record: spelled(await recordOf(party, mutation, issue), settings.recordFields),
    ...(mutation?.entry === 'registry' && { answer: mutation.answer }),
  })
  return {
    async make(unique, mutation) {
      const partyId = mutation?.entry === 'party id' ? mutation.form(unique) : `did:example:${unique}`
      const certified = await issue(partyId, unique, mutation?.entry === 'certificate' ? { kind: mutation.kind } : {})
      const party: Party = { partyId, scope: unique, certified }
      const hidden = mutation?.entry === 'certificate' && mutation.registered === false
      const known = hidden ? { ...party, certified: await issue(partyId, `${unique}r`) } : party
      pending.push(await programme(known, mutation))
      return party
    },
    async register() {
      if (pending.length > 0) await settings.register(pending.splice(0))
    },
    async reprogram(party, change) {
      await settings.register([await programme(party, change)])
    },
  }
}

type Issue = (
  partyId: string,
  scope: string,
  request?: { kind?: string; key?: CertifiedKey['key'] },
) => Promise<CertifiedKey>

async function recordOf(party: Party, mutation: Mutation | undefined, issue: Issue): Promise<PartyRecord> {
  const sound = soundRecord(party)
  if (mutation?.entry !== 'record') return sound
  return mutation.rewrite(sound, {
    party,
    issue: ({ partyId = party.partyId, ...request }) => issue(partyId, `${party.scope}r`, request),
  })
}

/** What the registry says of a party in good standing: the members of `parties_token` beside the JWT claims (L150). */
export function soundRecord(party: Party): JsonObject {
  return { party_id: party.partyId, status: 'Active', certificates: [certificateEntry(party.certified)], claims: [] }
}

/** One registered certificate (L127–137): base64 of the DER and its SHA-256 in lower-case hex. */
export function certificateEntry(certified: CertifiedKey): JsonObject {
  const der = certified.chain[0] as Buffer
  return {
    subjectName: subjectName(der),
    certificateType: 'eSeal',
    x5c: der.toString('base64'),
    'x5t#s256': createHash('sha256').update(der).digest('hex'),
  }
}

function subjectName(der: Buffer): string {
  try {
    return new X509Certificate(der).subject.split('\n').join(', ')
  } catch {
    return 'unreadable'
  }
}

/** A record in the member names of the preset; mutations are written in those of the interface text. */
function spelled(record: PartyRecord, names: RegistrySettings['recordFields']): PartyRecord {
  if (record === null) return null
  const top: Readonly<Record<string, string>> = {
    party_id: names.partyId,
    status: names.status,
    certificates: names.certificates,
    claims: names.claims,
  }
  const entry: Readonly<Record<string, string>> = {
    subjectName: names.subjectName,
    certificateType: names.certificateType,
    x5c: names.x5c,
    'x5t#s256': names.fingerprint,
  }
  const certificates = record.certificates
  const renamed = Array.isArray(certificates)
    ? { certificates: certificates.map((one: Json) => (isObject(one) ? rename(one, entry) : one)) }
    : {}
  return rename({ ...record, ...renamed }, top)
}

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const rename = (object: JsonObject, names: Readonly<Record<string, string>>): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [names[name] ?? name, value]))
