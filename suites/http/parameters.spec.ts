import type { form } from '../../harness/mutations/mutation.js'
import { observation, refusal } from '../support/bodies.js'
import { withoutRefreshToken } from '../support/flows/refresh-token.js'
import { inOrder } from '../support/order.js'
import { serverRoles } from '../support/roles.js'
import type { Coverage } from '../support/row.js'
import { covers, test } from '../support/test.js'
import { ruleBoundToClient } from '../support/values/bound-party.js'
import { isForm } from '../support/values/requests.js'
import { besideOwn } from '../support/values/two-clients.js'
import { neverRefreshed, recorded, refused, repeatedAssertion } from './parameters.cases.js'
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

/** Two `client_id`: the client's own and that of another active party. */
const repeatedClientId: Coverage & { readonly mutations: readonly ReturnType<typeof form>[] } = {
  id: 'http.repeated-client-id',
  requirements: ['TOKEN-BOUND-PARTY'],
  cases: ['HTTP-17'],
  roles: serverRoles,
  detects: ['binds-token-to-repeated-client-id'],
  mutations: besideOwn(({ other }) => other.partyId, 'other'),
}

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
