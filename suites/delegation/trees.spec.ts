import { conditionsHold } from '../../harness/judge/conditions.js'
import { inOrder } from '../support/order.js'
import { covers, test } from '../support/test.js'
import { sayable } from './asking.js'
import { places } from './contexts.js'
import { trees } from './trees.cases.js'

for (const row of inOrder(trees))
  test(`decides by ${row.title}`, covers(row), async ({ delegation, judge }) => {
    const { conditions = {} } = delegation.fixtures.policies.find(({ id }) => id === row.policy) ?? {}
    for (const context of sayable({ delegation, judge }, places(delegation))) {
      const holds = conditionsHold(conditions, context.value)
      if (holds && !delegation.settings.conditions) continue
      const asking = { caller: 'consumer', context } as const
      await judge.grants(delegation.ask('unconditional', asking))
      const message = delegation.ask(row.policy, asking)
      await (holds ? judge.accepts(message) : judge.refuses(message))
    }
  })
