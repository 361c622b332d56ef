import { within } from '../bounds.js'
import { isBusy, type Window } from './window.js'

/** Longest wait for a page to tell of itself, milliseconds. */
const patienceMs = 1_000

// A text since the harness is compiled without the names of a browser.
const script = `document.readyState === 'complete' &&
  !document.querySelector('script, iframe, frame, object, embed, svg, meta[http-equiv], [onload], [onerror]')`

/** Whether a page is complete and holds nothing that could change it: only a human can make it show anything else. */
export async function isInert(window: Window): Promise<boolean> {
  if (isBusy(window) || window.traffic.refreshes) return false
  const inert: unknown = await within(patienceMs, window.page.evaluate<unknown>(script), false)
  return inert === true && !isBusy(window)
}
