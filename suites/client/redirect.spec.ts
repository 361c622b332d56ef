import { insisting } from '../support/flows/insisting.js'
import { lookingUp } from '../support/roles.js'
import type { Coverage } from '../support/row.js'
import { check } from '../support/row.js'
import { covers, test } from '../support/test.js'

/** A redirect that asks for the same request once more is answered with the assertion by many a library. */
const keepsAssertion: Coverage = check(
  'client.token-redirect',
  'ASSERTION-RECEIVER',
  'follows-token-redirects-of-registry',
  { profile: 'standard', roles: lookingUp, exclusive: true },
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
