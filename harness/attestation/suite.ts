import { requirementsDigest } from '../../requirements/index.js'
import type { Results, SuiteIdentity } from '../contracts/results.js'
import { isView, resultsFile } from '../evidence/files.js'
import { buildDigest, suiteVersion } from '../run/version.js'
import type { AskedCheck } from '../runner/planning.js'
import { unlikeSuite } from './completeness.js'
import { partOf } from './digests.js'
import { beyond, type MakeViews, unlikeViews } from './views.js'

/** The Assay that verifies: what a report is compared with, beside its own evidence. */
export interface OwnSuite extends Pick<SuiteIdentity, 'version' | 'build' | 'requirementsDigest'> {
  /** Every check for every role. */
  readonly checks: readonly AskedCheck[]
  readonly views: MakeViews
}

/** The Assay that runs here, with its list of checks. */
export const ownSuite = (checks: readonly AskedCheck[], views: MakeViews): OwnSuite => ({
  version: suiteVersion(),
  build: buildDigest(),
  requirementsDigest: requirementsDigest(),
  checks,
  views,
})

/** The files of a report folder. */
interface Files {
  readonly folder: string
  readonly attested: readonly string[]
  /** Of the attested ones those that are others now. */
  readonly changed: readonly string[]
  /** What is not attested. */
  readonly added: readonly string[]
}

/** What came of a comparison with the suite. */
interface Compared {
  readonly problems: readonly string[]
  readonly unverified: readonly string[]
  /** Whether this very Assay made the report. */
  readonly own: boolean
}

/** Compares results and views with what the suite has and makes. What another Assay has otherwise is nothing against a report. */
export function compareWithSuite(results: Results, files: Files, suite: OwnSuite): Compared {
  const elsewhere = madeElsewhere(results, suite)
  const strange = strangers(results, files)
  if (elsewhere === undefined) {
    const problems = [...unlikeSuite(results, suite.checks), ...viewProblems(files, suite), ...strange]
    return { problems, unverified: beyond(results, files.attested), own: true }
  }
  const { version, requirementsDigest: digest } = results.suite
  const near = version === suite.version && digest === suite.requirementsDigest
  return {
    problems: [],
    unverified: [elsewhere, ...(near ? unlikeSuite(results, suite.checks) : []), ...strange],
    own: false,
  }
}

/** What is not verified of a report that another Assay made; nothing where this very one made it. */
function madeElsewhere({ suite }: Results, own: OwnSuite): string | undefined {
  const not = 'that no check is missing, and that the pages say what the results say, was not verified'
  if (suite.version !== own.version) return `made by Assay ${suite.version}; this is ${own.version}: ${not}`
  return suite.build === own.build && suite.requirementsDigest === own.requirementsDigest
    ? undefined
    : `made by another build of Assay ${suite.version} than this one: ${not}`
}

/** What was changed is a problem already, and so is whatever no longer follows from results that were. */
function viewProblems({ folder, attested, changed }: Files, { views }: OwnSuite): readonly string[] {
  if (changed.includes(resultsFile)) return []
  return unlikeViews(
    folder,
    attested.filter((name) => !changed.includes(name)),
    views,
  )
}

/** What could be taken for a part of the report, and is none. */
function strangers(results: Results, { attested, added }: Files): readonly string[] {
  const isPart = partOf(results)
  return [
    ...attested
      .filter((name) => !isPart(name))
      .map((name) => `${name} is attested, and no file that Assay wrote in this run`),
    ...added.filter(isView).map((name) => `${name} has the name of a page of the report, and is not attested`),
  ]
}
