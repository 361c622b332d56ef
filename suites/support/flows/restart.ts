import type { Fixtures } from '../test.js'

/** What has the target restarted; ends the check where nothing does. */
export const restartOf = ({ judge, target }: Pick<Fixtures, 'judge' | 'target'>): (() => Promise<void>) =>
  target.restart ?? judge.notApplicable('The target file has neither launch nor restart.')
