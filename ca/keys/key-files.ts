import { createPrivateKey, type KeyObject } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writePrivateFile } from '../files.js'

/** Keys that this process is about to have, by their paths. */
const underway = new Map<string, Promise<KeyObject>>()

/**
 * Reads the private key of a PKCS#8 PEM file; makes and keeps it where there is none. Of several processes that make
 * one at the same moment, each goes on with its own.
 */
export const keyInFile = (path: string, make: () => Promise<KeyObject>): Promise<KeyObject> => {
  const key = underway.get(path) ?? readOrMade(path, make).finally(() => underway.delete(path))
  underway.set(path, key)
  return key
}

const readOrMade = async (path: string, make: () => Promise<KeyObject>): Promise<KeyObject> => {
  if (existsSync(path)) return createPrivateKey(await readFile(path, 'utf8'))
  const key = await make()
  await writePrivateFile(path, key.export({ type: 'pkcs8', format: 'pem' }) as string)
  return key
}

/** Path of the RSA-2048 key at a position of the pool. */
export const poolFile = (folder: string, index: number): string => join(folder, `participant-${index}.key`)

/** Path of a 4096-bit key of a participant. */
export const largeFile = (folder: string, index: number): string => join(folder, `large-${index}.key`)

/** Lengths of RSA keys beyond the usual one, bits (L246). */
export type LongKey = 3072 | 4096

/** Path of the key of that length at a place of the pool. */
export const longFile = (folder: string, bits: LongKey, place: number): string =>
  join(folder, `rsa-${bits}-${place}.key`)

/** Path of the key of a party that shares it with nobody. */
export const ownFile = (folder: string, owner: string, bits: number): string => join(folder, `own-${owner}-${bits}.key`)

/** Path of a key that has a name. */
export const namedFile = (folder: string, name: string): string => join(folder, `${name}.key`)

/** Names of the keys of certification authorities; authorities of one outsider share a key. No certificate at all names `ca-stranger`. */
export const authorityKeys = [
  'ca-root-a',
  'ca-root-b',
  'ca-root-expired',
  'ca-root-lasting',
  'ca-intermediate-a1',
  'ca-intermediate-a2',
  'ca-intermediate-b1',
  'ca-untrusted-root',
  'ca-untrusted-intermediate',
  'ca-tls-root',
  'ca-stranger',
] as const

/** Name of a certification authority's key. */
export type AuthorityKey = (typeof authorityKeys)[number]

/** Name of the 4096-bit key that the second root may have. */
export const largeRootKey = 'ca-root-b-4096'

/** 4096-bit keys that a pool with large keys holds for certificates: two intermediates and a leaf. */
export const largeCount = 3
