import { createHash, type KeyObject, X509Certificate } from 'node:crypto'
import type { Authority, KeyPool } from '../../../ca/index.js'
import type { CertifiedKey, LeafRequest } from '../../../ca/types.js'
import type { JsonObject } from '../../contracts/json.js'
import type { PartyProgram, RegistryAnswer } from '../../contracts/lab-protocol.js'
import type { Guise } from '../../guises/types.js'
import { answerOf } from '../../guises/values.js'
import type { Mutation, Party, PartyNames, PartyRecord, RecordContext } from '../../mutations/types.js'
import { certifiedIn } from './fixture-forms.js'
import { isLike, resembling } from './likeness.js'

/** What a party is like in a guise. */
export interface Guised {
  readonly guise: Guise
  /** How many parties of the check were made before it: those that stand against each other have different keys. */
  readonly place: number
}

/** What else a party may follow from. */
export interface Surroundings {
  readonly guised?: Guised
  /** The party of the control, with which it may have something in common. */
  readonly control?: Party
  /** Parties of the same check: none of their keys is its own, so that a message signed by one is never sound for it. */
  readonly beside?: readonly Party[]
}

/** Where the parties of a check come from. */
export interface PartySource {
  /** One party, known to the registry that the target asks, with at most one thing about it out of the ordinary. */
  make(name: PartyNames, mutation?: Mutation, surroundings?: Surroundings): Promise<Party>
  /** A conforming party of which nothing is asked but that it is one; a new one where absent. */
  spare?(name: PartyNames): Promise<Party>
  /** Ends the making of parties: whatever was made since the last call is known to the registry afterwards. */
  register(): Promise<void>
  /** Answers for one party anew. */
  reprogram(party: Party, change: Mutation): Promise<void>
}

/** What fresh parties are made with. */
export interface FreshPartySettings {
  readonly authority: Authority
  readonly keys: KeyPool
  readonly keyUsage: readonly string[]
  readonly httpUrl: string
  /** Where they receive the answer of a login, for a target that logs humans in for them (L283). */
  readonly redirectUris?: readonly string[]
  readonly register: (parties: readonly PartyProgram[]) => Promise<void>
}

/** A new party per call, with a certificate of its own, programmed into the lab's registry. */
export function freshParties(settings: FreshPartySettings): PartySource {
  const pending: PartyProgram[] = []
  const guises = new WeakMap<Party, Guise>()
  const further = new WeakMap<Party, readonly CertifiedKey[]>()
  const issue: Issue = (partyId, scope, request = {}) =>
    settings.authority.issue({
      partyId,
      keyUsage: settings.keyUsage,
      revocation: { base: settings.httpUrl, scope },
      ...request,
    })
  const programme = async (party: Party, mutation?: Mutation): Promise<PartyProgram> => {
    const changes = [...(guises.get(party)?.values.map((value) => value.mutation) ?? []), mutation]
    const sound = {
      ...soundRecord(party, further.get(party)),
      ...(settings.redirectUris && { redirect_uris: [...settings.redirectUris] }),
    }
    const record = await recordOf(sound, party, changes, issue)
    const answers = changes.flatMap((each) => (each?.entry === 'registry' ? [each.answer] : []))
    const guise = answerOf(guises.get(party)?.values ?? [])
    return {
      partyId: party.partyId,
      record,
      ...(answers.length > 0 && { answer: Object.assign({}, ...answers, guise && { guise }) as RegistryAnswer }),
    }
  }
  /** The party of the control, which holds the certificate of this one too, where it is registered. */
  const beside = (party: Party, mutation: Mutation, control = party): Promise<PartyProgram> => {
    const hidden = mutation.entry === 'certificate' && mutation.registered === false
    if (!hidden) further.set(control, [...(further.get(control) ?? []), party.certified])
    return programme(control)
  }
  return {
    async make(drawn, mutation, { guised, control, beside: others = [] } = {}) {
      const name = namedIn(guised?.guise, drawn)
      const { unique } = name
      if (isLike(mutation)) {
        const usual = await usualOf(guised, unique, settings)
        const party = await resembling({ name, mutation, control, usual }, issue)
        if (guised) guises.set(party, guised.guise)
        pending.push(
          await (mutation.like.holder === 'itself' ? beside(party, mutation, control) : programme(party, mutation)),
        )
        return party
      }
      const partyId = mutation?.entry === 'party id' ? mutation.form(name) : name.partyId
      const certified = await issue(partyId, unique, {
        ...(await usualOf(guised, unique, settings)),
        ...(mutation?.entry === 'certificate' && { kind: mutation.kind }),
        otherKeyThan: keysOf(others),
      })
      const party: Party = { partyId, scope: unique, certified }
      const hidden = mutation?.entry === 'certificate' && mutation.registered === false
      const known = hidden
        ? { ...party, certified: await issue(partyId, `${unique}r`, { otherKeyThan: [certified.key] }) }
        : party
      if (guised) for (const each of [party, known]) guises.set(each, guised.guise)
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

/** The names of a party in a guise, which may give its identifier another form. */
const namedIn = (guise: Guise | undefined, drawn: PartyNames): PartyNames => {
  const form = guise?.values.flatMap(({ mutation }) => (mutation?.entry === 'party id' ? [mutation.form] : [])).at(0)
  return form ? { ...drawn, partyId: form(drawn) } : drawn
}

/** The keys of parties. */
export const keysOf = (parties: readonly Party[]): readonly KeyObject[] => parties.map(({ certified }) => certified.key)

type Issue = (partyId: string, scope: string, request?: Partial<LeafRequest>) => Promise<CertifiedKey>

/** Keys of a length from which those of a check are taken in turn. */
const longKeys = 8

/** What is not usual about the certificate of a party, whatever its kind. */
async function usualOf(
  guised: Guised | undefined,
  scope: string,
  { keys, httpUrl: base }: FreshPartySettings,
): Promise<Partial<LeafRequest>> {
  const { under, bits, source } = guised ? certifiedIn(guised.guise) : {}
  // Where a check makes more parties than there are long keys, the others have usual ones.
  const place = bits && guised && guised.place < longKeys ? guised.place : undefined
  return {
    ...(under && { under }),
    ...(bits && place !== undefined && { key: await keys.long(bits, place) }),
    ...(source && { revocation: { base, scope, crl: source === 'crl', ocsp: source === 'ocsp' } }),
  }
}

async function recordOf(
  sound: JsonObject,
  party: Party,
  changes: readonly (Mutation | undefined)[],
  issue: Issue,
): Promise<PartyRecord> {
  const own: RecordContext = {
    party,
    issue: ({ partyId = party.partyId, ...request }) =>
      issue(partyId, `${party.scope}r`, { otherKeyThan: [party.certified.key], ...request }),
  }
  let record: PartyRecord = sound
  for (const change of changes) if (change?.entry === 'record' && record) record = await change.rewrite(record, own)
  return record
}

/** What the registry has to know of a party: its private key is nobody's business. */
export interface Registrable {
  readonly partyId: string
  readonly certified: Pick<CertifiedKey, 'chain'>
}

/** What the registry says of a party in good standing: the members of `parties_token` beside the JWT claims (L150). */
export function soundRecord(
  { partyId, certified }: Registrable,
  further: readonly Registrable['certified'][] = [],
): JsonObject {
  return {
    party_id: partyId,
    status: 'Active',
    certificates: [certified, ...further].map(certificateEntry),
    claims: [],
  }
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
