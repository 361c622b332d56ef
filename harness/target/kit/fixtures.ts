import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CertifiedKey } from '../../../ca/types.js'
import type { CertifiedOtherwise } from '../../contracts/kit-consumers.js'
import type { Party } from '../../mutations/types.js'
import type { FixtureFormName } from './fixture-forms.js'

/** What a fixture party is for that stands for no client: a part in the fixture policies, or a second certificate. */
export type FixtureUse =
  | 'provider'
  | 'other provider'
  | 'entitled party'
  | 'subject'
  | 'spare'
  | CertifiedOtherwise
  | 'first certificate'
  | 'second certificate'

/** Two fixtures of one party, which registers both certificates. */
export const twoCertificates: readonly FixtureUse[] = ['first certificate', 'second certificate']

/** A party that the kit names, with the key that the kit does not hold. */
export interface Fixture {
  /** Status that the target is asked to register, for example `Active`. */
  readonly status: string
  /** `sound`, or the name of the certificate kind that it carries. */
  readonly kind: string
  /** Absent for a party that stands for any client. */
  readonly use?: FixtureUse
  /** Another form of its certificate, beside its kind; absent where that is the usual one. */
  readonly form?: FixtureFormName
  readonly party: Party
}

/** What a fixture party is that stands for a conforming client. */
const sound = { status: 'Active', kind: 'sound' }

/** Whether a fixture party stands for any client in good standing. */
export const isSoundClient = ({ status, kind, use, form }: Omit<Fixture, 'party'>): boolean =>
  use === undefined && form === undefined && status === sound.status && kind === sound.kind

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
  readonly fixtures: readonly StoredFixture[]
}

/** A fixture party as JSON. */
export type StoredFixture = StoredParty & Omit<Fixture, 'party'>

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

/** What a kit's parties were made of, from the folder that keeps it. */
export const readMaterial = (folder: string): StoredMaterial =>
  JSON.parse(readFileSync(materialFile(folder), 'utf8')) as StoredMaterial

/** The fixture parties of a kit with their private keys; keys are read when a party is first used. */
export const readFixtures = (folder: string): readonly Fixture[] => readMaterial(folder).fixtures.map(fixtureOf)

/** A fixture party; its key is read when it is first used. */
export function fixtureOf({ status, kind, use, form, ...stored }: StoredFixture): Fixture {
  let party: Party | undefined
  return {
    status,
    kind,
    ...(use !== undefined && { use }),
    ...(form !== undefined && { form }),
    get party() {
      party ??= partyOf(stored)
      return party
    },
  }
}
