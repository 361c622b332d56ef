import type { KeyObject } from 'node:crypto'
import { signCertificate } from './certificate.js'
import { authorityDraft, participantDraft } from './drafts.js'
import { type Issuer, issuerOf } from './issuer.js'
import type { IssuerStore } from './issuer-store.js'
import type { KeyPool } from './key-pool.js'
import type { AuthorityName, KeySource, Kind, Link } from './kind.js'
import { authorityName } from './names.js'
import type { CertifiedKey, LeafRequest } from './types.js'

/** What chains are made with. */
export interface Workshop {
  readonly keys: KeyPool
  readonly store: IssuerStore
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
  let issuer = kind.under === 'itself' ? undefined : await workshop.authority(kind.under ?? 'intermediate-a1')
  const scopes = scopesAbove(request.revocation.scope, kind.through?.length ?? 0)
  for (const [index, link] of (kind.through ?? []).entries())
    if (issuer)
      issuer = await issueLink(
        link,
        issuer,
        { ...request, revocation: { base: request.revocation.base, scope: scopes[index] ?? '' } },
        workshop,
      )
  const key = kind.key ? await keyFrom(kind.key, workshop.keys) : (request.key ?? (await workshop.keys.take()))
  const draft = participantDraft({ ...request, key, ...(issuer && { issuer }) })
  const leaf = await signCertificate(kind.leaf ? kind.leaf(draft, request.partyId) : draft, issuer?.key ?? key)
  const chain = [leaf, ...(issuer?.chain ?? [])]
  if (kind.present === undefined) return { key, chain }
  const root = (await workshop.authority('root-a')).chain[0] as Buffer
  return { key, chain: kind.present(chain, root) }
}

/** Scopes of so many certificates above a leaf, uppermost first. */
const scopesAbove = (scope: string, count: number): readonly string[] => {
  const scopes: string[] = []
  for (let below = scope; scopes.length < count; scopes.unshift(below)) below = intermediateScope(below)
  return scopes
}

const issueLink = async (
  link: Link,
  issuer: Issuer,
  request: LeafRequest,
  { keys, store }: Workshop,
): Promise<Issuer> => {
  const key = link.key ? await keyFrom(link.key, keys) : await keys.take()
  const common = { key, issuer, revocation: link.bare ? undefined : request.revocation }
  const draft =
    link.as === 'participant'
      ? participantDraft({ ...common, partyId: `${request.partyId}-issuer`, keyUsage: request.keyUsage })
      : authorityDraft({ ...common, name: authorityName(`Assay CA of ${request.revocation.scope}`) })
  const certificate = await signCertificate(link.turn ? link.turn(draft, request.partyId) : draft, issuer.key)
  const made = issuerOf(key, [certificate, ...issuer.chain])
  if (!link.bare) await store.keep(made)
  return made
}

const keyFrom = (source: KeySource, keys: KeyPool): Promise<KeyObject> => {
  if (source === 'rsa4096') return keys.take4096()
  if (source === 'ca-untrusted-root' || source === 'ca-untrusted-intermediate') return keys.named(source)
  return keys.special(source)
}
