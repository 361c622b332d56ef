import { keepsAssertion } from '../client/client.cases.js'
import { insisting } from '../support/insisting.js'
import { covers, test } from '../support/test.js'
import { unreachable, withoutToken } from './transport.cases.js'

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

test(
  'refuses a client when the registry resets every connection',
  covers(unreachable),
  async ({ client, judge, lab }) => {
    await judge.grants(await client.message())
    await lab.outage({ reset: true })
    await judge.refuses(await client.message(), insisting)
  },
)

test(
  'sends its assertion to no other host where the token endpoint of the registry answers 307 or 308',
  covers(keepsAssertion),
  async ({ client, judge, lab }) => {
    await judge.grants(await client.message())
    for (const tokenRedirect of [307, 308]) {
      const since = Date.now()
      await lab.outage({ tokenRedirect, forgetTokens: true })
      await judge.records(await client.message(), `token endpoint of the registry: ${tokenRedirect}`, insisting)
      const asked = await lab.ledger({ kinds: ['registry-token'], since })
      if (asked.length === 0) judge.notApplicable('The target asked for no access token of the registry in this check.')
      const lured = await lab.ledger({ kinds: ['canary'], subjects: ['lure-registry-token'], since })
      const carrying = lured.filter(({ assertion }) => assertion !== undefined)
      judge.rule(`Carries its assertion nowhere else at ${tokenRedirect}`, carrying.length === 0, {
        expected: '0 requests with an assertion at the place to which the redirect points',
        got: `${carrying.length} requests`,
      })
    }
  },
)
