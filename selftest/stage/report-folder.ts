import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { attest } from '../../harness/attestation/attest.js'
import { type OwnSuite, ownSuite } from '../../harness/attestation/suite.js'
import { publish } from '../../harness/cli/publish.js'
import type { CheckDescription } from '../../harness/contracts/evidence.js'
import type { PlannedCheck } from '../../harness/contracts/plan.js'
import type { RunFile } from '../../harness/contracts/run.js'
import { resultsFile } from '../../harness/evidence/files.js'
import { readResults } from '../../harness/evidence/read-results.js'
import { writeEvidence } from '../../harness/evidence/store.js'
import { keepResults } from '../../harness/run/finish.js'
import { viewsOf, writeReports } from '../../reports/index.js'
import { evidenceOfPair } from '../reports/evidence-sample.js'

/** A run that ended, with its plan and its evidence on the disk; its results are still to be written. */
export interface EndedRun {
  readonly run: RunFile
  readonly plan: readonly PlannedCheck[]
}

const target = 'Acme'
const role = 'ServiceProvider'

const description = (index: number): CheckDescription => ({
  id: `audience.variation-${index}`,
  title: `refuses variation ${index} of an assertion`,
  requirements: ['ASSERTION-AUD'],
  cases: ['AUD-01'],
  level: 'must',
  profile: 'quick',
  detects: [],
})

/**
 * A run of so many checks in a new temporary folder; each has a control and a message that was refused.
 * @param failing Of how many of them the message was granted.
 */
export function endedRun(checks: number, failing = 0): EndedRun {
  const out = mkdtempSync(join(tmpdir(), 'assay-report-'))
  const plan = Array.from(
    { length: checks },
    (_, index): PlannedCheck => ({
      target,
      role,
      check: description(index),
      selected: { run: true },
    }),
  )
  for (const [index, { check }] of plan.entries()) {
    const told = { ...check, target, role, durationMs: 12, verdict: 'pass' as const }
    writeEvidence(out, evidenceOfPair(told, index < failing ? 200 : 400))
  }
  return { plan, run: runIn(out) }
}

/** This Assay, had it the checks of a plan alone. */
export const suiteOf = (plan: readonly PlannedCheck[]): OwnSuite =>
  ownSuite(
    plan.map(({ role, check }) => ({ role, check, selected: { run: true } })),
    viewsOf,
  )

/** Publishes a run as another Assay would, so that no command misses the checks of the suite. @returns that Assay. */
export async function publishMadeUp({ run, plan }: EndedRun): Promise<OwnSuite> {
  await publish(run, plan, { complete: true, interrupted: false }, { secrets: [] })
  const suite = { ...suiteOf(plan), version: '9.9.9' }
  const results = readResults(join(run.out, resultsFile))
  keepResults(run.out, { ...results, suite: { ...results.suite, version: suite.version } })
  await writeReports(run.out)
  attest(run.out)
  return suite
}

/** What of a run file the results are made of. */
const runIn = (out: string): RunFile =>
  ({
    id: '0193-report',
    seed: 7,
    startedAt: '2026-11-20T12:04:00.000Z',
    profile: 'standard',
    strict: false,
    only: [],
    workers: 2,
    out,
    folder: out,
    control: { url: '', token: '' },
    steward: { url: '', token: '' },
    keys: '',
    targets: [
      {
        name: target,
        roles: [role],
        partyId: 'did:example:acme',
        baseUrl: 'http://127.0.0.1:4711',
        configDigest: 'ab'.repeat(32),
        assumptions: [],
        waivers: [],
        humans: [],
        participants: [],
      },
    ],
  }) as unknown as RunFile
