import type { LedgerEntry } from '../../harness/contracts/lab-protocol.js'
import type { Fixtures } from '../support/test.js'
import { type ConductRow, heldAfterFailure } from './client.cases.js'

/** Requests of a target with assertions of its own: those of an exchange without a failure, and what came once a server had failed. */
export interface AroundFailure {
  readonly before: readonly LedgerEntry[]
  readonly after: readonly LedgerEntry[]
  /** Party Identifier of the receiver of a request that names no counterparty. */
  readonly receiver: string
  readonly roots: readonly Buffer[]
}

/** The rules to which the target kept before a failure, after it. */
export function ruleAfterFailure(
  { judge, target }: Pick<Fixtures, 'judge' | 'target'>,
  rows: readonly ConductRow[],
  { before, after, receiver, roots }: AroundFailure,
): void {
  if (after.length === 0) judge.notApplicable('The target has authenticated at nobody who had failed.')
  for (const row of heldAfterFailure(rows)) {
    const against = (call: LedgerEntry) =>
      row.contradiction(call, {
        own: target.partyId,
        clientIdNames: target.clientIdNames,
        parameterTypes: target.parameterTypes,
        receiver: call.counterparty ?? receiver,
        roots,
      })
    if (before.some((call) => against(call) !== undefined)) continue
    const got = after.map(against).find((one) => one !== undefined)
    judge.rule(`${row.title}, after a failure too`, got === undefined, {
      expected: row.expected,
      got: JSON.stringify(got ?? 'so'),
      breaks: row.requirements,
    })
  }
}
