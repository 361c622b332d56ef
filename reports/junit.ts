import type { CheckResult, Results } from '../harness/contracts/results.js'
import { saysOf } from '../harness/evidence/compare.js'
import { blockedOf } from './blocked.js'
import { incompleteness } from './decision.js'
import type { EvidenceOf } from './evidence-files.js'
import { outageStory } from './outages.js'
import { policySentence } from './policy.js'
import { aboutWord, firstStory } from './story.js'
import { cut, inline, visible } from './text.js'
import { profileOf, type Unit, units } from './units.js'
import { roleWords } from './words.js'

/** How JUnit calls a verdict. Readers of JUnit know no findings: they pass, and say so in their output. */
const kinds = {
  pass: 'passed',
  finding: 'passed',
  fail: 'failure',
  inconclusive: 'error',
  'harness-error': 'error',
  'not-testable': 'skipped',
  'not-applicable': 'skipped',
  disabled: 'skipped',
  waived: 'skipped',
} as const

/** The results as JUnit XML: a suite per target and role, a case per check. */
export function junit(results: Results, evidenceOf: EvidenceOf): string {
  const suites = units(results).map((unit) => suite(unit, results, evidenceOf))
  const head = {
    name: results.suite.name,
    ...totals(results.checks),
    time: seconds(results.run.durationMs),
    timestamp: results.run.startedAt,
  }
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${attributes(head)}>\n${suites.join('')}</testsuites>\n`
}

function suite(unit: Unit, results: Results, evidenceOf: EvidenceOf): string {
  const time = unit.checks.reduce((sum, check) => sum + check.durationMs, 0)
  const properties = {
    verdict: unit.verdict,
    profile: profileOf(unit, results) ?? 'unknown',
    complete: String(results.complete),
    gate: results.gate,
    'run id': results.run.id,
    ...(results.run.seed === undefined ? {} : { seed: String(results.run.seed) }),
    requirements: results.suite.requirementsDigest,
    ...(results.policy && { policy: results.policy.name, 'policy sha256': results.policy.digest }),
  }
  const lines = Object.entries(properties).map(([name, value]) => `<property${attributes({ name, value })}/>\n`)
  const head = {
    name: `${unit.target.name} as ${unit.role}`,
    ...totals(unit.checks),
    time: seconds(time),
    timestamp: results.run.startedAt,
  }
  const said = [
    incompleteness(results),
    policySentence(results),
    ...blockedOf(unit.target),
    ...outageStory(unit.target).map(({ sentence, lastOutput }) =>
      lastOutput === '' ? sentence : `${sentence} Its last output:\n${lastOutput}`,
    ),
  ].filter((text) => text !== '')
  return `<testsuite${attributes(head)}>
<properties>\n${lines.join('')}</properties>
${unit.checks.map((check) => testcase(unit, check, evidenceOf)).join('')}<system-out>${xml(roleWords[unit.verdict].word)}</system-out>
${said.length === 0 ? '' : `<system-err>${xml(said.join('\n'))}</system-err>\n`}</testsuite>\n`
}

function totals(checks: readonly CheckResult[]) {
  const of = (kind: string) => checks.filter((check) => kinds[check.verdict] === kind).length
  return { tests: checks.length, failures: of('failure'), errors: of('error'), skipped: of('skipped') }
}

function testcase(unit: Unit, check: CheckResult, evidenceOf: EvidenceOf): string {
  const head = {
    classname: `${unit.target.name}.${unit.role}`,
    name: `${check.id}: ${check.title}`,
    time: seconds(check.durationMs),
  }
  return `<testcase${attributes(head)}>${outcome(unit, check, evidenceOf)}</testcase>\n`
}

function outcome(unit: Unit, check: CheckResult, evidenceOf: EvidenceOf): string {
  const kind = kinds[check.verdict]
  const message = reasonOf(check)
  if (kind === 'passed')
    return check.verdict === 'pass'
      ? ''
      : `<system-out>${xml(`Finding: ${detail(unit, check, evidenceOf)}`)}</system-out>`
  if (kind === 'skipped') return `<skipped${attributes({ message })}/>`
  return `<${kind}${attributes({ message, type: check.verdict })}>${xml(detail(unit, check, evidenceOf))}</${kind}>`
}

function reasonOf(check: CheckResult): string {
  const until = check.waiver?.expires === undefined ? '' : ` until ${check.waiver.expires}`
  const waived =
    check.verdict === 'waived' ? `Fails, but waived${until}: ${check.waiver?.reason ?? 'no reason given'}. ` : ''
  return `${waived}${cut(check.reason ?? check.verdict, 1000)}`
}

function detail(unit: Unit, check: CheckResult, evidenceOf: EvidenceOf): string {
  const { evidence, problem } = evidenceOf(check)
  const story = firstStory(evidence)
  const ids = saysOf(check)
  const rules = ids.map((id) => unit.requirement(id))
  const lines: readonly (readonly [string, string | undefined])[] = [
    ['Reason', check.reason],
    ...ids.map((id, index) => ['Requirement', `${id}: ${rules[index]?.text ?? ''}`] as const),
    [story ? aboutWord(story) : 'Sent', story?.sent],
    ['Expected', story?.expected],
    ['Got', story?.got],
    ...rules.map((rule) => ['Remedy', rule?.remedy] as const),
    ...(check.observations ?? []).map(
      ({ name, value, unit: of }) => ['Observed', `${name}: ${inline(value)} ${of ?? ''}`] as const,
    ),
    ['Evidence', check.evidence],
    ['Note', problem],
  ]
  return lines.flatMap(([name, text]) => (text === undefined ? [] : `${name}: ${cut(text, 1000)}`)).join('\n')
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3)
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${xml(String(value))}"`)
    .join('')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Text for XML: markup escaped, characters that XML forbids or that nobody sees as visible escapes. */
function xml(text: string): string {
  return visible(text).replace(/[&<>"']/g, (character) => entities[character] ?? '')
}
