import { longExpired, outlivedToken } from '../support/flows/expired-token.js'
import { covers, test } from '../support/test.js'
import { expiredToken } from './delegation.cases.js'

test('gives no evidence for an access token that has expired', covers(expiredToken), async ({ delegation, judge }) => {
  const control = delegation.ask('unconditional')
  const expired = await outlivedToken(await judge.grants(control), judge)
  await judge.grants(control)
  const token = { name: longExpired, value: () => `Bearer ${expired}` }
  await judge.refuses(delegation.ask('unconditional', { token }))
})
