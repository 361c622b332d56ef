import type { ConsumerCall } from '../../harness/check/consumer/types.js'
import { together } from '../support/flows/together.js'
import { inOrder } from '../support/order.js'
import { covers, test } from '../support/test.js'
import { ruleAudience } from './audience.js'
import { atOnce, callsAtOnce, endless, takingAnswers } from './consumer.cases.js'
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

test(
  'gives a provider up whose answer never ends, and goes on with others',
  covers(endless),
  async ({ consumer, judge }) => {
    await consumer.call()
    ruleGivesUp(judge, await consumer.call({ behaviour: 'token: endless body' }))
    ruleGoesOn(judge, await consumer.tries())
  },
)

test('keeps providers apart that it calls at the same time', covers(atOnce), async ({ consumer, judge }) => {
  const alone = [await consumer.call()]
  while (alone.length < callsAtOnce) alone.push(await consumer.tries())
  const calls = await together(alone.map(({ provider }) => consumer.tries({ at: provider, besideOthers: true })))
  const begun = calls.filter(({ tokenRequests, serviceCalls }) => tokenRequests.length + serviceCalls.length > 0)
  if (begun.length < 2) judge.notApplicable('It carries out one trigger at a time, and refuses others meanwhile.')
  for (const call of begun.filter(({ tokenRequests }) => tokenRequests.length > 0)) ruleAudience(judge, [call])
  ruleOwnTokens(judge, begun)
})
