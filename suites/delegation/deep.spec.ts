import { longExpired, outlivedToken, untilExpired } from '../support/flows/expired-token.js'
import { covers, test } from '../support/test.js'
import { check } from './delegation.cases.js'

const expiredToken = check('delegation.expired-token', 'DLG-29', 'takes-expired-token', {
  level: 'should',
  profile: 'deep',
  ...untilExpired,
})

test('gives no evidence for an access token that has expired', covers(expiredToken), async ({ delegation, judge }) => {
  const control = delegation.ask('unconditional')
  const expired = await outlivedToken(await judge.grants(control), judge)
  await judge.grants(control)
  const token = { name: longExpired, value: () => `Bearer ${expired}` }
  await judge.refuses(delegation.ask('unconditional', { token }))
})
