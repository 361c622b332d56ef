import type { ConsumerCall } from '../../harness/check/consumer/types.js'
import type { LedgerEntry } from '../../harness/contracts/lab-protocol.js'
import { ruleAuthenticated } from '../client/authenticated.js'
import { ruleConduct, ruleRenewed } from '../client/authentications.js'
import { inOrder } from '../support/order.js'
import { covers, type Fixtures, test } from '../support/test.js'
import { authenticatedThroughout, renewedAtRegistry, saidOfProvider, towardsRegistry } from './registry.cases.js'

/** The authentications of the consumer at the registry in this run. */
const atRegistry = async ({ lab }: Pick<Fixtures, 'lab'>): Promise<readonly LedgerEntry[]> =>
  (await lab.ledger({ kinds: ['registry-token'] })).filter(({ assertion }) => assertion !== undefined)

for (const row of inOrder(towardsRegistry))
  test(`towards the registry ${row.title}`, covers(row), async ({ consumer, judge, lab, lookups, target }) => {
    await consumer.call()
    const calls = await atRegistry({ lab })
    if (calls.length === 0) judge.notApplicable('In this run the target has not authenticated at the registry.')
    ruleConduct({ judge, lab, target }, row, calls, await lookups.roots())
  })

test(
  'towards the registry signs a new assertion with a new jti each time',
  covers(renewedAtRegistry),
  async ({ consumer, judge, lab }) => {
    await consumer.call()
    // A registry that has forgotten its access tokens may be asked for another one, now or later.
    await lab.outage({ forgetTokens: true })
    await consumer.tries()
    const calls = await atRegistry({ lab })
    if (calls.length < 2) judge.notApplicable('In this run the target has authenticated at the registry only once.')
    ruleRenewed(judge, calls)
  },
)

test(
  'calls no registry without an access token, in the whole run',
  covers(authenticatedThroughout),
  async ({ consumer, judge, lab }) => {
    await consumer.call()
    await ruleAuthenticated(judge, lab)
  },
)

for (const row of inOrder(saidOfProvider))
  test(row.title, covers(row), async ({ consumer, judge, lab }) => {
    const sound = await consumer.call()
    if (!(await looksUpFirst({ lab }, sound)))
      judge.notApplicable('The target does not look a provider up before it authenticates there.')
    let read = 0
    // However long a consumer takes for each: what it was not told of, it did not show.
    for (const { like, breaks } of row.said) {
      const call = await consumer.tries({ like, unserved: true })
      if ((await lookUps({ lab }, call)).length === 0) continue
      read += 1
      judge.rule(`Does not authenticate there (${like.name})`, call.tokenRequests.length === 0, {
        expected: 'no token request',
        got: `${call.tokenRequests.length} token requests`,
        breaks: [breaks],
      })
    }
    if (read === 0) judge.inconclusive('It looked none of these providers up.')
    await consumer.call()
  })

const lookUps = ({ lab }: Pick<Fixtures, 'lab'>, { provider }: ConsumerCall): Promise<readonly LedgerEntry[]> =>
  lab.ledger({ kinds: ['party-lookup'], mentioning: [provider.partyId] })

/** Whether a consumer that may come to trust a provider has read of it by then. */
async function looksUpFirst(tools: Pick<Fixtures, 'lab'>, call: ConsumerCall): Promise<boolean> {
  const asked = Math.min(...call.tokenRequests.map(({ at }) => at))
  return (await lookUps(tools, call)).some(({ at }) => at <= asked)
}
