import type { CheckVerdict, RequirementResult, RoleVerdict } from '../harness/evidence/results-types.js'

/** How a verdict is shown: colour and mark. */
export type Tone = 'pass' | 'fail' | 'warn' | 'none'

/** Verdicts of a role in words for people. */
export const roleWords: Readonly<Record<RoleVerdict, { readonly word: string; readonly tone: Tone }>> = {
  certified: { word: 'Certified', tone: 'pass' },
  'certified-with-findings': { word: 'Certified with findings', tone: 'pass' },
  'not-certified': { word: 'Not certified', tone: 'fail' },
  'not-fully-verified': { word: 'Not fully verified', tone: 'warn' },
}

/** Verdicts of a check in words for people; `counted` follows a number. */
export const checkWords: Readonly<
  Record<CheckVerdict, { readonly word: string; readonly counted: string; readonly tone: Tone }>
> = {
  pass: { word: 'Pass', counted: 'passed', tone: 'pass' },
  fail: { word: 'Fail', counted: 'failed', tone: 'fail' },
  finding: { word: 'Finding', counted: 'findings', tone: 'warn' },
  inconclusive: { word: 'Inconclusive', counted: 'inconclusive', tone: 'warn' },
  'not-testable': { word: 'Not testable', counted: 'not testable', tone: 'none' },
  'not-applicable': { word: 'Not applicable', counted: 'not applicable', tone: 'none' },
  disabled: { word: 'Disabled', counted: 'disabled', tone: 'none' },
  'harness-error': { word: 'Error of Assay', counted: 'errors of Assay', tone: 'warn' },
  waived: { word: 'Fails, waived', counted: 'waived', tone: 'fail' },
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
