import { createHash, X509Certificate } from 'node:crypto'
import type { Authority } from '../../../ca/index.js'
import type { CertifiedKey, LeafRequest } from '../../../ca/types.js'
import type { RecordNames } from '../../contracts/interface.js'
import type { JsonObject } from '../../contracts/json.js'
import type { PartyProgram } from '../../contracts/lab-protocol.js'
import type { Mutation, Party, PartyRecord } from '../../mutations/types.js'
import { spelledRecord } from '../../wire/members.js'

/** Where the parties of a check come from. */
export interface PartySource {
  /** One party, known to the registry that the target asks, with at most one thing about it out of the ordinary. */
  make(unique: string, mutation?: Mutation): Promise<Party>
  /** A conforming party of which nothing is asked but that it is one; a new one where absent. */
  spare?(unique: string): Promise<Party>
  /** Ends the making of parties: whatever was made since the last call is known to the registry afterwards. */
  register(): Promise<void>
  /** Answers for one party anew. */
  reprogram(party: Party, change: Mutation): Promise<void>
}

/** What fresh parties are made with. */
export interface FreshPartySettings {
  readonly recordFields: RecordNames
  readonly authority: Authority
  readonly keyUsage: readonly string[]
  readonly httpUrl: string
  /** Where they receive the answer of a login, for a target that logs humans in for them (L283). */
  readonly redirectUris?: readonly string[]
  readonly register: (parties: readonly PartyProgram[]) => Promise<void>
}

/** A new party per call, with a certificate of its own, programmed into the lab's registry. */
export function freshParties(settings: FreshPartySettings): PartySource {
  const pending: PartyProgram[] = []
  const issue = (partyId: string, scope: string, request: Parameters<Issue>[2] = {}) =>
    settings.authority.issue({
      partyId,
      keyUsage: settings.keyUsage,
      revocation: { base: settings.httpUrl, scope },
      ...request,
    })
  const programme = async (party: Party, mutation?: Mutation): Promise<PartyProgram> => ({
    partyId: party.partyId,
    record: spelled(await recordOf(party, mutation, issue, settings.redirectUris), settings.recordFields),
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
  request?: Pick<LeafRequest, 'kind' | 'key' | 'serial'>,
) => Promise<CertifiedKey>

async function recordOf(
  party: Party,
  mutation: Mutation | undefined,
  issue: Issue,
  redirectUris: readonly string[] | undefined,
): Promise<PartyRecord> {
  const sound = { ...soundRecord(party), ...(redirectUris && { redirect_uris: [...redirectUris] }) }
  if (mutation?.entry !== 'record') return sound
  return mutation.rewrite(sound, {
    party,
    issue: ({ partyId = party.partyId, ...request }) => issue(partyId, `${party.scope}r`, request),
  })
}

/** What the registry has to know of a party: its private key is nobody's business. */
export interface Registrable {
  readonly partyId: string
  readonly certified: Pick<CertifiedKey, 'chain'>
}

/** What the registry says of a party in good standing: the members of `parties_token` beside the JWT claims (L150). */
export function soundRecord(party: Registrable): JsonObject {
  return { party_id: party.partyId, status: 'Active', certificates: [certificateEntry(party.certified)], claims: [] }
}

/** One registered certificate (L127–137): base64 of the DER and its SHA-256 in lower-case hex. */
export function certificateEntry(certified: Registrable['certified']): JsonObject {
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

/** Mutations are written in the names of the interface text, whatever those of the preset. */
const spelled = (record: PartyRecord, names: RecordNames): PartyRecord => record && spelledRecord(record, names)
