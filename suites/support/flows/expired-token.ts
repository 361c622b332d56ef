import { setTimeout as wait } from 'node:timers/promises'
import type { Judge, Sent } from '../../../harness/check/types.js'

/** Longest life of an access token that a check waits for, and how long it waits beyond its end, seconds. */
const mostSeconds = 90
const spareSeconds = 10

/** How a recipe names it. */
export const longExpired = `expired ${spareSeconds} s ago`

/** How long such a check waits, and its bound, seconds. */
export const untilExpired = { waits: mostSeconds + spareSeconds, slow: mostSeconds + spareSeconds + 60 }

/** The access token of a call, some seconds after its end. Ends the check where that is too far away, or unknown. */
export async function outlivedToken({ carried }: Sent, judge: Judge): Promise<string> {
  const { token, expiresIn } = carried ?? judge.inconclusive('The call carried no access token.')
  if (expiresIn === undefined)
    return judge.notTestable('Its token endpoint does not say how long an access token lives (expires_in).')
  if (expiresIn > mostSeconds)
    return judge.notTestable(
      `Its access tokens live for ${expiresIn} s: let them live for ${mostSeconds} s at most while it is under test.`,
    )
  await wait((expiresIn + spareSeconds) * 1000)
  return token
}
