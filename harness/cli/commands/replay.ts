import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compareEvidence } from '../../../reports/replay.js'
import { counted, moment, visible } from '../../../reports/text.js'
import { checkWords } from '../../../reports/words.js'
import { ConfigError, HarnessError } from '../../contracts/errors.js'
import type { Evidence } from '../../contracts/evidence.js'
import type { CheckResult, CheckVerdict } from '../../contracts/results.js'
import { findResults, type KeptResults } from '../../evidence/read-results.js'
import { readEvidence } from '../../evidence/store.js'
import { didYouMean } from '../../target/file/spelling.js'
import { referenceName } from '../../target/reference-target.js'
import { exitCodes } from '../complain.js'
import type { TargetSelection } from '../targets.js'
import { certify } from './certify.js'

/** Flags of `assay replay`: where the earlier results are, and the target as `assay certify` takes it. */
export interface ReplayFlags extends TargetSelection {
  readonly results: string
  readonly strict: boolean
  readonly state?: string
}

/** A check as it came out at one time. */
interface Told {
  readonly check: CheckResult
  readonly evidence: Evidence
}

/**
 * Runs one check of an earlier run again, with fresh assertions, and prints what differs from then.
 * @returns exit code 0 where it is judged and does not fail now, 1 where it fails, 2 where it could not be judged.
 * @throws ConfigError where there is no earlier evidence of it, or the target cannot be run.
 */
export async function replay(id: string, flags: ReplayFlags): Promise<number> {
  const earlier = earlierResults(flags.results)
  const before = withEvidence(earlier, id)
  if (before.length === 0) throw missing(id, earlier)
  const out = mkdtempSync(join(tmpdir(), 'assay-replay-'))
  try {
    const code = await certify({
      ...theSame(flags, before),
      profile: 'deep',
      only: [id],
      out,
      json: false,
      silent: true,
    })
    if (code === exitCodes.interrupted) return code
    const kept = findResults(out)
    if (!kept) throw new HarnessError('The check was run again and left no results.')
    const now = withEvidence(kept, id)
    const pairs = now.flatMap((is) =>
      before.filter((was) => isSame(was.check, is.check, before, now)).map((was) => [was, is] as const),
    )
    if (pairs.length === 0) throw elsewhere(id, before, kept)
    process.stdout.write(`${pairs.map(([was, is]) => told(was, is)).join('\n\n')}\n`)
    return codeOf(now.map(({ check }) => check.verdict))
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
}

/**
 * Without a target the reference participants are meant, of those roles that the check was run for.
 * @throws ConfigError where it was run against others: that a reference passes says nothing of these.
 */
function theSame(flags: ReplayFlags, before: readonly Told[]): ReplayFlags {
  if ([flags.config, flags.target, flags.reference].some((flag) => flag !== undefined)) return flags
  const others = before.flatMap(({ check }) => (isReference(check) ? [] : [check.target]))
  if (others.length > 0)
    throw new ConfigError(
      `These results are of ${[...new Set(others)].join(', ')}: name its target file with --config, or its URL with --target and --role.`,
    )
  return { ...flags, reference: [...new Set(before.map(({ check }) => check.role))] }
}

const isReference = ({ target, role }: CheckResult): boolean => target === referenceName(role)

function earlierResults(path: string): KeptResults {
  const kept = findResults(path)
  if (!kept) throw new ConfigError(`${path} holds no results: name the report folder of an earlier run with --results.`)
  return kept
}

const withEvidence = ({ results, folder }: KeptResults, id: string): readonly Told[] =>
  results.checks
    .filter((check) => check.id === id)
    .flatMap((check) => {
      const evidence = check.evidence === undefined ? undefined : readEvidence(folder, check.evidence)
      return Array.isArray(evidence?.facts) && Array.isArray(evidence.messages) ? [{ check, evidence }] : []
    })

/**
 * The same target and role; where the target has another name now, the role alone, as long as there is one of it. A
 * reference is none of these.
 */
function isSame(was: CheckResult, is: CheckResult, before: readonly Told[], now: readonly Told[]): boolean {
  if (was.role !== is.role) return false
  if (was.target === is.target) return true
  if (isReference(was) !== isReference(is)) return false
  return [before, now].every((all) => all.filter(({ check }) => check.role === is.role).length === 1)
}

function missing(id: string, { results, file }: KeptResults): ConfigError {
  const known = results.checks.filter(({ evidence }) => evidence !== undefined).map((check) => check.id)
  return new ConfigError(
    `${file} holds no evidence of a check ${JSON.stringify(id)}.${didYouMean(id, [...new Set(known)])} Name a check that was run then, or other results with --results.`,
  )
}

function elsewhere(id: string, before: readonly Told[], { results }: KeptResults): ConfigError {
  const then = before.map(({ check }) => `${check.target} as ${check.role}`)
  const now = results.targets.flatMap(({ name, roles }) => roles.map(({ role }) => `${name} as ${role}`))
  return new ConfigError(
    `${id} was run against ${then.join(', ')} then; ${now.join(', ')} is another: name that target with --config or --target.`,
  )
}

/** Three lines each. What passes now and failed then is also played in forms of messages that were not sent then. */
const mostDifferences = 13

function told(was: Told, is: Told): string {
  const { id, target, role } = is.check
  const line = (when: string, { check, evidence }: Told) =>
    `  ${when}  ${checkWords[check.verdict].word} (${moment(evidence.startedAt)}): ${check.reason ?? ''}`
  const differences = compareEvidence(was.evidence, is.evidence)
  const more = differences.length - mostDifferences
  return [
    `${id} of ${target} as ${role}${was.check.target === target ? '' : ` (then ${was.check.target})`}`,
    line('then', was),
    line('now ', is),
    ...differences
      .slice(0, mostDifferences)
      .flatMap(({ place, before, now }) => [`  ${place}`, `    then  ${before ?? '–'}`, `    now   ${now ?? '–'}`]),
    ...(more > 0 ? [`  … and ${counted(more, 'more difference')}`] : []),
    ...(differences.length === 0 ? ['  Nothing differs but names, times and keys.'] : []),
  ]
    .map((text) => visible(text).replace(/[\n\t]/g, ' '))
    .join('\n')
}

function codeOf(verdicts: readonly CheckVerdict[]): number {
  if (verdicts.some((verdict) => verdict === 'fail' || verdict === 'waived')) return 1
  return verdicts.every((verdict) => verdict === 'pass' || verdict === 'finding') ? 0 : 2
}
