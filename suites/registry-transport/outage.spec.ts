import { refusesInARow } from '../support/flows/in-a-row.js'
import { insisting } from '../support/flows/insisting.js'
import { lookingUp } from '../support/roles.js'
import type { Coverage } from '../support/row.js'
import { check } from '../support/row.js'
import { covers, test } from '../support/test.js'

const withoutToken: Coverage = check('registry-transport.no-token', 'RGT-01', 'grants-when-registry-token-fails', {
  roles: lookingUp,
  exclusive: true,
})

test(
  'refuses a client when the registry gives the target no access token',
  covers(withoutToken),
  async ({ client, judge, lab }) => {
    await judge.grants(await client.message())
    for (const tokenStatus of [401, 403, 500]) {
      await lab.outage({ tokenStatus, forgetTokens: true })
      const since = Date.now()
      await judge.refuses(await client.message(), {
        ...insisting,
        unless: async () => {
          const calls = await lab.ledger({ kinds: ['registry-token'], since })
          return calls.length > 0 ? undefined : 'The target asked for no access token of the registry in this check.'
        },
      })
    }
  },
)

const unreachable: Coverage = check(
  'registry-transport.unreachable',
  'RGT-03',
  ['grants-on-registry-reset', 'grants-once-registry-has-failed-often'],
  { roles: lookingUp, exclusive: true },
)

test(
  'refuses a client when the registry resets every connection',
  covers(unreachable),
  async ({ client, judge, lab }) => {
    await judge.grants(await client.message())
    const since = Date.now()
    await lab.outage({ reset: true })
    await judge.refuses(await client.message(), insisting)
    await refusesInARow(judge, since, () => client.message(), insisting)
  },
)
