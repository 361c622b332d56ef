import type { Locator, Page } from '@playwright/test'
import { type Bell, within } from '../bounds.js'
import type { Secrets } from '../secrets.js'
import { StepProblem } from '../step-problem.js'
import type { Patience, Screenshot } from '../types.js'
import { fingerprint, summaryOf, summaryWords } from './look.js'
import { picture } from './picture.js'
import type { Traffic } from './traffic.js'

/** A page with all that is known about it. */
export interface Window {
  readonly page: Page
  readonly traffic: Traffic
  readonly bell: Bell
  readonly secrets: Secrets
  readonly patience: Patience
  readonly labLogin: readonly string[]
  readonly screenshots: Screenshot[]
  /** Fields that hold what only the target file knows. */
  readonly covered: Locator[]
  /** What the page was like at the last picture. */
  pictured: string | undefined
  /** Whether a step has filled in the password. */
  proven: boolean
  /** Why it can show nothing any more. */
  gone: string | undefined
}

const mostScreenshots = 20
/** Longest wait for a page to become quiet, milliseconds: some never do. */
const quietMs = 2_000
/** How often a window is looked at where nothing is heard of it, milliseconds. */
export const lookAgainMs = 50
/** For how much stillness one look counts at most, milliseconds. */
const mostOfLookMs = 2 * lookAgainMs

export const isBusy = ({ traffic }: Window): boolean => traffic.busy || traffic.underway !== undefined

/** Waits until what the page needs has come. */
export async function quiet(window: Window): Promise<void> {
  const end = performance.now() + quietMs
  while (isBusy(window) && !window.gone && performance.now() < end) await window.bell.heard(lookAgainMs)
}

/**
 * Tells at each call for how many milliseconds nothing has gone on. A look counts for as long as it takes on an idle
 * machine: where one takes longer, the page had no more time to go on than the looks had.
 */
export function stillness(window: Window): () => Promise<number> {
  let print: unknown
  let stillMs = 0
  let looked = performance.now()
  return async () => {
    const seen = await fingerprint(window.page)
    const now = performance.now()
    stillMs = seen !== print || isBusy(window) ? 0 : stillMs + Math.min(now - looked, mostOfLookMs)
    print = seen
    looked = now
    return stillMs
  }
}

/**
 * Keeps a picture of the window, where it may be taken.
 * @param unlessKept Only where the page has changed since the last one.
 */
export async function keepPicture(window: Window, label: string, unlessKept = false): Promise<Screenshot | undefined> {
  if (window.gone || window.screenshots.length >= mostScreenshots) return undefined
  const print = `${window.page.url()} ${await fingerprint(window.page)}`
  if (unlessKept && print === window.pictured) return undefined
  window.pictured = print
  const png = await picture(window.page, window.secrets, window.covered)
  if (!png) return undefined
  const shot = { label: window.secrets.clean(label), png }
  window.screenshots.push(shot)
  return shot
}

/** The problem with a window: what was wanted, what the page has instead, and what it looks like. */
export async function problemOf(window: Window, sentence: string, step?: number): Promise<StepProblem> {
  const { page, secrets, traffic, gone } = window
  if (gone)
    return new StepProblem(
      secrets.clean(`${sentence} The window is gone: ${gone}.`),
      step === undefined ? {} : { step },
    )
  const summary = await summaryOf(page, secrets.clean)
  const screenshot = await keepPicture(
    window,
    step === undefined ? 'where it ended' : `where step ${step} did not match`,
  )
  const answered =
    traffic.status !== undefined && traffic.status >= 400 ? ` It was answered with ${traffic.status}.` : ''
  const told = summary ? ` ${summaryWords(summary)}` : ' The page does not tell what it has.'
  return new StepProblem(secrets.clean(`${sentence}${answered}${told}`), {
    ...(step !== undefined && { step }),
    ...(summary && { page: summary }),
    ...(screenshot && { screenshot }),
  })
}

/** An address without its parameters, which may hold codes. */
export function placeOf(url: string): string {
  const { origin, pathname } = new URL(url)
  return origin === 'null' ? 'a page without address' : `${origin}${pathname.slice(0, 200)}`
}

/** Notices when a window can show nothing any more. */
export function watchEnd(window: Window): void {
  const end = (why: string) => () => {
    window.gone ??= why
    window.bell.ring()
  }
  window.page.on('crash', end('its page crashed, perhaps for want of memory'))
  window.page.on('close', end('it was closed'))
}

/** Does what a human would do with what comes up in between. */
export function dismissSurprises({ page }: Window): void {
  page.on('dialog', (dialog) => {
    // Not to be left is the only question to which yes is the quiet answer.
    const answer = dialog.type() === 'beforeunload' ? dialog.accept() : dialog.dismiss()
    void within(1_000, answer, undefined)
  })
  page.context().on('page', (other) => {
    if (other !== page) void within(1_000, other.close(), undefined)
  })
}
