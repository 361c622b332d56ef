import type { TargetConfig } from '../contracts/target.js'
import { isRefused } from '../target/process/base-url.js'

/** How often a target is looked for, milliseconds. */
const everyMs = 250

/** Looks whether targets that Assay does not launch are there. */
export interface Presence {
  /** A sentence about those that refuse connections; none where there are none. */
  absent(): Promise<string | undefined>
  close(): void
}

/**
 * Watches over the targets that somebody else starts.
 * @param back Called each time that one of them takes connections again.
 */
export function watchPresence(targets: readonly TargetConfig[], back: () => void): Presence {
  const elsewhere = targets.filter(({ launch, baseUrl }) => launch === undefined && baseUrl !== undefined)
  const gone = new Set<TargetConfig>()
  const look = async (): Promise<void> => {
    for (const config of elsewhere) {
      const refused = await isRefused(config.baseUrl as string)
      if (refused) gone.add(config)
      else if (gone.delete(config)) back()
    }
  }
  let timer: NodeJS.Timeout | undefined
  let closed = false
  const again = (): void => {
    if (!closed) timer = setTimeout(() => void look().finally(again), everyMs)
  }
  if (elsewhere.length > 0) again()
  return {
    async absent() {
      const missing: TargetConfig[] = []
      for (const config of elsewhere) if (await isRefused(config.baseUrl as string)) missing.push(config)
      for (const config of missing) gone.add(config)
      if (missing.length === 0) return undefined
      return `Nothing listens at ${missing.map(({ baseUrl }) => baseUrl).join(', ')}: a round begins when ${missing.map(({ name }) => `"${name}"`).join(' and ')} can be reached.`
    },
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}
