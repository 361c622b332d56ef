import type { Screenshot } from '../browser/types.js'
import type { Fact, RecordedMessage } from '../contracts/evidence.js'

/** Collects what a check establishes, in order. */
export interface Recorder {
  readonly facts: readonly Fact[]
  readonly messages: readonly RecordedMessage[]
  fact(fact: Fact): void
  /** Returns the index by which facts refer to the message. */
  message(message: RecordedMessage): number
  /** Access tokens that came back, and what was given: never written anywhere. */
  readonly secrets: string[]
  /** What the browser showed, in order. */
  readonly screenshots: Screenshot[]
  /** The judge ended the check on purpose: what the runner caught is no surprise. */
  ended: boolean
}

/** A recorder for one check. @param given Secrets that a target may repeat. */
export function createRecorder(given: readonly string[] = []): Recorder {
  const facts: Fact[] = []
  const messages: RecordedMessage[] = []
  return {
    facts,
    messages,
    secrets: [...given],
    screenshots: [],
    ended: false,
    fact: (fact) => void facts.push(fact),
    message: (message) => messages.push(message) - 1,
  }
}
