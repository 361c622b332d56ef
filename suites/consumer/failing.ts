import type { LedgerEntry } from '../../harness/contracts/lab-protocol.js'
import type { Fixtures } from '../support/test.js'
import type { Behaviour } from './consumer.cases.js'

/** What two calls of a provider whose token endpoint fails ask there. */
export async function failing(
  consumer: Fixtures['consumer'],
  behaviour: Behaviour = 'token: status 500',
  then: Behaviour = behaviour,
): Promise<readonly LedgerEntry[]> {
  const first = await consumer.call({ behaviour })
  const next = await consumer.tries({ behaviour: then, at: first.provider })
  return [first, next].flatMap(({ tokenRequests }) => tokenRequests)
}
