import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Authority, createAuthority, createKeyPool, issuerId, type KeyPool } from '../../ca/index.js'

/** Address that the certificates of a test name; nobody listens there. */
export const httpUrl = 'http://127.0.0.1:9'

/** A PKI in a folder of its own. */
export interface TestPki {
  readonly pool: KeyPool
  readonly folder: string
  readonly authority: Authority
  /** PEM text of the trusted list. */
  readonly roots: string
  remove(): Promise<void>
}

/** Makes a PKI for one test file. */
export const makePki = async (settings: { readonly size: number; readonly largeKeys: boolean }): Promise<TestPki> => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-ca-'))
  const pool = await createKeyPool(join(folder, 'keys'), settings)
  const authority = await createAuthority(join(folder, 'world'), {
    keys: pool,
    httpUrl,
    largeRoot: settings.largeKeys,
  })
  const roots = (await authority.trustedRoots()).map((root) => root.pem).join('')
  return {
    pool,
    folder,
    authority,
    roots,
    remove: () => rm(folder, { recursive: true }),
  }
}

/** The CRL of every issuer in a chain that says nothing, except what `revoked` tells of issuers by position in the chain. */
export const crlsOf = async (
  authority: Authority,
  chain: readonly Buffer[],
  revoked: ReadonlyMap<number, readonly string[]> = new Map(),
): Promise<readonly Buffer[]> => {
  const crls = await Promise.all(
    chain.slice(1).map((issuer, index) => authority.crl(issuerId(issuer), { revoked: revoked.get(index + 1) ?? [] })),
  )
  return crls.filter((crl) => crl !== null)
}
