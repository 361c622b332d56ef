import { StepProblem } from '../../browser/step-problem.js'
import type { BrowserCookie, Visit } from '../../browser/types.js'
import { isPutOff } from '../identity-provider/page.js'
import { mostLoginWaits } from '../patience.js'
import type { World } from '../world.js'
import { mailDomain } from './humans.js'

/** Where a window goes. */
export interface Start {
  readonly url: string
  /** What the target has set for whom it sends there; none by default. */
  readonly cookies?: readonly BrowserCookie[]
}

/** How a login goes on from an address. */
export interface Going {
  /** Whether an address is the end of it. */
  readonly until: (url: string) => boolean
  /** Who logs in; the user of the target file by default. */
  readonly username?: string | undefined
  /** Whether nothing was done yet that cannot be done again; always by default. */
  readonly mayBeginAnew?: () => boolean
}

/**
 * Opens an address and carries out the steps of the target file; again in the same window when the target puts it off.
 * @returns the address of its end. Throws `StepProblem` where there is none.
 */
export async function stepsFrom(
  world: World,
  visit: Visit,
  { url, cookies = [] }: Start,
  { until, username = world.login?.username ?? '', mayBeginAnew = () => true }: Going,
): Promise<string> {
  const { steps = [], password = '' } = world.login ?? {}
  for (let waits = 0; ; waits += 1) {
    try {
      if (cookies.length > 0) await visit.keep(cookies)
      await visit.goto(url)
      return await visit.follow(steps, { username, password, email: `${username}${mailDomain}` }, until)
    } catch (problem) {
      const isOff = problem instanceof StepProblem && isPutOff(visit) && mayBeginAnew()
      if (!isOff || !(await world.patience.asTold(visit.exchanges, waits, mostLoginWaits))) throw problem
    }
  }
}
