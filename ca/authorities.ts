import { readCertificate, signCertificate } from './certificate.js'
import { authorityDraft } from './drafts.js'
import { subjectKeyIdentifier } from './encoding/extensions.js'
import { authorityName } from './encoding/names.js'
import { type Issuer, issuerOf } from './issuer.js'
import { type AuthorityKey, largeRootKey } from './keys/key-files.js'
import type { KeyPool } from './keys/key-pool.js'
import type { AuthorityName, Turn } from './kind.js'
import { having, lastingTo, validity } from './turns.js'

interface AuthorityRow {
  readonly name: AuthorityName
  /** Common name before the mark that tells one PKI from another. */
  readonly title: string
  readonly key: AuthorityKey
  readonly above?: AuthorityName
  /** Is made to look like that one, in all but the key. */
  readonly twinOf?: AuthorityName
  readonly turn?: Turn
}

/** Every certification authority of a PKI, each after the one above it. */
export const authorityRows: readonly AuthorityRow[] = [
  { name: 'root-a', title: 'Assay Root A', key: 'ca-root-a' },
  { name: 'root-b', title: 'Assay Root B', key: 'ca-root-b' },
  { name: 'root-expired', title: 'Assay Expired Root', key: 'ca-root-expired', turn: validity(-3650, -30) },
  {
    name: 'root-lasting',
    title: 'Assay Lasting Root',
    key: 'ca-root-lasting',
    turn: lastingTo('9999-12-31T23:59:59Z'),
  },
  { name: 'intermediate-a1', title: 'Assay Issuing CA A1', key: 'ca-intermediate-a1', above: 'root-a' },
  { name: 'intermediate-a2', title: 'Assay Issuing CA A2', key: 'ca-intermediate-a2', above: 'intermediate-a1' },
  { name: 'intermediate-b1', title: 'Assay Issuing CA B1', key: 'ca-intermediate-b1', above: 'root-b' },
  { name: 'untrusted-root', title: 'Stranger Root', key: 'ca-untrusted-root' },
  {
    name: 'untrusted-intermediate',
    title: 'Stranger Issuing CA',
    key: 'ca-untrusted-intermediate',
    above: 'untrusted-root',
  },
  { name: 'twin-root-a', title: 'Assay Root A', key: 'ca-untrusted-root', twinOf: 'root-a' },
  {
    name: 'twin-intermediate-a1',
    title: 'Assay Issuing CA A1',
    key: 'ca-untrusted-intermediate',
    above: 'twin-root-a',
    twinOf: 'intermediate-a1',
  },
  { name: 'tls-root', title: 'Assay TLS Root', key: 'ca-tls-root' },
  { name: 'untrusted-tls-root', title: 'Stranger TLS Root', key: 'ca-untrusted-root' },
]

/** What all authorities of one PKI have in common. */
export interface AuthoritySettings {
  readonly keys: KeyPool
  /** Base URL of the lab's plain HTTP listener. */
  readonly httpUrl: string
  readonly largeRoot: boolean
  /** Tells this PKI's names from those of another run. */
  readonly mark: string
}

const keyOf = ({ key }: AuthorityRow, { keys, largeRoot }: AuthoritySettings) =>
  key === 'ca-root-b' && largeRoot ? keys.named(largeRootKey) : keys.named(key)

/** Makes the certificates of every authority. */
export const makeAuthorities = async (settings: AuthoritySettings): Promise<ReadonlyMap<AuthorityName, Issuer>> => {
  const made = new Map<AuthorityName, Issuer>()
  for (const row of authorityRows) {
    const issuer = row.above && made.get(row.above)
    const key = await keyOf(row, settings)
    const draft = authorityDraft({
      name: authorityName(`${row.title} ${settings.mark}`),
      key,
      ...(issuer && { issuer, revocation: { base: settings.httpUrl, scope: row.name } }),
    })
    const turned = row.turn ? row.turn(draft) : draft
    const twin = row.twinOf && made.get(row.twinOf)
    const certificate = await signCertificate(twin ? disguised(turned, twin) : turned, issuer?.key ?? key)
    made.set(row.name, issuerOf(key, [certificate, ...(issuer?.chain ?? [])]))
  }
  return made
}

const disguised = (draft: Parameters<Turn>[0], twin: Issuer): ReturnType<Turn> => ({
  ...having(subjectKeyIdentifier(twin.keyId))(draft),
  serial: readCertificate(twin.chain[0] as Buffer).serial,
})
