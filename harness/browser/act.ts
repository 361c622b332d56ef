import type { Locator } from '@playwright/test'
import { isPassword, type LoginStep } from '../contracts/login.js'
import { fingerprint } from './chromium/look.js'
import { isBusy, lookAgainMs, quiet, type Window } from './chromium/window.js'
import type { LoginValues } from './types.js'

/** Longest wait for an element that is there to take a click or a text, milliseconds. */
const actMs = 5_000
/** Within this time a click has begun to do something, milliseconds. */
const beginsMs = 250

/** Does what a step says with its element; `false` where the element does not take it. */
export async function act(window: Window, step: LoginStep, element: Locator, values: LoginValues): Promise<boolean> {
  if ('expect' in step) return true
  try {
    if ('fill' in step) await fill(element, textFor(step.fill.value, values))
    else await click(window, element)
    window.proven ||= isPassword(step)
    return true
  } catch {
    // What Playwright says of it may hold the text that was to be filled in.
    return false
  }
}

/** What a step fills in. */
export const textFor = (value: string, values: LoginValues): string => (isName(value) ? (values[value] ?? '') : value)

/** Whether what a step fills in is a name for it: no secret, or one that is known already. */
export const isName = (value: string): value is keyof LoginValues =>
  value === 'username' || value === 'password' || value === 'email'

async function fill(element: Locator, value: string): Promise<void> {
  const tag = await element.evaluate((one: { tagName: string }) => one.tagName, undefined, { timeout: actMs })
  if (/^select$/i.test(tag)) await element.selectOption(value, { timeout: actMs })
  else await element.fill(value, { timeout: actMs })
}

/** Clicks and waits for what follows, so that the next step does not find its element on a page that is about to go. */
async function click(window: Window, element: Locator): Promise<void> {
  const before = { page: await fingerprint(window.page), visited: window.traffic.visited.length }
  await element.click({ timeout: actMs, noWaitAfter: true })
  const end = performance.now() + beginsMs
  while (
    performance.now() < end &&
    !isBusy(window) &&
    !window.gone &&
    window.traffic.visited.length === before.visited &&
    (await fingerprint(window.page)) === before.page
  )
    await window.bell.heard(lookAgainMs / 2)
  await quiet(window)
}
