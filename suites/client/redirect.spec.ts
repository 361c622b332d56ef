import { lookingUp } from '../support/roles.js'
import type { Coverage } from '../support/row.js'
import { check } from '../support/row.js'
import { covers, test } from '../support/test.js'
import { keepsAssertion } from './token-redirects.js'

const towardsRegistry: Coverage = check(
  'client.token-redirect',
  'ASSERTION-RECEIVER',
  'follows-token-redirects-of-registry',
  { profile: 'standard', roles: lookingUp, exclusive: true },
)

test(
  'sends its assertion to no other host where the token endpoint of the registry answers 307 or 308',
  covers(towardsRegistry),
  ({ client, judge, lab }) =>
    keepsAssertion({ judge, lab }, 'registry', { at: 'registry', kind: 'registry-token', ask: () => client.message() }),
)
