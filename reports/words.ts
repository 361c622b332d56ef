import type { CheckVerdict, RequirementResult, RoleVerdict } from '../harness/contracts/results.js'
import { count } from './text.js'

/** How a verdict is shown: colour and mark. */
export type Tone = 'pass' | 'fail' | 'warn' | 'none'

/** Verdicts of a role in words for people. */
export const roleWords: Readonly<Record<RoleVerdict, { readonly word: string; readonly tone: Tone }>> = {
  certified: { word: 'Certified', tone: 'pass' },
  'certified-with-findings': { word: 'Certified with findings', tone: 'pass' },
  'not-certified': { word: 'Not certified', tone: 'fail' },
  'not-fully-verified': { word: 'Not fully verified', tone: 'warn' },
}

/** Verdicts of a check in words for people; `one` and `many` follow a number. */
export const checkWords: Readonly<
  Record<CheckVerdict, { readonly word: string; readonly one: string; readonly many: string; readonly tone: Tone }>
> = {
  pass: { word: 'Pass', one: 'passed', many: 'passed', tone: 'pass' },
  fail: { word: 'Fail', one: 'failed', many: 'failed', tone: 'fail' },
  finding: { word: 'Finding', one: 'finding', many: 'findings', tone: 'warn' },
  inconclusive: { word: 'Inconclusive', one: 'inconclusive', many: 'inconclusive', tone: 'warn' },
  'not-testable': { word: 'Not testable', one: 'not testable', many: 'not testable', tone: 'none' },
  'not-applicable': { word: 'Not applicable', one: 'not applicable', many: 'not applicable', tone: 'none' },
  disabled: { word: 'Disabled', one: 'disabled', many: 'disabled', tone: 'none' },
  'harness-error': { word: 'Error of Assay', one: 'error of Assay', many: 'errors of Assay', tone: 'warn' },
  waived: { word: 'Fails, waived', one: 'waived', many: 'waived', tone: 'fail' },
}

/** Verdict of a requirement in words; one without any check is `Not tested`, whatever stands in the results. */
export function requirementWord(row: RequirementResult): { readonly word: string; readonly tone: Tone } {
  return row.checks.length === 0 && row.verdict !== 'not-applicable'
    ? { word: 'Not tested', tone: 'none' }
    : checkWords[row.verdict]
}

/** From worst to best; what stands first decides what a reader sees first. */
export const verdictOrder: readonly CheckVerdict[] = [
  'fail',
  'waived',
  'harness-error',
  'inconclusive',
  'finding',
  'not-testable',
  'disabled',
  'not-applicable',
  'pass',
]

/** Verdicts that say nothing about the target although something was to be tested. */
export const silent: ReadonlySet<CheckVerdict> = new Set([
  'inconclusive',
  'not-testable',
  'disabled',
  'harness-error',
] as const)

/** Number and verdict for people: `3 passed`, `1 finding`. */
export function tallied(verdict: CheckVerdict, number: number): string {
  const { one, many } = checkWords[verdict]
  return `${count(number)} ${number === 1 ? one : many}`
}
