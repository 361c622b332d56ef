import type { KeyObject } from 'node:crypto'
import { signCertificate } from './certificate.js'
import { authorityDraft, participantDraft } from './drafts.js'
import { authorityName, namesOf, type SubjectForm } from './encoding/names.js'
import { type Issuer, issuerOf } from './issuer.js'
import type { IssuerStore } from './issuer-store.js'
import type { AuthorityKey } from './keys/key-files.js'
import type { KeyPool } from './keys/key-pool.js'
import type { AuthorityName, KeySource, Kind, Link } from './kind.js'
import type { CertifiedKey, LeafRequest } from './types.js'

/** What chains are made with. */
export interface Workshop {
  readonly keys: KeyPool
  readonly store: IssuerStore
  /** Where Party Identifiers stand in the subjects of participants. */
  readonly subject: SubjectForm
  readonly authority: (name: AuthorityName) => Promise<Issuer>
}

/** Scope of the certificate above the one with that scope, where it was made for one leaf. */
export const intermediateScope = (scope: string): string => `${scope}-ca`

/** Makes the leaf of a kind and everything between it and a certification authority. */
export const issueChain = async (kind: Kind, request: LeafRequest, workshop: Workshop): Promise<CertifiedKey> => {
  if (kind.credential) {
    const { key, chain } = await workshop.authority(kind.credential)
    return { key, chain }
  }
  const issuer = await issuerFor(kind, request, workshop)
  const key = kind.key ? await keyFrom(kind.key, workshop.keys) : await keyOf(request, workshop.keys)
  const revocation = { ...request.revocation, ...kind.sources }
  const names = namesOf(request.partyId, workshop.subject)
  const sourcesOf = kind.through ? undefined : await sourcesIn(kind, workshop)
  const draft = participantDraft({ ...request, names, revocation, key, sourcesOf, ...(issuer && { issuer }) })
  const leaf = await signCertificate(kind.leaf ? kind.leaf(draft, names) : draft, issuer?.key ?? key)
  const chain = [leaf, ...(issuer?.chain ?? [])]
  if (kind.present === undefined) return { key, chain }
  const [intermediate, root] = (await workshop.authority('intermediate-a1')).chain as [Buffer, Buffer]
  return { key, chain: kind.present(chain, { intermediate, root }) }
}

const sourcesIn = async ({ sourcesOf }: Kind, { authority }: Workshop): Promise<Issuer | undefined> =>
  sourcesOf && authority(sourcesOf)

/** The authority that the kind hangs below, with its links made; none for a certificate that signs itself. */
const issuerFor = async (kind: Kind, request: LeafRequest, workshop: Workshop): Promise<Issuer | undefined> => {
  const top = topOf(kind, request)
  if (top === undefined) return undefined
  let issuer = await workshop.authority(top)
  const links = kind.through ?? []
  let sourcesOf = await sourcesIn(kind, workshop)
  for (const [index, link] of links.entries()) {
    issuer = await issueLink(link, { issuer, sourcesOf, request, above: links.length - index }, workshop)
    sourcesOf = undefined
  }
  return issuer
}

/** The authority at the top of what is made, where a chain of another length may be asked for; none above what signs itself. */
function topOf(kind: Kind, { under: asked }: Pick<LeafRequest, 'under'>): AuthorityName | undefined {
  const { under, through } = kind
  if (under === 'itself') return undefined
  // An issuer of its own stands below an intermediate as well as below the root.
  const takesOneMore = under === 'root-a' && through?.length === 1 && kind.present === undefined
  if (takesOneMore && asked === 'intermediate-a2') return 'intermediate-a1'
  return under ?? (isPlainAbove(kind) ? asked : undefined) ?? 'intermediate-a1'
}

/** Whether a kind is about the leaf alone. */
const isPlainAbove = ({ through, present, revokes }: Kind): boolean =>
  through === undefined && present === undefined && revokes !== 'intermediate'

interface LinkPlace {
  readonly issuer: Issuer
  readonly sourcesOf: Issuer | undefined
  readonly request: LeafRequest
  /** How far above the leaf, 1 = its issuer. */
  readonly above: number
}

const issueLink = async (
  link: Link,
  { issuer, sourcesOf, request, above }: LinkPlace,
  workshop: Workshop,
): Promise<Issuer> => {
  const { base, scope } = request.revocation
  const key = link.key ? await keyFrom(link.key, workshop.keys) : await workshop.keys.take()
  const revocation = link.bare ? undefined : { base, scope: scopeAbove(scope, above) }
  const names = namesOf(`${request.partyId}-issuer`, workshop.subject)
  const draft =
    link.as === 'participant'
      ? participantDraft({ key, issuer, revocation, sourcesOf, names, keyUsage: request.keyUsage })
      : authorityDraft({ key, issuer, revocation, sourcesOf, name: authorityName(`Assay CA ${above} of ${scope}`) })
  const certificate = await signCertificate(link.turn ? link.turn(draft, names) : draft, issuer.key)
  const made = issuerOf(key, [certificate, ...issuer.chain])
  if (!link.bare) await workshop.store.keep(made)
  return made
}

const scopeAbove = (scope: string, above: number): string =>
  above === 0 ? scope : intermediateScope(scopeAbove(scope, above - 1))

const keyOf = async ({ key, long, ownKeyOf, otherKeyThan }: LeafRequest, keys: KeyPool): Promise<KeyObject> => {
  if (key !== undefined) return key
  if (long !== undefined) return keys.long(long.bits, long.place)
  return ownKeyOf === undefined ? keys.take(otherKeyThan) : keys.own(ownKeyOf, 2048)
}

const keyFrom = (source: KeySource, keys: KeyPool): Promise<KeyObject> => {
  if (source === 'rsa4096') return keys.take4096()
  return isAuthorityKey(source) ? keys.named(source) : keys.special(source)
}

const isAuthorityKey = (source: KeySource): source is AuthorityKey => source.startsWith('ca-')
