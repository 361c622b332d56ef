import type { AnswerKind, AnswersOfKind } from '../../../harness/check/answers/notes.js'
import type { Coverage } from '../row.js'
import type { Fixtures } from '../test.js'
import { ruleSoundJwt } from './sound-jwts.js'

/** What holds for each answer of a kind, whatever else a check does there. */
export interface AnswersRow extends Coverage {
  /** A present-tense sentence about the target. */
  readonly title: string
  readonly kind: AnswerKind
  /** The requirements that it is about, as answers are held against them. */
  readonly of: readonly string[]
  /** Checks that look at the same by themselves: what was answered to them they say. */
  readonly saidBy: readonly string[]
}

/** What breaks a rule in some answers. Of what all of them do, or all but the first, the check of the usual answer speaks. */
const atTimes = ({ total, broken }: AnswersOfKind, { saidBy, of }: AnswersRow) =>
  [...broken]
    .filter(([requirement, seen]) => seen.length < total - 1 && of.includes(requirement))
    .flatMap(([requirement, seen]) => {
      const first = seen.find(({ check }) => !saidBy.some((beginning) => check.startsWith(beginning)))
      return first
        ? [{ requirement, says: `${seen.length} of ${total} answers, one of them to ${first.check}: ${first.says}` }]
        : []
    })

/** Rules what has been answered in the whole run up to now. */
export function ruleHeard({ judge, target }: Pick<Fixtures, 'judge' | 'target'>, row: AnswersRow): void {
  const heard = target.answers(row.kind) ?? judge.notApplicable(`It answers without a ${row.kind}.`)
  judge.observes('answers that were looked at', heard.total)
  ruleSoundJwt(judge, row, `In the whole run it ${row.title}`, atTimes(heard, row))
}
