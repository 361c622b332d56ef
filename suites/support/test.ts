import { annotate, type Coverage, coverageOf } from '../../harness/check/coverage.js'
import { collecting, type Register, register } from '../../harness/check/registry.js'
import type { RunningCheck } from '../../harness/check/tools.js'

/** What a check is handed. */
export type Fixtures = RunningCheck

/** Annotations that carry what a check covers into reporters and results. */
export const covers = (coverage: Coverage) => ({ annotation: [annotate(coverage)] })

const ownTest: Register = (title, { annotation }, body) =>
  register({ title, coverage: coverageOf({ title, annotations: annotation }), body })

/**
 * The one place where suites touch a runner: Assay's own, or Playwright, which is loaded only where it runs the
 * checks. The verdict of each check is computed from what its tools recorded.
 */
export const test: Register = collecting() ? ownTest : (await import('./playwright-test.js')).playwrightTest
