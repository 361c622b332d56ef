import type { Mutation } from '../../harness/mutations/types.js'
import { isForm, parametersIn } from '../../harness/wire/parameters.js'
import { observation, refusal } from '../support/bodies.js'
import { withoutRefreshToken } from '../support/flows/refresh-token.js'
import { inOrder } from '../support/order.js'
import { serverRoles } from '../support/roles.js'
import type { Coverage } from '../support/row.js'
import { covers, test } from '../support/test.js'
import { ruleBoundToClient } from '../support/whose/bound-party.js'
import { twoClientIds } from '../support/whose/two-names.js'
import { neverRefreshed, recorded, refused, repeatedAssertion } from './parameters.cases.js'

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
const repeatedClientId: Coverage & { readonly mutations: readonly Mutation[] } = {
  id: 'http.repeated-client-id',
  requirements: ['TOKEN-BOUND-PARTY'],
  cases: ['HTTP-17'],
  roles: serverRoles,
  detects: ['binds-token-to-repeated-client-id'],
  mutations: twoClientIds(({ other }) => other.partyId, 'other'),
  sends: 2,
}

test(
  'issues no token for the other party of two client_id parameters',
  covers(repeatedClientId),
  async ({ client, judge, lab, target }) => {
    await judge.grants(await client.message())
    for (const mutate of repeatedClientId.mutations) {
      const sent = await judge.records(await client.message({ mutate }), mutate.name)
      const named = parametersIn(sent.exchange.request).map(([, value]) => value)
      await ruleBoundToClient({ judge, lab, target }, sent, named)
    }
  },
)

for (const row of inOrder(neverRefreshed))
  test(`issues no refresh token for ${row.title}`, covers(row), withoutRefreshToken(row))

for (const row of inOrder(recorded)) test(`records ${row.title}`, covers(row), observation(row))
