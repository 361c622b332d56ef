import { StepProblem } from '../../browser/step-problem.js'
import type { Visit } from '../../browser/types.js'
import { Inconclusive } from '../../contracts/errors.js'
import { bareAddress } from '../identity-provider/authorization.js'
import { lastAnswer } from '../identity-provider/page.js'
import type { World } from '../world.js'
import { showsMs } from './courses.js'
import type { Journey } from './journey.js'

/**
 * Looks around in a window in which nobody logs in: before a login is begun there, and after.
 * @param username Of a human who has logged in in another window.
 * @param endedAt Where that window ended.
 * @returns a login where a page says who that human is, and a refusal where none does.
 */
export async function lookingAround(
  { target, personalPage, login }: Pick<World, 'target' | 'personalPage' | 'login'>,
  visit: Visit,
  username: string,
  endedAt: string,
): Promise<Journey> {
  const own = [personalPage, bareAddress(endedAt), `${target.baseUrl}/`].filter(
    // What names the human in its address may be for everybody to see.
    (page): page is string => page?.startsWith(target.baseUrl) === true && !page.includes(username),
  )
  const start = `${target.baseUrl}${login?.start ?? ''}`
  let isOpen = false
  const look = async (): Promise<boolean> => {
    for (const page of new Set(own)) {
      if (!(await opens(visit, page))) continue
      isOpen = true
      if (await visit.shows(username, showsMs)) return true
    }
    return false
  }
  // What it has begun may give it a cookie.
  const shown = (await look()) || ((await opens(visit, start)) && (await look()))
  if (!isOpen) throw new Inconclusive('No page of the target opens in a window in which nobody logs in.')
  return {
    answer: shown ? { outcome: { kind: 'granted' } } : lastAnswer(visit),
    exchanges: visit.exchanges,
    screenshots: visit.screenshots,
    cookies: await visit.cookies(),
    endedAt: visit.url(),
    secrets: [],
  }
}

/** Whether there is a page at an address. */
async function opens(visit: Visit, page: string): Promise<boolean> {
  try {
    await visit.goto(page)
    return true
  } catch (error) {
    if (error instanceof StepProblem) return false
    throw error
  }
}
