import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { authorityRows, makeAuthorities } from './authorities.js'
import { issueChain } from './chain.js'
import { type SubjectForm, usualSubject } from './encoding/names.js'
import { pem } from './encoding/pem.js'
import { PkiError } from './errors.js'
import { makePrivateFolder, writePrivateFile } from './files.js'
import { type Issuer, issuerOf } from './issuer.js'
import { openIssuerStore } from './issuer-store.js'
import { type KeyPool, openKeyPool } from './keys/key-pool.js'
import type { AuthorityName } from './kind.js'
import { kindNamed } from './kinds.js'
import { openResponder, type Responder } from './revocation/responder.js'
import { issueTls, type TlsDefectName, tlsDefects } from './tls.js'
import type { CertifiedKey, LeafRequest } from './types.js'

/** A root for a trusted list. */
export interface TrustedRoot {
  readonly name: AuthorityName
  readonly der: Buffer
  readonly pem: string
}

/** A throwaway PKI: issues certificates, sound and defective, and answers for their revocation. */
export interface Authority extends Responder {
  readonly folder: string
  /** Issues a participant's certificate; the chain is what to present in `x5c`. Throws `PkiError` for an unknown kind. */
  issue(request: LeafRequest): Promise<CertifiedKey>
  /** Certificate and key of a certification authority, with the certificates above it. */
  authority(name: AuthorityName): Promise<CertifiedKey>
  /** What belongs on a target's trusted list: both roots, and the expired one (CRT-04). */
  trustedRoots(): Promise<readonly TrustedRoot[]>
  /** A server certificate below `tls-root`, for host names and IPv4 addresses; with a defect one that is not to be trusted. */
  tls(hosts: readonly string[], defect?: TlsDefectName): Promise<CertifiedKey>
}

interface Description {
  /** Folder of the key pool, relative to the authority's. */
  readonly keys: string
  /** Ids of the certification authorities. */
  readonly authorities: Readonly<Partial<Record<AuthorityName, string>>>
}

const descriptionFile = 'authority.json'
const issuersFolder = 'issuers'
const listedRoots: readonly AuthorityName[] = ['root-a', 'root-b', 'root-expired', 'root-lasting']

/** Makes a PKI in a folder (0700): certificates and keys of its authorities (0600), with `httpUrl` as source of their revocation. */
export const createAuthority = async (
  folder: string,
  settings: {
    readonly keys: KeyPool
    readonly httpUrl: string
    readonly largeRoot: boolean
    readonly subject?: SubjectForm
  },
): Promise<Authority> => {
  await makePrivateFolder(folder)
  await makePrivateFolder(join(folder, issuersFolder))
  const authorities = await makeAuthorities({ ...settings, mark: randomBytes(3).toString('hex') })
  const store = openIssuerStore(join(folder, issuersFolder))
  await Promise.all([...authorities.values()].map((issuer) => store.keep(issuer)))
  const ids = Object.fromEntries([...authorities].map(([name, { id }]) => [name, id]))
  const description: Description = { keys: relative(folder, settings.keys.folder), authorities: ids }
  await writePrivateFile(join(folder, descriptionFile), JSON.stringify(description))
  return openAuthority(folder, settings.keys, settings.subject)
}

/**
 * Opens a PKI that `createAuthority` made; reads keys and certificates when first needed. Throws `PkiError` if there is
 * none.
 * @param subject Where Party Identifiers stand in the subjects that it issues.
 */
export const openAuthority = (folder: string, pool?: KeyPool, subject = usualSubject): Authority => {
  const description = readDescription(folder)
  const keys = pool ?? openKeyPool(resolve(folder, description.keys))
  const store = openIssuerStore(join(folder, issuersFolder))
  const opened = new Map<AuthorityName, Promise<Issuer>>()
  const open = async (name: AuthorityName): Promise<Issuer> => {
    const { key, chain } = await store.get(description.authorities[name] ?? '')
    const above = authorityRows.find((row) => row.name === name)?.above
    return issuerOf(key, [...chain, ...(above ? (await authority(above)).chain : [])])
  }
  const authority = (name: AuthorityName): Promise<Issuer> => {
    const issuer = opened.get(name) ?? open(name)
    opened.set(name, issuer)
    return issuer
  }
  return {
    folder,
    ...openResponder(store, () => keys.named('ca-untrusted-root')),
    issue: async (request) =>
      issueChain(kindNamed(request.kind ?? 'conforming'), request, { keys, store, authority, subject }),
    authority: async (name) => {
      const { key, chain } = await authority(name)
      return { key, chain }
    },
    trustedRoots: () =>
      Promise.all(
        listedRoots.map(async (name) => {
          const der = (await authority(name)).chain[0] as Buffer
          return { name, der, pem: pem(der) }
        }),
      ),
    tls: (hosts, defect) => issueTls(hosts, defect ? tlsDefects[defect] : {}, authority),
  }
}

const readDescription = (folder: string): Description => {
  try {
    return JSON.parse(readFileSync(join(folder, descriptionFile), 'utf8')) as Description
  } catch (cause) {
    throw new PkiError(`There is no throwaway PKI in ${folder}.`, { cause })
  }
}
