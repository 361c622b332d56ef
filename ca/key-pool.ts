import { type KeyObject, randomInt } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PkiError } from './errors.js'
import { makePrivateFolder, writePrivateFile } from './files.js'
import { awaitFile, largeCount, largeFile, makeKeyFile, namedFile, poolFile, readKeyFile } from './key-files.js'
import { type SpecialKey, specialKey } from './special-keys.js'

/** Private keys on disk that several processes share. */
export interface KeyPool {
  readonly folder: string
  /** The next RSA-2048 key, round robin from a random place: any `size` takes in a row of one process are distinct. */
  take(): Promise<KeyObject>
  /** The next RSA-4096 key; waits at most a minute for its file. Throws `PkiError` if the pool was made without large keys. */
  take4096(): Promise<KeyObject>
  /** An unusual key, made in this process when first asked for. */
  special(name: SpecialKey): Promise<KeyObject>
  /** The key of a certification authority (RSA, 2048 bits unless told), made when it is not there yet. One process at a time may make them. */
  named(name: string, bits?: number): Promise<KeyObject>
}

/** A pool that was just made. */
export interface CreatedKeyPool {
  readonly pool: KeyPool
  /** Settles when the 4096-bit keys are on disk; at once when none were asked for. */
  readonly large: Promise<void>
}

interface Description {
  readonly size: number
  readonly large: number
}

const descriptionFile = 'pool.json'
const largeKeyLimitMs = 60_000

const make = (count: number, one: (index: number) => Promise<unknown>): Promise<unknown> =>
  Promise.all(Array.from({ length: count }, (_, index) => one(index)))

/** Makes the keys of a pool in parallel, folder 0700, files 0600; resolves when the RSA-2048 keys are there. */
export const createKeyPool = async (
  folder: string,
  { size, largeKeys }: { readonly size: number; readonly largeKeys: boolean },
): Promise<CreatedKeyPool> => {
  await makePrivateFolder(folder)
  await make(size, (index) => makeUnlessThere(poolFile(folder, index), 2048))
  const description: Description = { size, large: largeKeys ? largeCount : 0 }
  await writePrivateFile(join(folder, descriptionFile), JSON.stringify(description))
  const large = make(description.large, (index) => makeUnlessThere(largeFile(folder, index), 4096)).then(() => {})
  return { pool: openKeyPool(folder), large }
}

const makeUnlessThere = async (path: string, bits: number): Promise<void> => {
  if (!existsSync(path)) await makeKeyFile(path, bits)
}

/** Opens a pool that `createKeyPool` made; reads each key file when it is first needed. Throws `PkiError` if there is none. */
export const openKeyPool = (folder: string): KeyPool => {
  const { size, large } = readDescription(folder)
  const read = new Map<string, Promise<KeyObject>>()
  const load = (path: string, get: () => Promise<KeyObject>): Promise<KeyObject> => {
    const key = read.get(path) ?? get()
    read.set(path, key)
    return key
  }
  let next = randomInt(size)
  let nextLarge = 0
  return {
    folder,
    take() {
      const path = poolFile(folder, next++ % size)
      return load(path, () => readKeyFile(path))
    },
    async take4096() {
      if (large === 0) throw new PkiError('The key pool was made without 4096-bit keys.')
      const path = largeFile(folder, nextLarge++ % large)
      await awaitFile(path, largeKeyLimitMs)
      return load(path, () => readKeyFile(path))
    },
    special: specialKey,
    named(name, bits = 2048) {
      const path = namedFile(folder, name)
      return load(path, () => (existsSync(path) ? readKeyFile(path) : makeKeyFile(path, bits)))
    },
  }
}

const readDescription = (folder: string): Description => {
  try {
    return JSON.parse(readFileSync(join(folder, descriptionFile), 'utf8')) as Description
  } catch (cause) {
    throw new PkiError(`There is no key pool in ${folder}.`, { cause })
  }
}
