import { currentAttempt } from '../check/registry.js'

/** Errors that nobody caught, while checks run in this process. */
export interface StrayErrors {
  /** The first that belongs to no check: our own, so that no check can be judged any more. */
  ofHarness(): Error | undefined
  close(): void
}

/** Hands each such error to the check whose body left it behind. */
export function watchStrayErrors(): StrayErrors {
  let own: Error | undefined
  const take = (error: unknown): void => {
    const attempt = currentAttempt.getStore()
    if (attempt) attempt.stray(error)
    else own ??= error instanceof Error ? error : new Error(String(error))
  }
  process.on('unhandledRejection', take)
  process.on('uncaughtException', take)
  return {
    ofHarness: () => own,
    close() {
      process.off('unhandledRejection', take)
      process.off('uncaughtException', take)
    },
  }
}
