import { listChecks } from '../../harness/cli/list-checks.js'
import type { Said } from './cells.js'
import { checksOf, keyOf, type MatrixCheck, type Pairing } from './pairing.js'

/** The checks of the suite, as they are listed, and as the matrix sees them. */
export const planned = await listChecks()
export const checks = checksOf(planned)
export const two = checks.find(({ role, id }) => role === 'ServiceProvider' && id === 'audience.two') as MatrixCheck

/** What each pairing said: what `says` gives, or nothing. */
export const played = (pairings: readonly Pairing[], says: (pairing: Pairing) => Said['verdict'] | undefined) =>
  new Map(
    pairings.flatMap((pairing) => {
      const verdict = says(pairing)
      return verdict === undefined ? [] : [[keyOf(pairing), { verdict, reason: '' }] as const]
    }),
  )
