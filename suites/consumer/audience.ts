import type { ConsumerCall } from '../../harness/check/consumer/types.js'
import type { LedgerEntry } from '../../harness/contracts/lab-protocol.js'
import { addresses, inPayload } from '../support/flows/conduct.js'
import type { Fixtures } from '../support/test.js'

/** Those with an assertion, wherever it travels; some look whether the endpoint is there first. All of them where none carries one. */
export const authenticating = (requests: readonly LedgerEntry[]): readonly LedgerEntry[] => {
  const carrying = requests.filter(({ assertion }) => assertion !== undefined)
  return carrying.length > 0 ? carrying : requests
}

/** Rules that each assertion of calls is for the provider of the first one. */
export function ruleAudience(judge: Fixtures['judge'], calls: readonly ConsumerCall[]): void {
  const [first] = calls as readonly [ConsumerCall, ...ConsumerCall[]]
  const { partyId } = first.provider
  const requests = authenticating(calls.flatMap(({ tokenRequests }) => tokenRequests))
  const astray = requests.find((call) => !addresses(call, partyId))
  judge.rule('Names the party that it calls, whatever that answers', astray === undefined, {
    expected: `aud ${partyId}`,
    got: `aud ${JSON.stringify(astray ? (inPayload(astray, 'aud') ?? null) : partyId)}`,
    breaks: ['ASSERTION-AUD'],
  })
  const lured = calls.flatMap((call) => call.lured).filter(({ assertion }) => assertion !== undefined)
  judge.observes('assertions at the token endpoint that the answer named', lured.length)
}
