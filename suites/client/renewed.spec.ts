import { insisting } from '../support/flows/insisting.js'
import { restartOf } from '../support/flows/restart.js'
import { inOrder } from '../support/order.js'
import { covers, test } from '../support/test.js'
import { authentications, ruleNew, ruleNoneAgain } from './authentications.js'
import { afterRestart, failingTokens, renewedAfter } from './client.cases.js'

for (const row of inOrder(renewedAfter))
  test(`towards the registry ${row.title}`, covers(row), async ({ client, judge, lab, target }) => {
    await judge.grants(await client.message())
    const since = Date.now()
    for (const outage of failingTokens[row.failing]) {
      await lab.outage(outage)
      for (const _ of [1, 2]) await judge.records(await client.message(), 'a registry that fails', insisting)
    }
    await lab.outage({ forgetTokens: true })
    await judge.records(await client.message(), 'a registry that is back')
    const calls = (await authentications({ lab, target }, 'registry-token')).filter(({ at }) => at >= since)
    if (calls.length < 2) judge.notApplicable('The target has sent the registry no further assertion after that.')
    ruleNew(judge, calls)
  })

test(
  'gives its assertions for the registry a new jti after it was restarted',
  covers(afterRestart),
  async ({ client, judge, lab, target }) => {
    const restart = restartOf({ judge, target })
    await judge.grants(await client.message())
    const before = await authentications({ lab, target }, 'registry-token')
    await restart()
    await judge.grants(await client.message())
    const all = await authentications({ lab, target }, 'registry-token')
    const after = all.slice(before.length)
    if (before.length === 0 || after.length === 0)
      judge.notApplicable('The target has not authenticated at the registry both before and after its restart.')
    ruleNoneAgain(judge, before, after)
  },
)
