import { type Browser, chromium } from '@playwright/test'
import { findChromium, noChromium } from '../../harness/browser/find.js'

/** A Chromium without a window; root gets none of its sandbox. Throws an Error where there is none. */
export function launchChromium(): Promise<Browser> {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error(noChromium())
  const isRoot = process.getuid?.() === 0
  return chromium.launch({ executablePath, args: isRoot ? ['--no-sandbox'] : [] })
}
