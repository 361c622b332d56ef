import type { Fixtures } from '../support/test.js'

/** Longest declared cache of evidence that a run waits for, seconds. */
const longestWait = 30

/** For how many seconds the target declares to go by evidence; ends the check where no run waits for so long. */
export function declaredCache({ judge, target }: Pick<Fixtures, 'judge' | 'target'>): number {
  const { evidenceCacheSeconds: seconds } = target.clock
  if (seconds > longestWait)
    judge.notApplicable(`The target declares that it goes by evidence for ${seconds} s, more than a run waits for.`)
  return seconds
}
