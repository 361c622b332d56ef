import { ruleAuthenticated } from '../client/authenticated.js'
import { timeForMore } from '../support/flows/patience.js'
import { lookingUp } from '../support/roles.js'
import { check } from '../support/row.js'
import { covers, test } from '../support/test.js'

const throughout = check(
  'registry.authenticated-throughout',
  'REG-25',
  ['skips-registry-authentication', 'skips-registry-authentication-at-times'],
  { roles: lookingUp, last: true },
)

/** So many clients beside those of other checks show what goes wrong once in four times. */
const further = 4

test(
  'calls no registry without an access token, in the whole run',
  covers(throughout),
  async ({ client, judge, lab }) => {
    await judge.grants(await client.message())
    const hasTime = timeForMore()
    for (let count = 0; count < further && hasTime(); count += 1)
      await judge.records(await client.message(), 'one more')
    await ruleAuthenticated(judge, lab)
  },
)
