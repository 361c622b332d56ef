import type { BrowserContext, Browser as Chromium } from '@playwright/test'
import type { LoginStep } from '../../contracts/login.js'
import { createBell, within } from '../bounds.js'
import { inWords, isEmptyPage } from '../exchange.js'
import { asWritten } from '../place.js'
import { createSecrets } from '../secrets.js'
import type { BrowserCookie, LoginValues, Patience, Screenshot, VisitOptions } from '../types.js'
import { follow, type Until } from './follow.js'
import { openGate } from './gate.js'
import { isInert } from './inert.js'
import { framesOf } from './look.js'
import { swapping } from './swapping.js'
import { type Numbered, watchTraffic } from './traffic.js'
import {
  dismissSurprises,
  keepPicture,
  lookAgainMs,
  placeOf,
  problemOf,
  quiet,
  stillness,
  type Window,
  watchEnd,
} from './window.js'

/** What has come to light since the last time. */
export interface Seen {
  readonly url: string
  readonly exchanges: readonly Numbered[]
  readonly carriers: number
  readonly blocked: readonly string[]
  readonly screenshots: readonly Screenshot[]
  readonly proven: boolean
}

/** A visit beside its browser. */
export interface NearVisit {
  goto(url: string): Promise<void>
  follow(steps: readonly LoginStep[], values: LoginValues, until: Until): Promise<string>
  shows(text: string, ms: number): Promise<boolean>
  cookies(): Promise<readonly BrowserCookie[]>
  keep(cookies: readonly BrowserCookie[]): Promise<void>
  seen(): Promise<Seen>
  /** `false` where the browser did not let go of it. */
  close(): Promise<boolean>
}

const usualPatience: Patience = { loadMs: 10_000, stepMs: 5_000, idleMs: 1_500, allMs: 45_000 }
/** Longest wait for the browser to let go of a page, milliseconds. */
const closeMs = 3_000

/** Opens a window that shares nothing with any other. */
export async function openVisit(chromium: Chromium, options: VisitOptions): Promise<NearVisit> {
  const gate = await openGate(options.origins)
  const context = await newContext(chromium, gate.address).catch(async (error: unknown) => {
    await gate.close()
    throw error
  })
  if (options.cookies) await context.addCookies([...options.cookies])
  const page = await context.newPage()
  const swap = options.swap && (await swapping(page, options.swap, options.labLogin))
  const bell = createBell()
  const secrets = createSecrets(options.secrets)
  const window: Window = {
    page,
    bell,
    secrets,
    traffic: watchTraffic(page, { gate, origins: options.origins, clean: secrets.clean, bell, sentAs: swap?.sentAs }),
    patience: { ...usualPatience, ...options.patience },
    labLogin: options.labLogin ?? [],
    screenshots: [],
    covered: [],
    pictured: undefined,
    proven: false,
    gone: undefined,
  }
  watchEnd(window)
  dismissSurprises(window)
  let told = 0
  return {
    goto: (url) => goto(window, url),
    follow: (steps, values, until) => follow(window, steps, values, until),
    shows: (text, ms) => shows(window, text, ms),
    cookies: async () => (await context.cookies()).map(plainCookie),
    keep: (cookies) => context.addCookies([...cookies]),
    seen: async () => {
      const screenshots = window.screenshots.slice(told)
      told += screenshots.length
      const exchanges = await window.traffic.take(window.gone !== undefined || isOverdue(window))
      return {
        url: page.url(),
        exchanges,
        carriers: swap?.carriers ?? 0,
        blocked: window.traffic.blocked,
        screenshots,
        proven: window.proven,
      }
    },
    close: async () => {
      window.gone ??= 'the visit is over'
      const done = context.close().then(() => true)
      const closed = await within(closeMs, done, false)
      await gate.close()
      return closed
    },
  }
}

/** Whether the window has waited for an answer as long as it does, or nearly so. */
const isOverdue = ({ traffic: { underway }, patience: { loadMs } }: Window): boolean =>
  underway !== undefined && performance.now() - underway > 0.9 * loadMs

const newContext = (chromium: Chromium, server: string): Promise<BrowserContext> =>
  chromium.newContext({
    proxy: { server },
    // The lab's certificates are its own, and a target's are judged elsewhere.
    ignoreHTTPSErrors: true,
    serviceWorkers: 'block',
    acceptDownloads: false,
    viewport: { width: 800, height: 600 },
    locale: 'en-US',
  })

const plainCookie = ({
  name,
  value,
  domain,
  path,
  expires,
  httpOnly,
  secure,
  sameSite,
}: BrowserCookie): BrowserCookie => ({
  name,
  value,
  domain,
  path,
  expires,
  httpOnly,
  secure,
  sameSite,
})

async function goto(window: Window, url: string): Promise<void> {
  const { page, traffic, patience } = window
  traffic.startOver()
  const commit = page.goto(url, { waitUntil: 'commit', timeout: patience.loadMs }).then(() => undefined, String)
  const error = await within(patience.loadMs + closeMs, commit, 'Timeout')
  await quiet(window)
  if (error === undefined || isEmptyPage(error)) return
  const late = `no answer within ${patience.loadMs / 1000} s`
  const why = traffic.failure ?? (/Timeout/.test(error) ? late : inWords('ERR_ABORTED'))
  throw await problemOf(window, `${placeOf(url)} could not be opened: ${why}.`)
}

async function shows(window: Window, text: string, ms: number): Promise<boolean> {
  const { page, patience, bell } = window
  const end = performance.now() + ms
  const still = stillness(window)
  const wanted = asWritten(text)
  let inert = false
  for (;;) {
    for (const frame of framesOf(page)) {
      const shown = frame.getByText(wanted).filter({ visible: true }).first()
      if (await within(patience.stepMs, shown.isVisible(), false)) {
        await keepPicture(window, `shows "${text}"`, true)
        return true
      }
    }
    if (inert || window.gone || performance.now() > end || (await still()) > patience.idleMs) break
    // Looked at once more, since it may have become complete in between.
    inert = await isInert(window)
    if (inert) continue
    await bell.heard(lookAgainMs)
  }
  await keepPicture(window, `does not show "${text}"`, true)
  return false
}
