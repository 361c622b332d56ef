import type { CheckResult, Results } from '../harness/contracts/results.js'
import { blockedSentences } from './blocked.js'
import { causeOf } from './causes.js'
import { decidingGaps, decision, incompleteness } from './decision.js'
import type { EvidenceOf } from './evidence-files.js'
import { baselineSentence, gateSentences } from './gate.js'
import { groupBy } from './group.js'
import { lastLines, type OutageStory, outageStories } from './outages.js'
import { policySentence } from './policy.js'
import { byRequirement, checksWords, type RequirementGroup, requirementWords } from './requirement-groups.js'
import { secondLookSentence } from './second-looks.js'
import { aboutWord, firstStory } from './story.js'
import { count, cut, moment, visible } from './text.js'
import { profileOf, type Unit, units } from './units.js'
import { checkWords, roleWords, type Tone, tallied, verdictOrder } from './words.js'

/** What is shown at most per role: pages of CI jobs have a bound, 1 MiB at the smallest. */
const most = { failures: 30, gaps: 20, findings: 20, characters: 500 }

const marks: Readonly<Record<Tone, string>> = { pass: '✅', fail: '❌', warn: '⚠️', none: '➖' }

/** What a run came to, for the page of a CI job: a table of roles, then failing checks with what to do, gaps and findings. */
export function summaryMarkdown(results: Results, evidenceOf: EvidenceOf): string {
  const all = units(results)
  const incomplete = incompleteness(results)
  const secondLooks = secondLookSentence(results)
  return [
    '# Assay',
    '',
    ...(incomplete === '' ? [] : [`> **${prose(incomplete)}**`, '']),
    ...(results.policy ? [`> **${prose(policySentence(results))}**`, ''] : []),
    ...blockedSentences(results).flatMap((sentence) => [`> ${marks.warn} **${prose(sentence)}**`, '']),
    ...outageStories(results).flatMap(outage),
    ...all.flatMap((unit) => {
      const cause = causeOf(unit, results, evidenceOf)
      return cause ? [`> ${marks.fail} **${prose(`${unit.title}: ${cause.sentence}`, 2 * most.characters)}**`, ''] : []
    }),
    '| Target | Role | Verdict | Profile | Checks |',
    '|---|---|---|---|---|',
    ...all.map((unit) => row(unit, results)),
    '',
    prose(`${gateSentences(results)} ${baselineSentence(results)}`.trim(), 4 * most.characters),
    '',
    ...(secondLooks === '' ? [] : [prose(secondLooks), '']),
    ...all.flatMap((unit) => details(unit, results, evidenceOf)),
    prose(
      `${results.suite.name} ${results.suite.version}, run ${results.run.id}, ${moment(results.run.finishedAt)}, requirements ${results.suite.requirementsDigest.slice(0, 12)}.`,
    ),
    '',
  ].join('\n')
}

/** A target that was gone is said before all verdicts. */
const outage = ({ sentence, lastOutput }: OutageStory): readonly string[] => [
  `> ${marks.warn} **${prose(sentence)}**`,
  ...(lastOutput === '' ? [] : ['>', '> Its last output:']),
  ...lastLines(lastOutput).map((line) => `> - ${prose(line)}`),
  '',
]

function row(unit: Unit, results: Results): string {
  const { word, tone } = roleWords[unit.verdict]
  const tally = verdictOrder.flatMap((verdict) => {
    const number = unit.checks.filter((check) => check.verdict === verdict).length
    return number === 0 ? [] : [tallied(verdict, number)]
  })
  const cells = [
    unit.target.name,
    unit.role,
    `${marks[tone]} ${word}`,
    profileOf(unit, results) ?? '',
    tally.join(', '),
  ]
  return `| ${cells.map((cell) => prose(cell)).join(' | ')} |`
}

function details(unit: Unit, results: Results, evidenceOf: EvidenceOf): readonly string[] {
  const having = (...verdicts: readonly string[]) => unit.checks.filter((check) => verdicts.includes(check.verdict))
  const failing = byRequirement(unit, having('fail', 'waived'))
  const findings = byRequirement(unit, having('finding'))
  const gaps = [...groupBy(decidingGaps(unit, results), (check) => `${check.verdict}\n${check.reason ?? ''}`).values()]
  return [
    `## ${prose(unit.title)}`,
    '',
    prose(decision(unit, results).join(' '), 4 * most.characters),
    '',
    ...failing.slice(0, most.failures).flatMap((group) => failure(group, evidenceOf)),
    ...rest(failing.length - most.failures, 'broken requirements'),
    ...gaps.slice(0, most.gaps).map(gap),
    ...rest(gaps.length - most.gaps, 'reasons'),
    ...findings.slice(0, most.findings).flatMap(finding),
    ...rest(findings.length - most.findings, 'requirements with findings'),
    '',
  ]
}

const rest = (number: number, what: string): readonly string[] =>
  number > 0 ? [`- … and ${count(number)} more ${what}, see the report.`] : []

function failure(group: RequirementGroup, evidenceOf: EvidenceOf): readonly string[] {
  const [check] = group.checks
  if (check === undefined) return []
  const { evidence, problem } = evidenceOf(check)
  const story = firstStory(evidence)
  const line = (name: string, text: string | undefined) =>
    text === undefined || text === '' ? [] : [`  - ${name}: ${prose(text)}`]
  return [
    title(check, group),
    ...line('check', checksWords(group)),
    ...line(story ? aboutWord(story).toLowerCase() : 'sent', story?.sent),
    ...line('expected', story?.expected),
    ...line('got', story?.got ?? check.reason),
    ...line('remedy', group.row?.remedy),
    ...line('evidence', check.evidence),
    ...line('note', problem),
  ]
}

function gap(group: readonly CheckResult[]): string {
  const [first] = group
  const ids = group.slice(0, 4).map((check) => check.id)
  const more = group.length > ids.length ? ` and ${count(group.length - ids.length)} more` : ''
  const { word, tone } = checkWords[first?.verdict ?? 'inconclusive']
  return `- ${marks[tone]} **${word}** ${prose(`${ids.join(', ')}${more}: ${first?.reason ?? 'no reason was recorded'}`)}`
}

function finding(group: RequirementGroup): readonly string[] {
  const [check] = group.checks
  if (check === undefined) return []
  return [`${title(check, group)}: ${prose(`${checksWords(group)}: ${check.reason ?? ''}`)}`]
}

function title(check: CheckResult, group: RequirementGroup): string {
  const { word, tone } = checkWords[check.verdict]
  return `- ${marks[tone]} **${word}** ${prose(requirementWords(group))}`
}

/** Text that stays text: whatever Markdown, HTML or an automatic link could be made of is a character reference. On one line. */
export const prose = (text: string, limit = most.characters): string =>
  visible(cut(text, limit))
    .replace(/\s+/g, ' ')
    .replace(special, (found) => `${found.slice(0, -1)}&#${found.codePointAt(found.length - 1)};`)

/** What would become a link is broken at its last character; everything else is a single one. */
const special = /\bwww\.|:\/\/|[^\p{L}\p{N}\p{M}\p{Extended_Pictographic} .,;:'"’“”‹›…–()/=+%?-]/giu
