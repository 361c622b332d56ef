import { observation, refusal } from '../support/bodies.js'
import { withoutRefreshToken } from '../support/flows/refresh-token.js'
import { inOrder } from '../support/order.js'
import { covers, test } from '../support/test.js'
import { ruleBoundToClient } from '../support/values/bound-party.js'
import { isForm } from '../support/values/requests.js'
import { neverRefreshed, recorded, refused, repeatedAssertion, repeatedClientId } from './parameters.cases.js'
import { parameters } from './requests.js'

for (const row of inOrder(refused)) test(`refuses ${row.title}`, covers(row), refusal(row))

test(
  `refuses ${repeatedAssertion.title}`,
  covers(repeatedAssertion),
  refusal(repeatedAssertion, {
    unless: async ({ exchange: { request } }) =>
      isForm(request) ? undefined : 'Parameters that travel as JSON cannot be repeated.',
  }),
)

test(
  'issues no token for the other party of two client_id parameters',
  covers(repeatedClientId),
  async ({ client, judge, lab, target }) => {
    await judge.grants(await client.message())
    for (const mutate of repeatedClientId.mutations) {
      const sent = await judge.records(await client.message({ mutate }), mutate.name)
      const named = parameters(sent.exchange.request).map(([, value]) => value)
      await ruleBoundToClient({ judge, lab, target }, sent, named)
    }
  },
)

for (const row of inOrder(neverRefreshed))
  test(`issues no refresh token for ${row.title}`, covers(row), withoutRefreshToken(row))

for (const row of inOrder(recorded)) test(`records ${row.title}`, covers(row), observation(row))
