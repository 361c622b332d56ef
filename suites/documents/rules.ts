import { describeCheck } from '../../harness/check/coverage.js'
import type { CheckedDocument } from '../../harness/check/documents/types.js'
import type { Judge } from '../../harness/check/types.js'
import { levels } from '../../requirements/types.js'
import type { DocumentRow } from './row.js'

/** Problems that a sentence names at most. */
const most = 3

/** Rules that a document breaks no requirement of a row; what weighs less than the row, and which reading was seen, is noted. */
export function ruleDocument(judge: Judge, row: DocumentRow, document: CheckedDocument): void {
  const { level } = describeCheck(row, row.title, 'ParticipantRegistry')
  const concerns = ({ requirement, pointer }: { requirement: string; pointer: string }): boolean =>
    row.requirements.some((id) => id === requirement) && (row.at?.test(pointer) ?? true)
  const found = document.problems.filter(concerns)
  const broken = found.filter((one) => levels.indexOf(one.level) <= levels.indexOf(level))
  const sentences = [
    row.readable && document.unreadable,
    ...broken.map(({ pointer, says }) => `${pointer || 'the whole'} ${says}`),
  ]
    .filter((one) => typeof one === 'string')
    .slice(0, most)
  judge.rule(`${document.name}: ${row.title}`, sentences.length === 0, {
    expected: 'no contradiction',
    got: sentences.join('; ') || 'no contradiction',
  })
  const lighter = found.filter((one) => !broken.includes(one))
  for (const { pointer, says } of [...lighter, ...document.notes.filter(concerns)].slice(0, most))
    judge.observes(`${document.name} ${pointer}`.trim(), says)
}
