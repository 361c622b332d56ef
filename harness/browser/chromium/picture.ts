import type { Locator, Page } from '@playwright/test'
import { within } from '../bounds.js'
import type { Secrets } from '../secrets.js'
import { framesOf, textOf } from './look.js'

/** Longest wait for a picture, milliseconds. */
const patienceMs = 5_000

/**
 * What the window shows, as PNG, with password fields painted over; `undefined` where a page shows a secret as text.
 * @param covered Further fields to be painted over.
 */
export async function picture(
  page: Page,
  secrets: Secrets,
  covered: readonly Locator[] = [],
): Promise<Buffer | undefined> {
  if (await tells(page, secrets)) return undefined
  const mask = [...framesOf(page).map((frame) => frame.locator('input[type=password]')), ...covered]
  const png = await within(patienceMs, page.screenshot({ mask, maskColor: '#808080', timeout: patienceMs }), undefined)
  // Looked at again: the page may have shown it in between.
  return png && !(await tells(page, secrets)) ? png : undefined
}

async function tells(page: Page, secrets: Secrets): Promise<boolean> {
  const text = await textOf(page)
  return text === undefined || secrets.areIn(text)
}
