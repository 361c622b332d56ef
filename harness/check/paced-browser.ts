import type { Browser, Visit } from '../browser/types.js'
import type { Patience } from './patience.js'

/**
 * A browser whose requests count as those of the clients do. A page loads what it needs at once, and what that was shows
 * only afterwards: the turns of those requests are taken then, so that what is sent next waits for them.
 */
export const pacedBrowser = (browser: Browser, patience: Pick<Patience, 'spend'>): Browser => ({
  version: browser.version,
  visit: async (options) => pacedVisit(await browser.visit(options), patience),
  close: browser.close,
})

function pacedVisit(visit: Visit, { spend }: Pick<Patience, 'spend'>): Visit {
  let spent = 0
  const upTo = async (requests: number): Promise<void> => {
    const more = requests - spent
    if (more <= 0) return
    spent = requests
    await spend(more)
  }
  const counted = async <T>(call: () => Promise<T>): Promise<T> => {
    await upTo(visit.exchanges.length + 1)
    try {
      return await call()
    } finally {
      await upTo(visit.exchanges.length)
    }
  }
  const goto: Visit['goto'] = (url) => counted(() => visit.goto(url))
  const follow: Visit['follow'] = (...login) => counted(() => visit.follow(...login))
  // What the visit tells of itself by getters goes on being told by it.
  return Object.create(visit, { goto: { value: goto }, follow: { value: follow } }) as Visit
}
