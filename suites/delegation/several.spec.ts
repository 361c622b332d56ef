import { covers, test } from '../support/test.js'
import { needsConditions, sayable } from './asking.js'
import { serviceProvider } from './contexts.js'
import * as cases from './delegation.cases.js'
import { type BesideRow, beside } from './parts.cases.js'
import {
  behind,
  besideActions,
  besideBoth,
  besideInContext,
  besideResource,
  crossed,
  farBehind,
  grantsBoth,
  inSetBehind,
  inSetFarBehind,
} from './several.js'
import { actionsOf } from './unnamed.js'

for (const [title, row, far] of [
  ['decides about each policy of a request by itself', cases.eachPolicy, behind],
  ['decides about each of twelve policies by itself', cases.eachOfMany, farBehind],
  ['decides about each policy set of a request by itself', cases.eachSet, inSetBehind],
  ['decides about each of twelve policy sets by itself', cases.eachSetOfMany, inSetFarBehind],
] as const)
  test(title, covers(row), async ({ delegation, judge }) => {
    needsConditions({ delegation, judge })
    const body = far(delegation, 'unconditional')
    await grantsBoth({ delegation, judge }, delegation.ask('conditional', { body }))
    await judge.refuses(delegation.ask('any-of-false', { body }))
  })

test(
  'holds each policy of a request against its own context',
  covers(cases.ownContext),
  async ({ delegation, judge }) => {
    needsConditions({ delegation, judge })
    const other = serviceProvider('another ServiceProvider', delegation.fixtures.otherProvider.partyId)
    const [context = other] = sayable({ delegation, judge }, [other])
    for (const body of besideInContext(delegation, 'any-of-one')) {
      await grantsBoth({ delegation, judge }, delegation.ask('conditional', { body }))
      await judge.refuses(delegation.ask('conditional', { body, context }))
    }
  },
)

test(
  'decides about the resource and the action of each policy of a request as a pair',
  covers(cases.eachPairOfPolicies),
  async ({ delegation, judge }) => {
    needsConditions({ delegation, judge })
    for (const beside of [behind, inSetBehind]) {
      const body = beside(delegation, 'updated-beside-always')
      await grantsBoth({ delegation, judge }, delegation.ask('read-where-true', { body }))
      await judge.refuses(delegation.ask('read-where-false', { body }))
    }
  },
)

test(
  'permits no two resources in a request with the action of the other one each',
  covers(cases.actionsCrossed),
  async ({ delegation, judge }) => {
    for (const body of crossed(delegation)) {
      await grantsBoth({ delegation, judge }, delegation.ask('unconditional', { body }))
      await judge.refuses(
        delegation.ask('unconditional', { body, about: actionsOf(delegation.policy('other-action')) }),
      )
    }
  },
)

const bodiesOf: Readonly<Record<BesideRow['named'], typeof besideBoth>> = {
  resources: besideResource,
  actions: besideActions,
  'resources and actions': besideBoth,
}

for (const row of beside)
  test(row.title, covers(row), async ({ delegation, judge }) => {
    needsConditions({ delegation, judge })
    for (const other of row.others) {
      for (const body of bodiesOf[row.named](delegation, other)) {
        await grantsBoth({ delegation, judge }, delegation.ask(row.permitted, { body }), `two ${row.named}`)
        await judge.refuses(delegation.ask(row.refused, { body }))
      }
    }
  })
