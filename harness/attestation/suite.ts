import { requirementsDigest } from '../../requirements/index.js'
import type { Results, SuiteIdentity } from '../contracts/results.js'
import { buildDigest, suiteVersion } from '../run/version.js'
import type { AskedCheck } from '../runner/planning.js'

/** The Assay that verifies: what a report is compared with, beside its own evidence. */
export interface OwnSuite extends Pick<SuiteIdentity, 'version' | 'build' | 'requirementsDigest'> {
  /** Every check for every role. */
  readonly checks: readonly AskedCheck[]
}

/** The Assay that runs here, with its list of checks. */
export const ownSuite = (checks: readonly AskedCheck[]): OwnSuite => ({
  version: suiteVersion(),
  build: buildDigest(),
  requirementsDigest: requirementsDigest(),
  checks,
})

/** What is not verified of a report that another Assay made; nothing where this very one made it. */
export function madeElsewhere({ suite }: Results, own: OwnSuite): string | undefined {
  const not = `that no check is missing, and that the pages say what the results say, was not verified`
  if (suite.version !== own.version) return `made by Assay ${suite.version}; this is ${own.version}: ${not}`
  return suite.build === own.build && suite.requirementsDigest === own.requirementsDigest
    ? undefined
    : `made by another build of Assay ${suite.version} than this one: ${not}`
}
