import { inOrder } from '../support/order.js'
import { covers, test } from '../support/test.js'
import { refusesUnder, ruleNoServerError } from './asking.js'
import * as cases from './delegation.cases.js'

for (const row of inOrder(cases.neverPermitted))
  test(`permits nothing under ${row.title}`, covers(row), async ({ delegation, judge }) => {
    for (const policy of row.policies) {
      const sent = await refusesUnder({ delegation, judge }, policy, { caller: 'consumer' })
      ruleNoServerError({ delegation, judge }, sent)
    }
  })

for (const row of inOrder(cases.eitherWay))
  test(`records what it does under ${row.title}`, covers(row), async ({ delegation, judge }) => {
    await judge.grants(delegation.ask('unconditional', { caller: 'consumer' }))
    for (const policy of row.policies) {
      const sent = await judge.records(delegation.ask(policy, { caller: 'consumer' }), row.title)
      ruleNoServerError({ delegation, judge }, sent)
    }
  })
