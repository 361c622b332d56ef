import type { ConsumerCall } from '../../harness/check/consumer/types.js'
import { ruleRenewed } from '../client/authentications.js'
import { together } from '../support/flows/together.js'
import { inOrder } from '../support/order.js'
import { covers, type Fixtures, test } from '../support/test.js'
import { authenticating, ruleAudience } from './audience.js'
import { assertionsAtOnce, callsAtOnce, givenUp, renewedAtOnce, takingAnswers, tokensAtOnce } from './consumer.cases.js'
import { ruleGivesUp, ruleGoesOn, ruleOwnTokens } from './rules.js'

const isServed = ({ serviceCalls }: ConsumerCall): boolean => serviceCalls.some(({ status }) => status === 200)

for (const row of inOrder(takingAnswers))
  test(row.title, covers(row), async ({ consumer, judge }) => {
    if (!isServed(await consumer.call()))
      judge.notApplicable('It gets no service with the usual answer either, of which consumer.bearer speaks.')
    for (const { name, answered } of row.forms) {
      const call = await consumer.call({ ...(answered && { answered }) })
      judge.rule(`Calls the service after ${name}`, isServed(call), {
        expected: 'a call with the access token',
        got: isServed(call)
          ? 'a call with the access token'
          : `${call.serviceCalls.length} calls, none with it. ${call.triggered.said}`,
      })
    }
  })

for (const row of inOrder(givenUp))
  test(`gives a provider up ${row.title}, and goes on with others`, covers(row), async ({ consumer, judge }) => {
    await consumer.call()
    ruleGivesUp(judge, await consumer.call({ behaviour: row.behaviour }))
    ruleGoesOn(judge, await consumer.tries())
  })

/** What a consumer does that is triggered for several providers at the same time. */
async function calledAtOnce({
  consumer,
  judge,
}: Pick<Fixtures, 'consumer' | 'judge'>): Promise<readonly ConsumerCall[]> {
  const alone = [await consumer.call()]
  while (alone.length < callsAtOnce) alone.push(await consumer.tries())
  const calls = await together(alone.map(({ provider }) => consumer.tries({ at: provider, besideOthers: true })))
  const begun = calls.filter(({ tokenRequests, serviceCalls }) => tokenRequests.length + serviceCalls.length > 0)
  if (begun.length < 2) judge.notApplicable('It carries out one trigger at a time, and refuses others meanwhile.')
  return begun
}

test(
  'addresses each of the providers that it calls at the same time',
  covers(assertionsAtOnce),
  async ({ consumer, judge }) => {
    for (const call of await calledAtOnce({ consumer, judge }))
      if (call.tokenRequests.length > 0) ruleAudience(judge, [call])
  },
)

test(
  'shows each of the providers that it calls at the same time its own access token',
  covers(tokensAtOnce),
  async ({ consumer, judge }) => ruleOwnTokens(judge, await calledAtOnce({ consumer, judge })),
)

test(
  'signs a new assertion with a new jti for each of its calls of one provider at the same time',
  covers(renewedAtOnce),
  async ({ consumer, judge, lab }) => {
    const { provider } = await consumer.call()
    const since = Date.now()
    const at = { at: provider, besideOthers: true } as const
    await together(Array.from({ length: callsAtOnce }, () => consumer.tries(at)))
    const calls = authenticating(await lab.ledger({ kinds: ['provider-token'], subjects: [provider.scope], since }))
    if (calls.length < 2) judge.notApplicable('It has authenticated only once for all of these calls.')
    ruleRenewed(judge, calls)
  },
)
