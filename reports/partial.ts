import type { CheckVerdict, Results } from '../harness/contracts/results.js'
import { groupBy } from './group.js'
import { count } from './text.js'

/** What checks of a verdict do: one of them, and several. */
const verbs: Readonly<Partial<Record<CheckVerdict, readonly [string, string]>>> = {
  fail: ['fails', 'fail'],
  waived: ['fails and is waived', 'fail and are waived'],
  finding: ['is a finding', 'are findings'],
  'harness-error': ['ended in an error of Assay', 'ended in an error of Assay'],
  inconclusive: ['is inconclusive', 'are inconclusive'],
  'not-testable': ['is not testable', 'are not testable'],
  pass: ['passes', 'pass'],
}

/** Names at most of checks that came out alike. */
const mostNames = 5

/** Whether the run was asked for some checks alone. */
export const isPartial = ({ run }: Results): boolean => run.only !== undefined

/** What came of the checks that a partial run was asked for, in one line. */
export function partialLine({ checks }: Results): string {
  const ran = groupBy(checks, ({ verdict }) => verdict)
  const parts = (Object.keys(verbs) as CheckVerdict[]).flatMap((verdict): string[] => {
    const own = [...new Set((ran.get(verdict) ?? []).map(({ id }) => id))]
    const [one, several] = verbs[verdict] ?? ['', '']
    if (own.length === 0) return []
    if (own.length === 1) return [`${own[0]} ${one}`]
    return [`${own.length > mostNames ? `${count(own.length)} checks` : own.join(', ')} ${several}`]
  })
  return `${parts.join('; ') || 'No check ran'}; the rest was left out`
}
