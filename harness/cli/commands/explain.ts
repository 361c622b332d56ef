import { clauseWords } from '../../../reports/parts.js'
import { wrap } from '../../../reports/text.js'
import { cases, catalogueCase, requirement, requirements } from '../../../requirements/index.js'
import { readingsOf } from '../../../requirements/readings.js'
import type { CatalogueCase, Level, Requirement } from '../../../requirements/types.js'
import { ConfigError } from '../../contracts/errors.js'
import type { SuiteCheck } from '../../contracts/plan.js'
import { faults } from '../../faults/faults.js'
import { isNamed } from '../../run/selection.js'
import { didYouMean } from '../../target/file/spelling.js'
import { listChecks } from '../list-checks.js'
import { resultsIn, whatCameOf } from './explain-results.js'

/** Flags of `assay explain`. */
export interface ExplainFlags {
  /** Report folder of a run. */
  readonly results?: string
}

/**
 * Explains a requirement, a check or a catalogue case by its id, and what came of it in a run.
 * @returns exit code 0.
 * @throws ConfigError if nothing has that id, or the folder holds no results.
 */
export async function explain(id: string, { results }: ExplainFlags = {}): Promise<number> {
  const checks = (await listChecks()).filter(({ selected }) => selected.run)
  const rule = requirements.find((one) => one.id === id)
  const check = checks.filter((one) => one.check.id === id)
  const row = cases.find((one) => one.id === id)
  const lines = rule
    ? aboutRequirement(rule, checks)
    : check.length > 0
      ? aboutCheck(check, checks)
      : row
        ? aboutCase(row, checks)
        : undefined
  if (!lines) throw unknown(id, checks)
  const named = checks.map(({ check: one }) => one).filter((one) => isNamed(one, [id]))
  const came =
    results === undefined ? [] : whatCameOf(resultsIn(results), [...new Set(named.map((one) => one.id))], line)
  process.stdout.write(`${[...lines, ...came].join('\n')}\n`)
  return 0
}

function unknown(id: string, checks: readonly SuiteCheck[]): ConfigError {
  const known = [...requirements, ...cases, ...checks.map(({ check }) => check)].map((one) => one.id)
  return new ConfigError(
    `"${id}" is no requirement, check or case.${didYouMean(id, [...new Set(known)])} \`assay list\` shows them all.`,
  )
}

function aboutRequirement(rule: Requirement, checks: readonly SuiteCheck[]): readonly string[] {
  const own = checks.filter(({ check }) => check.requirements.includes(rule.id))
  const rows = cases.filter(({ id }) => own.some(({ check }) => check.cases.includes(id)))
  return [
    `${rule.id} (${rule.level}, ${rule.status})`,
    ...ruleLines(rule),
    ...(['receiver', 'sender'] as const).flatMap((side) => line(`as ${side}`, boundAs(rule, side))),
    ...line('why', why(rule.level, rows, own)),
    ...line('remedy', rule.remedy),
    ...Object.entries(readingsOf(rule.id)).flatMap(([name, { says }], index) =>
      line(index === 0 ? 'readings' : '', `${name}: ${says}`),
    ),
    ...checkLines(own),
    ...(own.length === 0 && rule.untested ? line('untested', rule.untested.reason) : []),
    ...line('cases', rows.map(({ id }) => id).join(', ')),
  ]
}

function aboutCheck(same: readonly SuiteCheck[], all: readonly SuiteCheck[]): readonly string[] {
  const { check } = same[0] as SuiteCheck
  const rows = check.cases.map(catalogueCase)
  const related = all.filter(
    (one) => one.check.id !== check.id && one.check.requirements.some((id) => check.requirements.includes(id)),
  )
  return [
    `${check.id} (${check.level}, ${check.profile} profile)`,
    ...line('check', check.title),
    ...line('roles', [...new Set(same.map(({ role }) => role))].join(', ')),
    ...check.requirements
      .map(requirement)
      .flatMap((rule) => [
        ...line('rule', `${rule.id}: ${rule.text}`),
        ...line('clause', clauseWords(rule.clauses)),
        ...line('remedy', rule.remedy),
      ]),
    ...line('why', why(check.level, rows, same)),
    ...line('cases', rows.map(({ id, case: what }) => `${id}: ${what}`).join('; ')),
    ...checkLines(related, 'related'),
  ]
}

function aboutCase(row: CatalogueCase, checks: readonly SuiteCheck[]): readonly string[] {
  const own = checks.filter(({ check }) => check.cases.includes(row.id))
  const rules = [...new Set(own.flatMap(({ check }) => check.requirements))].map(requirement)
  return [
    `${row.id} (${row.level})`,
    ...line('case', row.case),
    ...line('expected', row.expected),
    ...line('clause', row.basis),
    ...rules.flatMap((rule) => [...line('rule', `${rule.id}: ${rule.text}`), ...line('remedy', rule.remedy)]),
    ...line('why', why(row.level, [row], own)),
    ...line('ruling', row.ruling ?? ''),
    ...line('trap', row.trap === undefined || row.trap === 'none' ? '' : row.trap),
    ...checkLines(own),
  ]
}

const boundAs = ({ binds }: Requirement, side: 'receiver' | 'sender'): string =>
  binds
    .filter(({ as }) => as === side)
    .map(({ role }) => role)
    .join(', ')

const ruleLines = (rule: Requirement): readonly string[] => [
  ...line('rule', rule.text),
  ...line('clause', clauseWords(rule.clauses)),
]

const weight: Readonly<Record<Level, string>> = {
  must: 'It decides: a role that breaks it is not certified.',
  strict: 'It follows from the text without being stated: a finding by default, deciding under --strict.',
  should: 'It informs and never decides.',
}

/** What follows from breaking it: how heavily it weighs, what a target does then, and where others did. */
function why(level: Level, rows: readonly CatalogueCase[], checks: readonly SuiteCheck[]): string {
  const severity = ['critical', 'high', 'medium', 'low'].find((word) => rows.some((one) => one.severity.includes(word)))
  const wrong = [...new Set(checks.flatMap(({ check }) => check.detects))].map(
    (name) => (faults as Readonly<Record<string, { readonly does: string }>>)[name]?.does ?? name,
  )
  const seen = [...new Set(rows.map(({ reference }) => reference))].filter((text) => /CVE|#\d/.test(text))
  return [
    weight[level],
    severity === undefined ? '' : `Severity: ${severity}.`,
    wrong.length === 0 ? '' : `A participant that breaks it, for example, ${wrong.slice(0, 3).join('; or ')}.`,
    seen.length === 0 ? '' : `Seen elsewhere: ${seen.slice(0, 3).join('; ')}.`,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
}

function checkLines(checks: readonly SuiteCheck[], name = 'checks'): readonly string[] {
  const titles = new Map(checks.map(({ check: { id, title } }) => [id, title]))
  return [...titles].flatMap(([id, title], index) => line(index === 0 ? name : '', `${id}: ${title}`))
}

const columns = { label: 13, text: 88 }

/** A text behind a label, wrapped; nothing where there is no text. */
function line(label: string, text: string): readonly string[] {
  if (text === '') return []
  return wrap(text, columns.text).map((words, index) => `  ${(index === 0 ? label : '').padEnd(columns.label)}${words}`)
}
