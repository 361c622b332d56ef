import { authentications, ruleNew } from '../client/authentications.js'
import {
  failingTokens,
  type RenewedRow,
  renewedAfterAt,
  renewedAfterPleaAt,
  renewedAfterRefusalAt,
} from '../client/client.cases.js'
import { insisting } from '../support/flows/insisting.js'
import { inOrder } from '../support/order.js'
import { covers, test } from '../support/test.js'

const ids = { error: 'asking.new-assertion-after-error', reset: 'asking.new-assertion-after-reset' }
const whereAsking = { roles: ['ServiceProvider'], exclusive: true } as const

const rows: readonly RenewedRow[] = [
  ...renewedAfterAt(ids, whereAsking),
  renewedAfterPleaAt('asking.new-assertion-after-plea', whereAsking),
  renewedAfterRefusalAt('asking.new-assertion-after-refusal', whereAsking),
]

for (const row of inOrder(rows))
  test(`towards the AuthorisationRegistry ${row.title}`, covers(row), async ({ service, judge, lab, target }) => {
    await judge.grants(await service.message())
    const since = Date.now()
    for (const outage of failingTokens[row.failing]) {
      await lab.outage({ ...outage, at: 'evidence' })
      for (const _ of [1, 2]) await judge.records(await service.message(), 'a registry that fails', insisting)
    }
    await lab.outage({ at: 'evidence', forgetTokens: true })
    await judge.records(await service.message(), 'a registry that is back')
    const calls = (await authentications({ lab, target }, 'evidence-token')).filter(({ at }) => at >= since)
    if (calls.length < 2) judge.notApplicable('The target has sent no further assertion after that.')
    ruleNew(judge, calls)
  })
