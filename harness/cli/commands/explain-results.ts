import { stripVTControlCharacters } from 'node:util'
import { evidenceIn } from '../../../reports/index.js'
import { printedWords } from '../../../reports/printed.js'
import { firstStory } from '../../../reports/story.js'
import { moment, visible } from '../../../reports/text.js'
import { checkWords, tallied } from '../../../reports/words.js'
import { ConfigError } from '../../contracts/errors.js'
import type { CheckResult } from '../../contracts/results.js'
import { findResults, type KeptResults } from '../../evidence/read-results.js'

/** A text under a label, as lines. */
type Line = (label: string, text: string) => readonly string[]

/** @throws ConfigError where the folder holds no results. */
export function resultsIn(folder: string): KeptResults {
  const kept = findResults(folder)
  if (!kept) throw new ConfigError(`${folder} holds no results.json: name the report folder of a run.`)
  return kept
}

/** What checks came to in a run, those that passed in one line where there are others; with what the target printed. */
export function whatCameOf(kept: KeptResults, ids: readonly string[], line: Line): readonly string[] {
  const { results, folder } = kept
  const own = results.checks.filter(({ id, evidence }) => ids.includes(id) && evidence !== undefined)
  const told = ids.length === 1 ? own : own.filter(({ verdict }) => verdict !== 'pass')
  const passed = own.length - told.length
  const head = `of the run of ${moment(results.run.startedAt)}`
  if (own.length === 0) return ['', `  None of it was carried out in the results ${head}.`]
  return [
    '',
    `  Results ${head}${passed > 0 ? `: ${tallied('pass', passed)}` : ''}`,
    ...told.flatMap((check) => ['', ...aboutResult(check, folder, line)]),
  ]
}

function aboutResult(check: CheckResult, folder: string, line: Line): readonly string[] {
  const { evidence, problem } = evidenceIn(folder)(check)
  const story = check.verdict === 'pass' ? undefined : firstStory(evidence)
  const printed = evidence?.printed
  const say = (label: string, text: string | undefined) => (text === undefined ? [] : line(label, plain(text)))
  return [
    ...say('result', `${checkWords[check.verdict].word}: ${check.id}, ${check.target} as ${check.role}`),
    ...say('sent', story?.sent),
    ...say('expected', story?.expected),
    ...say('got', story?.got ?? check.reason),
    ...say('evidence', check.evidence),
    ...say('note', problem),
    ...(printed
      ? [...say('printed', printedWords(printed)), ...printed.lines.map((text) => `    ${plain(text)}`)]
      : []),
  ]
}

/** What came from a target, for a terminal. */
const plain = (text: string): string => visible(stripVTControlCharacters(text))
