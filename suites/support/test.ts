import { test as base } from '@playwright/test'
import type { Client, Judge, Lab, TargetUnderTest } from '../../harness/check/types.js'
import type { Coverage } from './row.js'

/** What a check is handed. */
export interface Fixtures {
  readonly client: Client
  readonly judge: Judge
  readonly lab: Lab
  readonly target: TargetUnderTest
}

/** Annotations that carry what a check covers into reporters and results. */
export const covers = (coverage: Coverage) => ({ annotation: [{ type: 'check', description: JSON.stringify(coverage) }] })

/** Playwright's `test` with Assay's fixtures. */
export const test = base.extend<Fixtures>({})
