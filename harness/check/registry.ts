import { AsyncLocalStorage } from 'node:async_hooks'
import { HarnessError } from '../contracts/errors.js'
import type { Coverage } from './coverage.js'
import type { RunningCheck } from './tools.js'

/** What a check does with its tools. */
export type CheckBody = (tools: RunningCheck) => Promise<void> | void

/** A check as its file registers it. */
export interface RegisteredCheck {
  readonly title: string
  readonly coverage: Coverage
  readonly body: CheckBody
}

/** A check under way, as far as what it left behind is traced to it. */
export interface Attempt {
  /** Something that the check left behind went wrong: that is its error. */
  stray(error: unknown): void
}

/** What a file of checks calls; Playwright's `test` has the same shape. */
export type Register = (
  title: string,
  details: { annotation: { type: string; description: string }[] },
  body: CheckBody,
) => void

let collected: RegisteredCheck[] | undefined

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
  await load()
  return own
}

/**
 * Takes a check of the file that is being loaded.
 * @throws HarnessError where another one there has its title: Playwright takes each once.
 */
export function register(check: RegisteredCheck): void {
  if (collected?.some(({ title }) => title === check.title))
    throw new HarnessError(`Two checks of one file have the title "${check.title}".`)
  collected?.push(check)
}
