import { createHash, type KeyObject, randomBytes } from 'node:crypto'
import type { CertifiedKey, LeafRequest } from '../../../ca/types.js'
import type { InterfaceSettings, PartyIdSettings } from '../../contracts/interface.js'
import { certifiedOtherwise } from '../../contracts/kit-consumers.js'
import { drawAtRandom } from '../../contracts/party-draw.js'
import { readPartyForm } from '../../contracts/party-form.js'
import type { Party } from '../../mutations/types.js'
import { type FixtureFormName, fixturesIn, formedRequest } from './fixture-forms.js'
import {
  type Fixture,
  type FixtureUse,
  fixtureOf,
  materialFile,
  partyOf,
  type StoredMaterial,
  storedParty,
  twoCertificates,
} from './fixtures.js'
import { readKept } from './kept-file.js'
import { writePrivate } from './private-file.js'

/** What issues the certificates of a kit; an `Authority` of `ca/` is one. */
export interface KitAuthority {
  issue(request: LeafRequest): Promise<CertifiedKey>
  trustedRoots(): Promise<readonly { readonly pem: string }[]>
  authority(name: 'tls-root'): Promise<{ readonly chain: readonly Buffer[] }>
}

/** What a kit's parties are to be. */
export interface MaterialWishes {
  /** Party Identifier of the target. */
  readonly partyId: string
  /** What those of the fixture parties are like, and where they stand in certificates. */
  readonly ids: PartyIdSettings
  readonly keyUsage: readonly string[]
  /** Base of the CRL and OCSP URLs. */
  readonly httpUrl: string
  readonly soundParties: number
  /** Whether each sound party has a key that no other has: some registries take a public key once. */
  readonly ownKeys: boolean
  readonly statuses: readonly string[]
  /** Certificate kinds of `ca/`, one party each. */
  readonly kinds: readonly string[]
  /** Other forms that sound and unsound parties have, too. */
  readonly forms: readonly FixtureFormName[]
  /** Parties of the fixture policies, one each. */
  readonly uses: readonly FixtureUse[]
}

/** The target's identity and the fixture parties, all with private keys. */
export interface Material {
  readonly target: Party
  readonly fixtures: readonly Fixture[]
}

/** A fresh Party Identifier for a target. */
export const newPartyId = ({ partyId }: InterfaceSettings): string =>
  drawAtRandom(readPartyForm(partyId.form), 'kit', new Set())

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
const uniquePart = (): string => [...randomBytes(12)].map((byte) => alphabet[byte % 32]).join('')

/**
 * The target's identity and the fixture parties, kept in `folder` between calls: whatever was issued there under the
 * same roots stays, so that a target is configured once; only what is missing is issued.
 */
export const openMaterial = async (
  folder: string,
  authority: KitAuthority,
  wishes: MaterialWishes,
): Promise<Material> => {
  const roots = (await authority.trustedRoots()).map(({ pem }) => pem)
  const basis = createHash('sha256')
    .update(JSON.stringify([wishes.ids, wishes.keyUsage, wishes.httpUrl, roots]))
    .digest('hex')
  const stored = readKept(materialFile(folder)) as StoredMaterial | undefined
  const kept = stored?.basis === basis ? stored : undefined
  // A party whose part no role of the target needs any more would take that part from its new player.
  const before = (kept?.fixtures ?? [])
    .map(fixtureOf)
    .filter(({ use }) => use === undefined || wishes.uses.includes(use))
  const { issue, fixture } = issuing(authority, wishes, before)
  const [target, ...more] = await Promise.all([
    kept?.target.partyId === wishes.partyId ? partyOf(kept.target) : issue(wishes.partyId, uniquePart()),
    ...missing(before, wishes).map((wish, index) => fixture(wish, before.length + index)),
  ])
  const fixtures = [...before, ...more]
  const material: StoredMaterial = {
    basis,
    target: storedParty(target),
    fixtures: fixtures.map(({ party, ...rest }) => ({ ...rest, ...storedParty(party) })),
  }
  await writePrivate(materialFile(folder), JSON.stringify(material))
  return { target, fixtures }
}

