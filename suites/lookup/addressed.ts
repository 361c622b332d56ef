import type { Sent } from '../../harness/check/types.js'
import { memberOf } from '../../harness/wire/decode.js'
import type { Fixtures } from '../support/test.js'
import { isAddressedTo } from './answer.cases.js'

/** The `parties_token` of an answer is for its caller. */
export function ruleAddressed({ lookups, judge }: Pick<Fixtures, 'lookups' | 'judge'>, sent: Sent): void {
  const { partyId } = sent.message.party
  const aud = memberOf(lookups.read(sent)?.jwt.payload, 'aud')
  judge.rule('aud is the caller', isAddressedTo(aud, partyId), {
    expected: partyId,
    got: JSON.stringify(aud ?? 'nothing'),
  })
}
