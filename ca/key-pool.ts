import { type KeyObject, randomInt } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PkiError } from './errors.js'
import { makePrivateFolder, writePrivateFile } from './files.js'
import {
  type AuthorityKey,
  authorityKeys,
  awaitFile,
  largeCount,
  largeFile,
  largeRootKey,
  makeKeyFile,
  namedFile,
  poolFile,
  readKeyFile,
} from './key-files.js'
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
  /** The key of a certification authority. */
  named(name: AuthorityKey | typeof largeRootKey): Promise<KeyObject>
}

/** A pool that was just made. */
export interface CreatedKeyPool {
  readonly pool: KeyPool
  /** Settles when the 4096-bit keys of participants are on disk; at once when none were asked for. May be left alone. */
  readonly large: Promise<void>
}

interface Description {
  readonly size: number
  readonly large: number
}

const descriptionFile = 'pool.json'
const largeKeyLimitMs = 60_000

/**
 * Makes the keys of a pool and of the certification authorities in parallel, folder 0700, files 0600; keys that are there already stay.
 * Resolves when all but the 4096-bit keys of participants are there.
 */
export const createKeyPool = async (
  folder: string,
  { size, largeKeys }: { readonly size: number; readonly largeKeys: boolean },
): Promise<CreatedKeyPool> => {
  await makePrivateFolder(folder)
  const description: Description = { size, large: largeKeys ? largeCount : 0 }
  await Promise.all([
    ...(largeKeys ? [makeUnlessThere(namedFile(folder, largeRootKey), 4096)] : []),
    ...authorityKeys.map((name) => makeUnlessThere(namedFile(folder, name), 2048)),
    ...paths(size, (index) => poolFile(folder, index)).map((path) => makeUnlessThere(path, 2048)),
  ])
  await writePrivateFile(join(folder, descriptionFile), JSON.stringify(description))
  const large = makeInTurn(paths(description.large, (index) => largeFile(folder, index)))
  large.catch(() => undefined)
  return { pool: openKeyPool(folder), large }
}

const paths = (count: number, path: (index: number) => string): readonly string[] =>
  Array.from({ length: count }, (_, index) => path(index))

/** One after the other, so that the checks that run meanwhile keep a processor. */
const makeInTurn = async (files: readonly string[]): Promise<void> => {
  for (const file of files) await makeUnlessThere(file, 4096)
}

const makeUnlessThere = async (path: string, bits: number): Promise<void> => {
  if (!existsSync(path)) await makeKeyFile(path, bits)
}

/** Opens a pool that `createKeyPool` made; reads each key file when it is first needed. Throws `PkiError` if there is none. */
export const openKeyPool = (folder: string): KeyPool => {
  const { size, large } = readDescription(folder)
  const read = new Map<string, Promise<KeyObject>>()
  const load = (path: string): Promise<KeyObject> => {
    const key = read.get(path) ?? readKeyFile(path)
    read.set(path, key)
    return key
  }
  let next = randomInt(size)
  let nextLarge = 0
  return {
    folder,
    take() {
      return load(poolFile(folder, next++ % size))
    },
    async take4096() {
      if (large === 0) throw new PkiError('The key pool was made without 4096-bit keys.')
      const path = largeFile(folder, nextLarge++ % large)
      await awaitFile(path, largeKeyLimitMs)
      return load(path)
    },
    special: specialKey,
    named: (name) => load(namedFile(folder, name)),
  }
}

const readDescription = (folder: string): Description => {
  try {
    return JSON.parse(readFileSync(join(folder, descriptionFile), 'utf8')) as Description
  } catch (cause) {
    throw new PkiError(`There is no key pool in ${folder}.`, { cause })
  }
}
