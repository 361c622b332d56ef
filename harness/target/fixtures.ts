import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CertifiedKey } from '../../ca/types.js'
import type { Party } from '../mutations/types.js'

/** A party that the kit names, with the key that the kit does not hold. */
export interface Fixture {
  /** Status that the target is asked to register, for example `Active`. */
  readonly status: string
  /** `sound`, or the name of the certificate kind that it carries. */
  readonly kind: string
  readonly party: Party
}

/** A party as JSON: key as PKCS#8 PEM, chain as base64 of the DER. */
export interface StoredParty {
  readonly partyId: string
  readonly scope: string
  readonly key: string
  readonly chain: readonly string[]
}

/** What the run keeps of the kit's parties: private keys, so a file of mode 0600 in the run's folder. */
export interface StoredMaterial {
  /** Digest of what the material was made for; other wishes need other material. */
  readonly basis: string
  readonly target: StoredParty
  readonly fixtures: readonly (StoredParty & Pick<Fixture, 'status' | 'kind'>)[]
}

/** The file below the folder that `writeKit` is given for it. */
export const materialFile = (folder: string): string => join(folder, 'fixtures.json')

export const storedParty = ({ partyId, scope, certified }: Party): StoredParty => ({
  partyId,
  scope,
  key: keyPem(certified),
  chain: certified.chain.map((der) => der.toString('base64')),
})

export const partyOf = ({ partyId, scope, key, chain }: StoredParty): Party => ({
  partyId,
  scope,
  certified: { key: createPrivateKey(key), chain: chain.map((der) => Buffer.from(der, 'base64')) },
})

/** PKCS#8. */
export const keyPem = ({ key }: CertifiedKey): string => key.export({ type: 'pkcs8', format: 'pem' }).toString()

/** The fixture parties of a kit with their private keys; keys are read when a party is first used. */
export const readFixtures = (folder: string): readonly Fixture[] =>
  (JSON.parse(readFileSync(materialFile(folder), 'utf8')) as StoredMaterial).fixtures.map((stored) => {
    let party: Party | undefined
    return {
      status: stored.status,
      kind: stored.kind,
      get party() {
        party ??= partyOf(stored)
        return party
      },
    }
  })
