import type { KeyObject } from 'node:crypto'
import { basename, join } from 'node:path'
import { makePrivateFolder } from '../files.js'
import { keyInFile } from './key-files.js'

/** Variable that names a folder from which pools take their keys, and to which they add those that it has not yet. */
export const keptKeysVariable = 'ASSAY_SELFTEST_KEYS'

/**
 * What makes the key of a pool's file: the same as `make`, or the key of that name which another pool has made. Making
 * keys takes a third of the processor time of a short run, and the self-test starts hundreds of them.
 */
export const keptKey =
  (path: string, make: () => Promise<KeyObject>): (() => Promise<KeyObject>) =>
  async () => {
    const folder = process.env[keptKeysVariable]
    if (folder === undefined) return make()
    await makePrivateFolder(folder)
    return keyInFile(join(folder, basename(path)), make)
  }
