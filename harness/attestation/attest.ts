import type { KeyObject } from 'node:crypto'
import { join } from 'node:path'
import type { Results } from '../contracts/results.js'
import { attestationFile, resultsFile } from '../evidence/files.js'
import { readResults } from '../evidence/read-results.js'
import { writeWhole } from '../evidence/store.js'
import { attestable, digestOf } from './digests.js'
import { seal } from './envelope.js'
import { makeRunKey } from './keys.js'
import { statementOf } from './statement.js'

/**
 * Writes `attestation.json` over the digests of all other files of a report; not of what else lies in its folder.
 * @param key Signs it; without one, a key made for this attestation alone.
 * @param own The results of the folder, where this process has written them; to read and validate them takes long.
 * @throws ConfigError where the folder holds no results.
 */
export function attest(folder: string, key?: KeyObject, own?: Results): void {
  const results = own ?? readResults(join(folder, resultsFile))
  const files = attestable(folder, results).map((name) => ({ name, sha256: digestOf(folder, name) }))
  const sealed = key
    ? seal(statementOf(results, files), key, 'given key')
    : seal(statementOf(results, files), makeRunKey(), 'run key')
  writeWhole(join(folder, attestationFile), sealed)
}
