import { createPrivateKey, type KeyObject } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { PkiError } from './errors.js'
import { writePrivateFile } from './files.js'
import { makeRsaKey } from './rsa-key.js'

/** Makes an RSA key and keeps it as a PKCS#8 PEM file. */
export const makeKeyFile = async (path: string, modulusLength: number): Promise<void> => {
  const privateKey = await makeRsaKey(modulusLength)
  await writePrivateFile(path, privateKey.export({ type: 'pkcs8', format: 'pem' }) as string)
}

/** Reads a private key from a PEM file. */
export const readKeyFile = async (path: string): Promise<KeyObject> => createPrivateKey(await readFile(path, 'utf8'))

/** Waits until a file is there that another process makes. Throws `PkiError` after `limitMs`. */
export const awaitFile = async (path: string, limitMs: number): Promise<void> => {
  const until = Date.now() + limitMs
  while (!existsSync(path)) {
    if (Date.now() > until) throw new PkiError(`The key file ${path} was not made within ${limitMs / 1000} s.`)
    await wait(50)
  }
}

/** Path of the RSA-2048 key at a position of the pool. */
export const poolFile = (folder: string, index: number): string => join(folder, `participant-${index}.key`)

/** Path of a 4096-bit key made in the background. */
export const largeFile = (folder: string, index: number): string => join(folder, `large-${index}.key`)

/** Path of a key that has a name. */
export const namedFile = (folder: string, name: string): string => join(folder, `${name}.key`)

/** Names of the keys of certification authorities; authorities of one outsider share a key. No certificate at all names `ca-stranger`. */
export const authorityKeys = [
  'ca-root-a',
  'ca-root-b',
  'ca-root-expired',
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
