import { NotTestable } from '../contracts/errors.js'
import { openBrowser } from './browser.js'
import { findChromium } from './find.js'
import type { Browser } from './types.js'

/** A browser that is started when first asked for. */
export interface LazyBrowser {
  /** Absent where no Chromium was found. Throws `NotTestable` where it does not start. */
  readonly browser?: () => Promise<Browser>
  close(): Promise<void>
}

/** One browser for all that share this; it is started when one of them first asks. */
export function lazyBrowser(): LazyBrowser {
  const executable = findChromium()
  if (executable === undefined) return { close: async () => undefined }
  let started: Promise<Browser> | undefined
  return {
    browser: () => {
      started ??= openBrowser(executable)
      return started
    },
    close: async () => {
      const browser = await started?.catch(() => undefined)
      await browser?.close()
    },
  }
}

/** Whether there is a browser, and it starts. */
export async function isThere(browser: LazyBrowser['browser']): Promise<boolean> {
  try {
    return (await browser?.()) !== undefined
  } catch (error) {
    if (error instanceof NotTestable) return false
    throw error
  }
}
