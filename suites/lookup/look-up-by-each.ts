import type { Lookups, Subject } from '../../harness/check/lookup/types.js'
import type { Sent } from '../../harness/check/types.js'
import type { Party } from '../../harness/mutations/types.js'
import type { Fixtures } from '../support/test.js'
import type { AnswerRow, Around } from './answer.cases.js'

/** Looks a party up by each form that there is; the answers that hold a `parties_token`. */
export async function lookUpByEach(
  { lookups, judge }: Pick<Fixtures, 'lookups' | 'judge'>,
  caller: Party,
  subject: Subject,
  { keepsToken }: { readonly keepsToken?: true } = {},
): Promise<readonly Sent[]> {
  const answers: Sent[] = []
  for (const form of lookups.forms) {
    const message = lookups.message(caller, subject, { form, ...(keepsToken && { keepsToken }) })
    const again = keepsToken ? ', with an access token that is kept' : ''
    answers.push(await judge.records(message, `look-up of ${subject.name} ${form.name}${again}`))
  }
  return answers.filter((sent) => lookups.read(sent) !== undefined)
}

/** What contradicts a rule in an answer, in words; `undefined` where nothing does. */
export function contradictionIn(
  row: AnswerRow,
  sent: Sent,
  { lookups, ...around }: Omit<Around, 'now'> & { readonly lookups: Lookups },
): string | undefined {
  const record = lookups.read(sent)
  if (record === undefined) return undefined
  const now = (Date.parse(sent.exchange.startedAt) + sent.exchange.durationMs) / 1000
  const got = row.contradiction(record, { ...around, now })
  return got === undefined ? undefined : JSON.stringify(got)
}
