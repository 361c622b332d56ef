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
  /** Drops its cookies, so that the human logs in anew, where those for an address have grown too long since the login. */
  lighten(url: string): void
}

/**
 * By so many bytes cookies may grow. A provider may note in them each client at which a human was logged in: checks do so
 * at hundreds, humans do not, and servers take lines of 8 KB.
 */
const mostGrowth = 3_000

/** What lightens a jar; `begin` is for each login. */
function lightening(jar: CookieJar) {
  let atLogin: number | undefined
  return {
    begin: () => {
      atLogin = undefined
    },
    lighten: (url: string): void => {
      const bytes = jar.header(url)?.length ?? 0
      atLogin ??= bytes
      if (bytes <= atLogin + mostGrowth) return
      jar.replace([])
      atLogin = undefined
    },
  }
}

/** A login of one worker alone, for a target that shows a page at each login: pages of one session, open side by side, are in each other's way. */
export function ownLogin(): KeptLogin {
  const jar = cookieJar()
  const { begin, lighten } = lightening(jar)
  let since = 0
  return {
    jar,
    lighten,
    get since() {
      return since
    },
    renewed: () => false,
    async keep(cookies) {
      jar.replace(cookies)
      begin()
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
  const { begin, lighten } = lightening(jar)
  const stored = (): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
  let since = 0
  return {
    jar,
    lighten,
    get since() {
      return since
    },
    renewed() {
      const at = stored()
      if (at <= since) return false
      jar.replace(JSON.parse(readFileSync(file, 'utf8')) as BrowserCookie[])
      begin()
      since = at
      return true
    },
    async keep(cookies) {
      jar.replace(cookies)
      begin()
      await writePrivate(file, JSON.stringify(cookies))
      since = stored()
    },
  }
}
