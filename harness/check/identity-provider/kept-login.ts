import { readFileSync, statSync } from 'node:fs'
import { type CookieJar, cookieJar } from '../../browser/plain/cookies.js'
import type { BrowserCookie } from '../../browser/types.js'
import { slug } from '../../evidence/store.js'
import { writePrivate } from '../../target/kit/private-file.js'

/** A login of the test user. All workers of a run share one, since many a target ends one session where another begins. */
export interface KeptLogin {
  readonly jar: CookieJar
  /** Since when the human has been logged in, milliseconds since epoch; 0 while nobody has. */
  readonly since: number
  /** Takes over a later login of another worker; whether there was one. */
  renewed(): boolean
  /** Makes the login of a browser the one that counts from now on. */
  keep(cookies: readonly BrowserCookie[]): Promise<void>
}

/** A login of one worker alone, for a target that shows a page at each login: pages of one session, open side by side, are in each other's way. */
export function ownLogin(): KeptLogin {
  const jar = cookieJar()
  let since = 0
  return {
    jar,
    get since() {
      return since
    },
    renewed: () => false,
    async keep(cookies) {
      jar.replace(cookies)
      since = Date.now()
    },
  }
}

/**
 * The kept login at one target in one role.
 * @param folder Folder of the run: gone with it, and nobody else's to read.
 */
export function keptLogin(folder: string, target: string, role: string): KeptLogin {
  const file = `${folder}/login-${role}-${slug(target)}.json`
  const jar = cookieJar()
  const stored = (): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
  let since = 0
  return {
    jar,
    get since() {
      return since
    },
    renewed() {
      const at = stored()
      if (at <= since) return false
      jar.replace(JSON.parse(readFileSync(file, 'utf8')) as BrowserCookie[])
      since = at
      return true
    },
    async keep(cookies) {
      jar.replace(cookies)
      await writePrivate(file, JSON.stringify(cookies))
      since = stored()
    },
  }
}
