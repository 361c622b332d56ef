import { dirname } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import picocolors from 'picocolors'
import type { CheckResult, Results } from '../harness/contracts/results.js'
import { blockedSentences } from './blocked.js'
import { causeOf } from './causes.js'
import { decidingGaps, decision, incompleteness } from './decision.js'
import type { EvidenceOf } from './evidence-files.js'
import { baselineSentence, gateSentences, partialGateSentences } from './gate.js'
import { groupBy } from './group.js'
import { lastLines, type OutageStory, outageStories } from './outages.js'
import { isPartial, partialLine } from './partial.js'
import { policySentence } from './policy.js'
import { byRequirement, checksWords, type RequirementGroup, requirementWords } from './requirement-groups.js'
import { secondLookSentence } from './second-looks.js'
import { aboutWord, firstStory } from './story.js'
import { count, counted, cut, visible, wrap } from './text.js'
import { type Unit, units } from './units.js'
import { checkWords, roleWords, type Tone, tallied, verdictOrder } from './words.js'

/** How the summary is set. `width` in columns; `where` names the report for the last line. */
export interface SummaryOptions {
  readonly colour?: boolean
  readonly width?: number
  readonly where?: string
}

type Colours = ReturnType<typeof picocolors.createColors>

/** Groups at most that are shown of what failed, of what says nothing, and of findings. */
const mostGroups = 10
const marks: Readonly<Record<Tone, string>> = { pass: '✓', fail: '✕', warn: '!', none: '–' }

/** What a run came to, for the terminal: failing checks and findings first, verdicts of roles last, no control characters. */
export function summary(results: Results, evidenceOf: EvidenceOf, options: SummaryOptions = {}): string {
  const colours = picocolors.createColors(options.colour === true)
  const folder = options.where === undefined ? 'REPORT-FOLDER' : dirname(options.where)
  const setting = { colours, width: Math.min(options.width ?? 96, 100), evidenceOf, folder }
  const all = units(results)
  const incomplete = incompleteness(results)
  return [
    ...blockedSentences(results).flatMap((sentence) => [
      ...block('', sentence, setting).map((line) => colours.yellow(line)),
      '',
    ]),
    ...all.flatMap((unit) => {
      const cause = causeOf(unit, results, evidenceOf)
      return cause
        ? [...block('', `${unit.title}: ${cause.sentence}`, setting).map((line) => colours.red(line)), '']
        : []
    }),
    ...all.flatMap((unit) => details(unit, results, setting)),
    ...(isPartial(results) ? [] : all.flatMap((unit) => verdict(unit, results, setting))),
    ...outageStories(results).flatMap((story) => outage(story, setting)),
    ...(incomplete === ''
      ? []
      : [...block('', incomplete, setting).map((line) => colours.red(colours.bold(line))), '']),
    ...[
      policySentence(results),
      secondLookSentence(results),
      (isPartial(results) ? partialGateSentences : gateSentences)(results),
      baselineSentence(results),
    ].flatMap((text) => (text === '' ? [] : block('', text, setting))),
    '',
    ...(options.where === undefined ? [] : [`Report: ${plain(options.where)}`]),
    ...(isPartial(results) ? ['', plain(partialLine(results))] : ['']),
  ].join('\n')
}

interface Setting {
  readonly colours: Colours
  readonly width: number
  readonly evidenceOf: EvidenceOf
  /** Where the report lies. */
  readonly folder: string
}

/** A target that was gone is said whatever the verdict. */
const outage = ({ sentence, lastOutput }: OutageStory, setting: Setting): readonly string[] => [
  ...block('', sentence, setting).map((line) => setting.colours.yellow(line)),
  ...(lastOutput === '' ? [] : ['Its last output:']),
  ...lastLines(lastOutput).map((line) => `  ${plain(line)}`),
]

function details(unit: Unit, results: Results, setting: Setting): readonly string[] {
  const having = (...verdicts: readonly string[]) => unit.checks.filter((check) => verdicts.includes(check.verdict))
  const failing = byRequirement(unit, having('fail', 'waived'))
  const findings = byRequirement(unit, having('finding'))
  const gaps = [...groupBy(gapsOf(unit, results), (check) => `${check.verdict}\n${check.reason ?? ''}`).values()]
  if (failing.length + findings.length + gaps.length === 0) return []
  return [
    setting.colours.bold(plain(unit.title)),
    '',
    ...failing.slice(0, mostGroups).flatMap((group) => failure(group, setting)),
    ...rest(failing.slice(mostGroups), 'broken requirements', setting),
    ...gaps.slice(0, mostGroups).flatMap((group) => gap(group, setting)),
    ...(gaps.length > mostGroups
      ? [`  … and ${counted(gaps.length - mostGroups, 'more reason')}, see the report`]
      : []),
    ...findings.slice(0, mostGroups).flatMap((group) => finding(group, setting)),
    ...rest(findings.slice(mostGroups), 'requirements with findings', setting),
    '',
  ]
}

/** What decides and was not judged; of a partial run only what it was asked for. */
const gapsOf = (unit: Unit, results: Results): readonly CheckResult[] =>
  decidingGaps(unit, results).filter(({ verdict }) => !isPartial(results) || verdict !== 'disabled')

