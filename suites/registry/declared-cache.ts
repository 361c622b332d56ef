import type { Fixtures } from '../support/test.js'

/** Longest declared cache of the registry that a run waits for, seconds. */
export const longestWait = 120

/** Seconds of the cache that the target declares; ends the check where no run waits for so long. */
export function declaredCache({ judge, target }: Pick<Fixtures, 'judge' | 'target'>): number {
  const { registryCacheSeconds: seconds } = target.clock
  if (seconds > longestWait)
    judge.notApplicable(`The target declares a cache of ${seconds} s, more than a run waits for.`)
  return seconds
}
