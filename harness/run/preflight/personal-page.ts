import { NotPlain } from '../../browser/plain/not-plain.js'
import type { Visit } from '../../browser/types.js'
import { bareAddress } from '../../check/identity-provider/authorization.js'
import { preflightIdentifiers } from '../../check/parties/identifiers.js'
import { atServiceProvider, showsMs } from '../../check/relying-party/courses.js'
import { humanNamed } from '../../check/relying-party/humans.js'
import { journey, unlessPutOff } from '../../check/relying-party/journey.js'
import { tokensSeen } from '../../check/relying-party/tokens.js'
import { inOneWindow, inPlainWindow, type OpenWindow } from '../../check/relying-party/window.js'
import type { World } from '../../check/world.js'
import { Inconclusive } from '../../contracts/errors.js'

/**
 * A page of a ServiceProvider that shows in any window whether somebody is logged in: the one on which an honest login
 * ended, or the base URL. It qualifies if its text of the target file shows to a human who is logged in and to nobody
 * else. `undefined` where neither does, and where the target file names no login.
 * @param plainly Whether logins need no browser.
 * @throws NotTestable where only a browser could find out, and there is none.
 */
export async function findPersonalPage(world: World, seed: number, plainly: boolean): Promise<string | undefined> {
  const { login, target, lab } = world
  const { start, successText } = login ?? {}
  if (target.role !== 'ServiceProvider' || start === undefined || successText === undefined) return undefined
  const ids = preflightIdentifiers(seed, world, 'preflight personal page')
  const course = atServiceProvider(world, start, successText)
  const humans: string[] = []
  const logIn = async (visit: Visit) => {
    const username = `human-${ids.party().unique}`
    humans.push(username)
    await lab.humans([humanNamed(username)])
    return journey(world, visit, username, course)
  }
  /** The addresses that may show it, as a first human saw them. */
  const seen = async (visit: Visit): Promise<readonly string[]> => {
    const { callback = '' } = await unlessPutOff(world.patience, () => logIn(visit))
    const endedAt = visit.url()
    // What is for one human alone is no page for all, and no address to be kept.
    const isTelling = (await tokensSeen(world, humans, { exchanges: [], endedAt })).length > 0
    const pages = new Set([isTelling ? bareAddress(endedAt) : endedAt, `${target.baseUrl}/`])
    return [...pages].filter((page) => bareAddress(page) !== bareAddress(callback))
  }
  const shows = async (visit: Visit, page: string): Promise<boolean> => {
    await visit.goto(page)
    return visit.shows(successText, showsMs)
  }
  const personal = async (inWindow: OpenWindow, page: string): Promise<boolean> => {
    const loggedIn = await inWindow(world, async (visit) => {
      await unlessPutOff(world.patience, () => logIn(visit))
      return shows(visit, page)
    })
    return loggedIn && !(await inWindow(world, (visit) => shows(visit, page)))
  }
  const find = async (inWindow: OpenWindow): Promise<string | undefined> => {
    for (const page of await inWindow(world, seen)) if (await personal(inWindow, page).catch(unopened)) return page
    return undefined
  }
  try {
    const plain = plainly ? find(inPlainWindow) : Promise.reject(new NotPlain('logins need a browser'))
    return await plain.catch((error: unknown) => {
      if (error instanceof NotPlain) return find(inOneWindow)
      throw error
    })
  } catch (error) {
    if (error instanceof Inconclusive) return undefined
    throw error
  }
}

/** A page that cannot be opened shows nothing. */
function unopened(error: unknown): false {
  if (error instanceof Inconclusive) return false
  throw error
}
