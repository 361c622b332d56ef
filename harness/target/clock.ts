import { setTimeout as wait } from 'node:timers/promises'
import type { TargetConfig } from './config.js'
import { withTargetClient } from './target-client.js'

/** Clock of the target minus ours, in milliseconds. */
export interface ClockOffset {
  readonly offsetMs: number
  /** The true offset lies within `offsetMs` ± this. */
  readonly uncertaintyMs: number
}

/** What one answer says: the offset lies between the two. */
interface Bounds {
  readonly least: number
  readonly most: number
}

/**
 * Reads the target's clock from its `Date` header, which counts whole seconds: several answers narrow the bounds.
 * @returns `undefined` when it sends no (readable) `Date` or does not answer.
 */
export const measureClock = async (
  config: TargetConfig,
  samples = 4,
  spacingMs = 130,
): Promise<ClockOffset | undefined> => {
  const { baseUrl } = config
  if (baseUrl === undefined) return undefined
  return withTargetClient(config, 5_000, async (client) => {
    let bounds: Bounds | undefined
    for (let sample = 0; sample < samples; sample++) {
      if (sample > 0) await wait(spacingMs)
      const sent = Date.now()
      const { response } = await client.exchange({ method: 'HEAD', url: baseUrl, headers: [] })
      const date = Date.parse(String(response?.headers.date))
      if (Number.isNaN(date)) return undefined
      bounds = narrow(bounds, { least: date - Date.now(), most: date + 1_000 - sent })
    }
    return bounds && middle(bounds)
  })
}

/** Where two answers contradict each other, the clock was set or the answer came from a cache: the later one counts. */
const narrow = (before: Bounds | undefined, next: Bounds): Bounds => {
  if (!before) return next
  const least = Math.max(before.least, next.least)
  const most = Math.min(before.most, next.most)
  return least <= most ? { least, most } : next
}

const middle = ({ least, most }: Bounds): ClockOffset => ({
  offsetMs: Math.round((least + most) / 2),
  uncertaintyMs: Math.ceil((most - least) / 2),
})
