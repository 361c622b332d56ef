import { prose } from '../markdown.js'
import { count, counted, moment } from '../text.js'
import { checkWords } from '../words.js'
import { differenceSentence, type Group, type Side, type Turned, turnedChecks, unlike } from './turned.js'

/** Checks that a list names at most: pages of CI jobs have a bound. */
const most = 20

/** What turned between two runs, for the page of a CI job and the terminal. */
export function compareMarkdown(before: Side, now: Side): string {
  const groups = turnedChecks(before, now)
  const apart = unlike(before, now)
  const { run, suite } = before.results
  return [
    '## Since the run before',
    '',
    prose(`Compared with run ${run.id} of ${moment(run.startedAt)}, version ${suite.version}.`),
    '',
    ...(apart.length > 0 ? [`> **Not judged alike.** ${prose(`They differ in ${apart.join('; in ')}.`)}`, ''] : []),
    ...(groups.length === 0 ? ['No check came to another verdict.', ''] : groups.flatMap(groupLines)),
  ].join('\n')
}

const groupLines = ({ title, way, all }: Group): readonly string[] => [
  `### ${title} (${count(all.length)}${way === 'other' ? '' : `, ${way}`})`,
  '',
  ...all.slice(0, most).map(line),
  ...(all.length > most ? [`- … and ${counted(all.length - most, 'more check')}, see compare.html.`] : []),
  '',
]

function line(turned: Turned): string {
  const { check, before, now } = turned
  const word = (verdict: Turned['now']) =>
    verdict === undefined ? 'not there' : checkWords[verdict].word.toLowerCase()
  const who = `${check.target} as ${check.role}: ${check.title} (${check.id})`
  return `- **${word(before)} → ${word(now)}** ${prose(who)}. ${prose(differenceSentence(turned))}`
}
