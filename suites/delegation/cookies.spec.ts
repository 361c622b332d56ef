import { bare } from '../../harness/mutations/evidence.js'
import { covers, test } from '../support/test.js'
import { cookiesOf, setsNone, withCookies } from '../support/values/cookies.js'
import { cookieWithoutToken } from './delegation.cases.js'

test(
  'gives no evidence without an access token where the cookies of an earlier request come again',
  covers(cookieWithoutToken),
  async ({ delegation, judge }) => {
    for (const caller of ['provider', 'consumer'] as const) {
      const cookies = cookiesOf(await judge.grants(delegation.ask('unconditional', { caller })))
      if (cookies === undefined) {
        judge.rule('Gives no evidence for a cookie', true, setsNone)
        continue
      }
      const request = {
        name: 'in the place of the access token: the cookies of an earlier request',
        value: (own: Parameters<typeof bare>[0]) => withCookies(cookies)(bare(own)),
      }
      await judge.refuses(delegation.ask('unconditional', { caller, request }))
    }
  },
)
