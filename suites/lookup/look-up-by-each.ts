import type { LookupOptions, Lookups, Subject } from '../../harness/check/lookup/types.js'
import type { Sent } from '../../harness/check/types.js'
import type { Party } from '../../harness/mutations/types.js'
import type { Fixtures } from '../support/test.js'
import { type AnswerRow, type Around, answered } from './answer.cases.js'

/** Looks a party up by each form that there is; the answers that hold a `parties_token`. */
export async function lookUpByEach(
  { lookups, judge }: Pick<Fixtures, 'lookups' | 'judge'>,
  caller: Party,
  subject: Subject,
  options: Pick<LookupOptions, 'keepsToken' | 'authenticating' | 'credential'> = {},
): Promise<readonly Sent[]> {
  const answers: Sent[] = []
  for (const form of lookups.forms) {
    const message = lookups.message(caller, subject, { form, ...options })
    const again = options.keepsToken ? ', with an access token that is kept' : ''
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

/** The rules of which a contradiction is no mere finding of a lower level, which would hold unseen. */
export const mandatory = answered.filter(({ level }) => level === undefined)

/** What contradicts the mandatory rules in answers to a caller, by the ids of the rules. */
export async function contradictionsIn(
  { lookups, target }: Pick<Fixtures, 'lookups' | 'target'>,
  caller: Party,
  answers: readonly Sent[],
): Promise<ReadonlyMap<string, string>> {
  const around = { lookups, registry: target.partyId, caller: caller.partyId, roots: await lookups.roots() }
  const found = new Map<string, string>()
  for (const sent of answers)
    for (const row of mandatory) {
      const got = contradictionIn(row, sent, around)
      if (got !== undefined) found.set(row.id, got)
    }
  return found
}