/** That there are more groups, and how to see one. */
function rest(more: readonly RequirementGroup[], what: string, setting: Setting): readonly string[] {
  const [next] = more
  if (next === undefined) return []
  return [`  … and ${count(more.length)} more (${what}), see the report, or: ${showing(next, setting)}`, '']
}

/** The command that shows every check of a group. */
const showing = ({ id }: RequirementGroup, { folder }: Setting): string =>
  plain(`assay explain ${id} --results ${folder}`)

/** One check by itself, in a line. */
export function checkLine(check: CheckResult, { colour = false }: SummaryOptions = {}): string {
  const colours = picocolors.createColors(colour)
  const { word, tone } = checkWords[check.verdict]
  const paint = { pass: colours.green, fail: colours.red, warn: colours.yellow, none: colours.dim }[tone]
  return `${paint(`  ${marks[tone]} ${word}`)}  ${plain(check.title)}  ${colours.dim(`[${plain(check.id)}]`)}`
}

/** What went wrong with one check: what was sent, expected and came, and the remedy of each of its requirements. */
export function checkLines(
  check: CheckResult,
  remedies: readonly string[],
  evidenceOf: EvidenceOf,
  { colour = false, width = 96 }: SummaryOptions = {},
): readonly string[] {
  return told(check, remedies, { colours: picocolors.createColors(colour), width, evidenceOf })
}

function told(
  check: CheckResult,
  remedies: readonly (string | undefined)[],
  setting: Omit<Setting, 'folder'>,
): readonly string[] {
  const { evidence, problem } = setting.evidenceOf(check)
  const story = firstStory(evidence)
  const line = (name: string, text: string | undefined) =>
    text === undefined || text === '' ? [] : block(`    ${name.padEnd(12)} `, text, setting)
  return [
    ...line(story ? aboutWord(story).toLowerCase() : 'sent', story?.sent),
    ...line('expected', story?.expected),
    ...line('got', story?.got ?? check.reason),
    ...remedies.flatMap((remedy) => line('remedy', remedy)),
    ...line('note', problem),
  ]
}

function failure(group: RequirementGroup, setting: Setting): readonly string[] {
  const [check] = group.checks
  if (check === undefined) return []
  const line = (name: string, text: string | undefined) =>
    text === undefined ? [] : block(`    ${name.padEnd(12)} `, text, setting)
  return [
    ...title(check, requirementWords(group), setting, setting.colours.red),
    ...line('check', checksWords(group)),
    ...told(check, [group.row?.remedy], setting),
    ...line('evidence', check.evidence),
    ...(group.checks.length > 1 ? [`    ${setting.colours.dim('all of them')}   ${showing(group, setting)}`] : []),
    '',
  ]
}

function gap(group: readonly CheckResult[], setting: Setting): readonly string[] {
  const [first] = group
  if (first === undefined) return []
  const ids = group.slice(0, 4).map((check) => check.id)
  const more = group.length > ids.length ? ` and ${count(group.length - ids.length)} more` : ''
  const { word, tone } = checkWords[first.verdict]
  const head = setting.colours.yellow(`  ${marks[tone]} ${word}`)
  return [
    `${head}  ${plain(ids.join(', '))}${more}`,
    ...block('    ', first.reason ?? 'no reason was recorded', setting),
  ]
}

function finding(group: RequirementGroup, setting: Setting): readonly string[] {
  const [check] = group.checks
  if (check === undefined) return []
  return [
    ...title(check, requirementWords(group), setting, setting.colours.yellow),
    ...block('    ', `${checksWords(group)}: ${check.reason ?? 'no reason was recorded'}`, setting),
  ]
}

function title(check: CheckResult, says: string, setting: Setting, paint: (text: string) => string): readonly string[] {
  const { word, tone } = checkWords[check.verdict]
  const [first = '', ...more] = wrap(plain(says), setting.width - word.length - 6)
  return [`${paint(`  ${marks[tone]} ${word}`)}  ${first}`, ...more.map((line) => `    ${line}`)]
}

function verdict(unit: Unit, results: Results, setting: Setting): readonly string[] {
  const { word, tone } = roleWords[unit.verdict]
  const paint = {
    pass: setting.colours.green,
    fail: setting.colours.red,
    warn: setting.colours.yellow,
    none: setting.colours.dim,
  }[tone]
  const tally = verdictOrder
    .toReversed()
    .map((one) => ({ one, number: unit.checks.filter((check) => check.verdict === one).length }))
    .filter(({ number }) => number > 0)
    .map(({ one, number }) => tallied(one, number))
  return [
    `${paint(setting.colours.bold(`${marks[tone]} ${word}`))}  ${setting.colours.bold(plain(unit.title))}`,
    ...block('  ', `${count(unit.checks.length)} checks: ${tally.join(', ')}.`, setting),
    ...block('  ', decision(unit, results).join(' '), setting),
    '',
  ]
}

/** A text under a label, wrapped, further lines indented as far as the label reaches. */
function block(label: string, text: string, setting: Pick<Setting, 'colours' | 'width'>): readonly string[] {
  const lines = wrap(plain(cut(text, 800)), setting.width - label.length)
  return lines.map((line, index) => `${index === 0 ? setting.colours.dim(label) : ' '.repeat(label.length)}${line}`)
}

/** Text that a terminal may show: escape sequences gone, other unseen characters as visible escapes, on one line. */
function plain(text: string): string {
  return visible(stripVTControlCharacters(text)).replace(/\s+/g, ' ')
}
