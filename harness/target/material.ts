import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { CertifiedKey, LeafRequest } from '../../ca/types.js'
import type { Party } from '../mutations/types.js'
import { materialFile, partyOf, type StoredMaterial, storedParty } from './fixtures.js'
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
  readonly keyUsage: readonly string[]
  /** Base of the CRL and OCSP URLs. */
  readonly httpUrl: string
  readonly soundParties: number
  readonly statuses: readonly string[]
  /** Certificate kinds of `ca/`, one party each. */
  readonly kinds: readonly string[]
}

/** The target's identity and the fixture parties, all with private keys. */
export interface Material {
  readonly target: Party
  readonly fixtures: readonly { readonly status: string; readonly kind: string; readonly party: Party }[]
}

/** A fresh Party Identifier: `did:example:` and twelve base32 characters. */
export const newPartyId = (): string => `did:example:${uniquePart()}`

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
const uniquePart = (): string => [...randomBytes(12)].map((byte) => alphabet[byte % 32]).join('')

/** The material kept in `folder` where it was made for the same wishes under the same roots, else new one, which is kept there. */
export const openMaterial = async (
  folder: string,
  authority: KitAuthority,
  wishes: MaterialWishes,
): Promise<Material> => {
  const roots = (await authority.trustedRoots()).map(({ pem }) => pem)
  const basis = createHash('sha256')
    .update(JSON.stringify([wishes, roots]))
    .digest('hex')
  const kept = await readKept(folder)
  if (kept?.basis === basis) {
    return {
      target: partyOf(kept.target),
      fixtures: kept.fixtures.map(({ status, kind, ...party }) => ({ status, kind, party: partyOf(party) })),
    }
  }
  const material = await issueMaterial(authority, wishes)
  const stored: StoredMaterial = {
    basis,
    target: storedParty(material.target),
    fixtures: material.fixtures.map(({ party, ...rest }) => ({ ...rest, ...storedParty(party) })),
  }
  await writePrivate(materialFile(folder), JSON.stringify(stored))
  return material
}

const readKept = async (folder: string): Promise<StoredMaterial | undefined> => {
  const text = await readFile(materialFile(folder), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as StoredMaterial)
}

const issueMaterial = async (authority: KitAuthority, wishes: MaterialWishes): Promise<Material> => {
  const issue = async (partyId: string, scope: string, kind?: string): Promise<Party> => ({
    partyId,
    scope,
    certified: await authority.issue({
      partyId,
      keyUsage: wishes.keyUsage,
      revocation: { base: wishes.httpUrl, scope },
      ...(kind !== undefined && { kind }),
    }),
  })
  const fixture = async (status: string, kind: string) => {
    const scope = uniquePart()
    return { status, kind, party: await issue(`did:example:${scope}`, scope, kind === 'sound' ? undefined : kind) }
  }
  const [target, ...fixtures] = await Promise.all([
    issue(wishes.partyId, uniquePart()),
    ...Array.from({ length: wishes.soundParties }, () => fixture('Active', 'sound')),
    ...wishes.statuses.map((status) => fixture(status, 'sound')),
    ...wishes.kinds.map((kind) => fixture('Active', kind)),
  ])
  return { target, fixtures }
}
