import { setTimeout as sleep } from 'node:timers/promises'

/** Longest pause between two messages, seconds. */
const longestPause = 20

/**
 * Waits until something that is kept for so many seconds has ended, and keeps it in use: what ends so long after its last
 * use would never end for who comes often.
 * @param use Sends a message that makes use of it.
 */
export async function waitInUse(seconds: number, use: () => Promise<unknown>): Promise<void> {
  const end = Date.now() + (seconds + 1) * 1000
  const pauseMs = seconds > 0 ? Math.min(seconds / 3, longestPause) * 1000 : 1000
  for (;;) {
    await sleep(Math.min(pauseMs, end - Date.now()))
    if (Date.now() >= end) return
    await use()
  }
}
