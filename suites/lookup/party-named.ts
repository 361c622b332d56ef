import type { PartyRecord } from '../../harness/check/lookup/record.js'
import type { Judge } from '../../harness/check/types.js'

/** A record that names a party names the one that was asked for. */
export function ruleNamed(judge: Judge, { partyId: named }: PartyRecord, partyId: string): void {
  if (named !== undefined)
    judge.rule('the record names the party', named === partyId, { expected: partyId, got: JSON.stringify(named) })
}