type FixtureWish = Omit<Fixture, 'party'>

/** A number in letters, one for each digit. */
const inLetters = (number: number): string => String(number).replace(/\d/g, (digit) => alphabet[Number(digit)] ?? '')

/** What of the wished-for fixtures is not there yet. */
const missing = (there: readonly FixtureWish[], wishes: MaterialWishes): readonly FixtureWish[] => {
  const left = [...there]
  return wishesOf(wishes).filter((wish) => {
    const index = left.findIndex(
      ({ status, kind, use, form }) =>
        status === wish.status && kind === wish.kind && use === wish.use && form === wish.form,
    )
    if (index >= 0) left.splice(index, 1)
    return index < 0
  })
}

const wishesOf = ({ soundParties, statuses, kinds, uses, forms }: MaterialWishes): readonly FixtureWish[] => {
  const sound = { status: 'Active', kind: 'sound' }
  return [
    ...Array.from({ length: soundParties }, () => sound),
    ...statuses.map((status) => ({ ...sound, status })),
    ...kinds.map((kind) => ({ ...sound, kind })),
    ...uses.map((use) => ({ ...sound, use })),
    ...fixturesIn(forms),
  ]
}

/** The kind of certificate of a sound party, where it is not the usual one. */
const kindFor = ({ use }: FixtureWish): string | undefined =>
  Object.entries(certifiedOtherwise).find(([name]) => name === use)?.[1]

/** How many certificates are made for one of which the fingerprint begins with a zero, at most. */
const attempts = 250

/** Who writes a fingerprint as a number loses the zeros at its beginning, which one certificate of sixteen shows; this one does. */
const withZeroFirst = async (issue: (key?: KeyObject) => Promise<Party>): Promise<Party> => {
  let party = await issue()
  for (let made = 1; made < attempts && !hasZeroFirst(party); made++) party = await issue(party.certified.key)
  return party
}

const hasZeroFirst = ({ certified: { chain } }: Party): boolean =>
  createHash('sha256')
    .update(chain[0] ?? '')
    .digest('hex')
    .startsWith('0')

const issuing = (authority: KitAuthority, wishes: MaterialWishes, before: readonly Fixture[]) => {
  const form = readPartyForm(wishes.ids.form)
  const taken = new Set([wishes.partyId, ...before.map(({ party }) => party.partyId)])
  const draw = (): string => drawAtRandom(form, 'kit', taken)
  const hasTwo = ({ use }: FixtureWish): boolean => use !== undefined && twoCertificates.includes(use)
  const withTwo = before.find(hasTwo)?.party.partyId ?? draw()
  const issue = async (partyId: string, scope: string, more: Partial<LeafRequest> = {}): Promise<Party> => ({
    partyId,
    scope,
    certified: await authority.issue({
      partyId,
      keyUsage: wishes.keyUsage,
      revocation: { base: wishes.httpUrl, scope },
      ...more,
    }),
  })
  const fixture = async (wish: FixtureWish, place: number): Promise<Fixture> => {
    const scope = uniquePart()
    const own = wishes.ownKeys && wish.kind === 'sound' ? { ownKeyOf: `kit-${inLetters(place)}` } : {}
    if (wish.form !== undefined)
      return { ...wish, party: await issue(draw(), scope, { ...own, ...formedRequest(wish.form, wish) }) }
    const kind = wish.kind === 'sound' ? kindFor(wish) : wish.kind
    const usual = { ...own, ...(kind !== undefined && { kind }) }
    if (!hasTwo(wish)) return { ...wish, party: await issue(draw(), scope, usual) }
    return { ...wish, party: await withZeroFirst((key) => issue(withTwo, scope, { ...usual, ...(key && { key }) })) }
  }
  return { issue, fixture }
}
