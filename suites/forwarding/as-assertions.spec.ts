import { inOrder } from '../support/order.js'
import { covers, test } from '../support/test.js'
import { asAssertions } from './as-assertions.cases.js'
import { crafted } from './crafted.cases.js'
import { ruleOutUnlessNeeded } from './needed.js'
import { registered, registering } from './registered-certificates.cases.js'

for (const row of inOrder([...asAssertions, ...crafted]))
  test(`takes no forwarded ${row.title}`, covers(row), async ({ delegation, judge, target }) => {
    await judge.grants(delegation.ask('unconditional'))
    await ruleOutUnlessNeeded({ delegation, judge, target })
    for (const one of await row.asking(delegation, target)) await judge.refuses(delegation.ask('unconditional', one))
  })

for (const row of inOrder(registered))
  test(`takes no forwarded ${row.title}`, covers(row), async ({ delegation, judge, target }) => {
    await judge.grants(delegation.ask('unconditional'))
    await ruleOutUnlessNeeded({ delegation, judge, target })
    const { control, bad } = await registering(row, delegation)
    await judge.grants(delegation.ask('unconditional', control))
    for (const one of bad) await judge.refuses(delegation.ask('unconditional', one))
  })
