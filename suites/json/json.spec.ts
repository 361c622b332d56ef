import { decoded } from '../../harness/mutations/resign.js'
import type { Mutation } from '../../harness/mutations/types.js'
import { acceptance, observation, refusal, survival } from '../support/bodies.js'
import { inOrder } from '../support/order.js'
import { serverRoles } from '../support/roles.js'
import type { Coverage } from '../support/row.js'
import { covers, test } from '../support/test.js'
import { ruleBoundToClient } from '../support/whose/bound-party.js'
import { twoIssuers } from '../support/whose/two-names.js'
import { accepted, large, recorded, refused } from './json.cases.js'

for (const row of inOrder(refused)) test(`refuses ${row.title}`, covers(row), refusal(row))

for (const row of inOrder(accepted)) test(`accepts ${row.title}`, covers(row), acceptance(row))

/** Two `iss` and `sub`: those of the party that signs, and those of a victim. */
const ofTwoIssuers: Coverage & { readonly mutations: readonly Mutation[] } = {
  id: 'json.duplicate-iss',
  requirements: ['TOKEN-BOUND-PARTY'],
  cases: ['JSN-03'],
  roles: serverRoles,
  detects: ['looks-up-first-issuer'],
  mutations: twoIssuers(({ other }) => other.partyId, 'other'),
}

test(
  'issues no token for the other party of two iss claims',
  covers(ofTwoIssuers),
  async ({ client, judge, lab, target }) => {
    await judge.grants(await client.message())
    for (const mutate of ofTwoIssuers.mutations) {
      const sent = await judge.records(await client.message({ mutate }), mutate.name)
      const payload = decoded(sent.assertion.split('.')[1] ?? '')
      const named = [...payload.matchAll(/"(?:iss|sub)":"([^"]*)"/g)].map(([, id]) => String(id))
      await ruleBoundToClient({ judge, lab, target }, sent, named)
    }
  },
)

for (const row of inOrder(large)) test(`still answers after ${row.title}`, covers(row), survival(row))

for (const row of inOrder(recorded)) test(`records ${row.title}`, covers(row), observation(row))
