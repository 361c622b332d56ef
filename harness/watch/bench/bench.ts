import { ConfigError } from '../../contracts/errors.js'
import { type Asked, formOf } from './forms.js'
import type { HandWork } from './work.js'

/** What is done with a message that is made by hand. */
export type Act = 'mint' | 'send'

/** One message at a time, made by hand while no round goes on. */
export interface Bench {
  /**
   * Mints a message, or sends it, and returns a page about it.
   * @throws ConfigError, with a sentence, where that cannot be done now, or not with this message.
   */
  work(act: Act, asked: Asked): Promise<string>
  /**
   * Plays a round once the bench is at rest; what is made by hand would stand among what the target is judged by. A
   * message that hangs is given up.
   */
  during<T>(play: () => Promise<T>): Promise<T>
}

/** How long a round waits for a message that was sent by hand, milliseconds. */
const graceMs = 500

/** A bench at which nothing was done yet. */
export function openBench(work: HandWork): Bench {
  let busy: { readonly done: Promise<unknown>; readonly stop: AbortController } | undefined
  let rounds = 0
  return {
    async work(act, asked) {
      const form = formOf(asked)
      if (rounds > 0) throw new ConfigError('A round goes on: the workbench waits until it is over.')
      if (busy) throw new ConfigError('The workbench is at work: one message at a time.')
      const stop = new AbortController()
      const done = work(act, form, stop.signal)
      busy = { done: done.catch(() => undefined), stop }
      try {
        return await done
      } finally {
        busy = undefined
      }
    },
    async during(play) {
      rounds += 1
      try {
        if (busy) await atRest(busy)
        return await play()
      } finally {
        rounds -= 1
      }
    },
  }
}

async function atRest({ done, stop }: { readonly done: Promise<unknown>; readonly stop: AbortController }) {
  const late = setTimeout(
    () => stop.abort(new ConfigError('A round began before the answer came: send it again once that is over.')),
    graceMs,
  )
  await done
  clearTimeout(late)
}
