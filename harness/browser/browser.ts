import { NotTestable } from '../contracts/errors.js'
import type { Exchange } from '../wire/types.js'
import { findChromium, noChromium } from './find.js'
import { type HostProcess, startHost } from './host-process.js'
import type { Order } from './protocol.js'
import { StepProblem } from './step-problem.js'
import type { Browser, BrowserCookie, Screenshot, Visit } from './types.js'

/**
 * Starts a Chromium without a window, in a process of its own that ends with this one. Takes about half a second.
 * @throws NotTestable where there is none, or it does not start; one sentence says what to do.
 */
export async function openBrowser(executable: string | undefined = findChromium()): Promise<Browser> {
  if (executable === undefined) throw new NotTestable(noChromium())
  let host = startHost(executable)
  const running = async (): Promise<HostProcess> => {
    if (!(await host).alive) host = startHost(executable)
    return host
  }
  await host
  return {
    version: async () => (await order(await running(), { call: 'version' })) as string,
    visit: async (options) => {
      const process = await running()
      return visitIn(process, (await order(process, { call: 'visit', options })) as number)
    },
    close: async () => (await host).end(),
  }
}

async function order(host: HostProcess, what: Order): Promise<unknown> {
  const { value, problem } = await host.ask(what)
  if (problem) throw new StepProblem(problem.message, problem)
  return value
}

/** A visit as its worker sees it: what the browser saw is kept here, and stays when the browser goes. */
function visitIn(host: HostProcess, visit: number): Visit {
  const exchanges = new Map<number, Exchange>()
  const screenshots: Screenshot[] = []
  let [url, blocked, carriers, proven]: [string, readonly string[], number, boolean] = ['about:blank', [], 0, false]

  async function ask(what: Order, until?: (url: string) => boolean): Promise<unknown> {
    let thrown: { readonly error: unknown } | undefined
    const { value, problem, seen } = await host.ask(what, (url) => {
      try {
        return until?.(url) ?? true
      } catch (error) {
        thrown = { error }
        return true
      }
    })
    if (thrown) throw thrown.error
    for (const { number, exchange } of seen?.exchanges ?? []) exchanges.set(number, exchange)
    if (seen) {
      ;({ url, blocked, carriers, proven } = seen)
      screenshots.push(...seen.screenshots)
    }
    if (problem) throw new StepProblem(problem.message, problem)
    return value
  }

  return {
    goto: async (to) => void (await ask({ call: 'goto', visit, url: to })),
    follow: async (steps, values, until) => (await ask({ call: 'follow', visit, steps, values }, until)) as string,
    shows: async (text, ms) => (await ask({ call: 'shows', visit, text, ms })) as boolean,
    url: () => url,
    cookies: async () => (await ask({ call: 'cookies', visit })) as readonly BrowserCookie[],
    keep: async (cookies) => void (await ask({ call: 'keep', visit, cookies })),
    get exchanges() {
      return [...exchanges].sort(([one], [other]) => one - other).map(([, exchange]) => exchange)
    },
    get carriers() {
      return carriers
    },
    get blocked() {
      return blocked
    },
    screenshots,
    get proven() {
      return proven
    },
    close: async () => void (await ask({ call: 'leave', visit }).catch(() => undefined)),
  }
}
