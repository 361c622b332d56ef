import type { LedgerEntry } from '../../harness/contracts/lab-protocol.js'
import { ruleAfterFailure } from '../client/after-failure.js'
import { covers, test } from '../support/test.js'
import { afterFailure, byWrongClock, failures, ownClock, towardsProvider } from './consumer.cases.js'
import { failing } from './failing.js'

const withAssertion = ({ assertion }: LedgerEntry): boolean => assertion !== undefined

test(
  'keeps to the rules of its assertions after a provider has failed',
  covers(afterFailure),
  async ({ consumer, judge, lookups, target }) => {
    const { tokenRequests: before, provider } = await consumer.call()
    // One silence is enough: it lasts until the consumer gives up.
    const after = [...(await failing(consumer, 'token: silent', 'token: status 500'))]
    for (const behaviour of failures) after.push(...(await failing(consumer, behaviour)))
    const { partyId: receiver } = provider
    const around = { before, after: after.filter(withAssertion), receiver, roots: await lookups.roots() }
    ruleAfterFailure({ judge, target }, towardsProvider, around)
  },
)

test('dates its assertions by its own clock, whatever that of a provider shows', covers(ownClock), async (fixtures) => {
  const { consumer, judge, lookups, target } = fixtures
  const { tokenRequests: before, provider } = await consumer.call()
  const after: LedgerEntry[] = []
  for (const behaviour of byWrongClock) after.push(...(await failing(consumer, behaviour)))
  const rows = towardsProvider.filter(({ id }) => id === 'consumer.current')
  const { partyId: receiver } = provider
  const around = { before, after: after.filter(withAssertion), receiver, roots: await lookups.roots() }
  ruleAfterFailure({ judge, target }, rows, around)
})
