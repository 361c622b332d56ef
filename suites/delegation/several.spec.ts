import { covers, test } from '../support/test.js'
import { needsConditions, sayable } from './asking.js'
import { serviceProvider } from './contexts.js'
import * as cases from './delegation.cases.js'
import { beside } from './parts.cases.js'
import {
  behind,
  besideInContext,
  besideOwn,
  crossed,
  farBehind,
  grantsBoth,
  inSetBehind,
  inSetFarBehind,
} from './several.js'
import { actionsOf } from './unnamed.js'

/** Three policies of the kit: what stands beside, what is permitted beside it, and what is not. */
const whole = { other: 'unconditional', permitted: 'conditional', refused: 'any-of-false' } as const
/** Each resource is permitted with one action, and refused with that of the other one. */
const pairs = { other: 'updated-beside-always', permitted: 'read-where-true', refused: 'read-where-false' } as const

for (const [title, row, bodies, { other, permitted, refused }] of [
  ['decides about each policy of a request by itself', cases.eachPolicy, [behind], whole],
  ['decides about each of twelve policies by itself', cases.eachOfMany, [farBehind], whole],
  ['decides about each policy set of a request by itself', cases.eachSet, [inSetBehind], whole],
  ['decides about each of twelve policy sets by itself', cases.eachSetOfMany, [inSetFarBehind], whole],
  [
    'decides about the resource and the action of each policy of a request as a pair',
    cases.eachPairOfPolicies,
    [behind, inSetBehind],
    pairs,
  ],
] as const)
  test(title, covers(row), async ({ delegation, judge }) => {
    needsConditions({ delegation, judge })
    for (const beside of bodies) {
      const body = beside(delegation, other)
      await grantsBoth({ delegation, judge }, delegation.ask(permitted, { body }))
      await judge.refuses(delegation.ask(refused, { body }))
    }
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

for (const row of beside)
  test(row.title, covers(row), async ({ delegation, judge }) => {
    needsConditions({ delegation, judge })
    for (const other of row.others) {
      for (const body of besideOwn(row.named, delegation, other)) {
        await grantsBoth({ delegation, judge }, delegation.ask(row.permitted, { body }), `two ${row.named}`)
        await judge.refuses(delegation.ask(row.refused, { body }))
      }
    }
  })
