import { type KeyObject, randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PkiError } from '../errors.js'
import { makePrivateFolder, writePrivateFile } from '../files.js'
import { keptKey } from './kept-keys.js'
import {
  type AuthorityKey,
  authorityKeys,
  keyInFile,
  type LongKey,
  largeCount,
  largeFile,
  largeRootKey,
  longFile,
  namedFile,
  ownFile,
  poolFile,
} from './key-files.js'
import { rsaKeys } from './rsa-key.js'
import { isSameKey } from './same-key.js'
import { type SpecialKey, specialKeyMakers } from './special-keys.js'

/** Private keys on disk that several processes share. */
export interface KeyPool {
  readonly folder: string
  /**
   * The next RSA-2048 key, round robin from a random place, that is none of those. Throws `PkiError` if the pool has no
   * other.
   */
  take(otherThan?: readonly KeyObject[]): Promise<KeyObject>
  /** The next RSA-4096 key. Throws `PkiError` if the pool was made without large keys. */
  take4096(): Promise<KeyObject>
  /** The key of that length at a place of the pool, made when first asked for. */
  long(bits: LongKey, place: number): Promise<KeyObject>
  /**
   * The RSA key of one party, which none of those above is; made when first asked for.
   * @param owner Whose it is: a name of letters and hyphens.
   * @param bits Length of the modulus.
   */
  own(owner: string, bits: number): Promise<KeyObject>
  /** An unusual key, made when first asked for. */
  special(name: SpecialKey): Promise<KeyObject>
  /**
   * Makes keys of parties one after the other, so that they are there when they are taken.
   * @param givenUp Asked before each.
   */
  prepare(givenUp: () => boolean): Promise<void>
  /** The key of a certification authority. */
  named(name: AuthorityKey | typeof largeRootKey): Promise<KeyObject>
}

interface Description {
  readonly size: number
  readonly large: number
}

const descriptionFile = 'pool.json'

/**
 * Makes a pool with the keys of the certification authorities, folder 0700, files 0600. Keys that exist stay; those of
 * participants are made when they are first taken.
 */
export const createKeyPool = async (
  folder: string,
  { size, largeKeys }: { readonly size: number; readonly largeKeys: boolean },
): Promise<KeyPool> => {
  await makePrivateFolder(folder)
  const description: Description = { size, large: largeKeys ? largeCount : 0 }
  await Promise.all([
    ...(largeKeys ? [keyOf(namedFile(folder, largeRootKey), rsaKeys(4096))] : []),
    ...authorityKeys.map((name) => keyOf(namedFile(folder, name), rsaKeys(2048))),
  ])
  await writePrivateFile(join(folder, descriptionFile), JSON.stringify(description))
  return openKeyPool(folder)
}

/** Opens a pool that `createKeyPool` made; reads or makes each key when it is first needed. Throws `PkiError` if there is none. */
export const openKeyPool = (folder: string): KeyPool => {
  const { size, large } = readDescription(folder)
  const known = new Map<string, Promise<KeyObject>>()
  const load = (path: string, make: () => Promise<KeyObject>): Promise<KeyObject> => {
    const key = known.get(path) ?? keyOf(path, make)
    known.set(path, key)
    return key
  }
  let next = randomInt(size)
  let nextLarge = 0
  return {
    folder,
    async take(otherThan = []) {
      for (let tried = 0; tried < size; tried += 1) {
        const key = await load(poolFile(folder, next++ % size), rsaKeys(2048))
        if (!otherThan.some((other) => isSameKey(other, key))) return key
      }
      throw new PkiError('The key pool holds no further RSA-2048 key.')
    },
    async take4096() {
      if (large === 0) throw new PkiError('The key pool was made without 4096-bit keys.')
      return load(largeFile(folder, nextLarge++ % large), rsaKeys(4096))
    },
    own: (owner, bits) => load(ownFile(folder, owner, bits), rsaKeys(bits)),
    long: (bits, place) => load(longFile(folder, bits, place), rsaKeys(bits)),
    async prepare(givenUp) {
      for (let place = 0; place < size && !givenUp(); place += 1) await keyOf(poolFile(folder, place), rsaKeys(2048))
    },
    special: (name) => load(namedFile(folder, name), specialKeyMakers[name]),
    named: (name) => load(namedFile(folder, name), rsaKeys(name === largeRootKey ? 4096 : 2048)),
  }
}

const keyOf = (path: string, make: () => Promise<KeyObject>): Promise<KeyObject> => keyInFile(path, keptKey(path, make))

const readDescription = (folder: string): Description => {
  try {
    return JSON.parse(readFileSync(join(folder, descriptionFile), 'utf8')) as Description
  } catch (cause) {
    throw new PkiError(`There is no key pool in ${folder}.`, { cause })
  }
}
