import { AsyncLocalStorage } from 'node:async_hooks'
import type { Coverage } from './coverage.js'
import type { RunningCheck } from './running-check.js'

/** What a check does with its tools. */
export type CheckBody = (tools: RunningCheck) => Promise<void> | void

/** A check as its file registers it. */
export interface RegisteredCheck {
  readonly title: string
  readonly coverage: Coverage
  readonly body: CheckBody
  /** Bound of the check, milliseconds; where its file sets none, the runner's own. */
  readonly timeoutMs?: number
}

/** A check under way, as far as its body can reach it. */
export interface Attempt {
  /** @param ms Bound of the whole check from its start. */
  setTimeout(ms: number): void
}

/** What a file of checks calls; Playwright's `test` has the same shape. */
export interface Register {
  (title: string, details: { annotation: { type: string; description: string }[] }, body: CheckBody): void
  setTimeout(ms: number): void
  readonly describe: { configure(options: { readonly timeout: number }): void }
}

let collected: RegisteredCheck[] | undefined
let fileTimeoutMs: number | undefined

/** The check whose body, or whatever that left behind, is running. */
export const currentAttempt = new AsyncLocalStorage<Attempt>()

/** Whether this process collects checks by itself; elsewhere they are Playwright's. */
export const collecting = (): boolean => collected !== undefined

/**
 * The checks that a file registers while it is loaded.
 * @param load Imports the file, which nobody has imported before.
 */
export async function collect(load: () => Promise<unknown>): Promise<readonly RegisteredCheck[]> {
  const own: RegisteredCheck[] = []
  collected = own
  fileTimeoutMs = undefined
  await load()
  return own
}

/** Takes a check of the file that is being loaded. */
export function register(check: Omit<RegisteredCheck, 'timeoutMs'>): void {
  collected?.push({ ...check, ...(fileTimeoutMs !== undefined && { timeoutMs: fileTimeoutMs }) })
}

/** Sets the bound of the checks that the file registers from here on, milliseconds. */
export const boundFile = (ms: number): void => {
  fileTimeoutMs = ms
}
