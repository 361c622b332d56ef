import { covers, test } from '../support/test.js'
import { serviceProvider } from './contexts.js'
import * as cases from './delegation.cases.js'
import { behind, besideInContext, grantsBoth, inSetBehind } from './several.js'

test('decides about each policy of a request by itself', covers(cases.eachPolicy), async ({ delegation, judge }) => {
  const body = behind(delegation, 'unconditional')
  await grantsBoth({ delegation, judge }, delegation.ask('conditional', { body }))
  await judge.refuses(delegation.ask('any-of-false', { body }))
})

test('decides about each policy set of a request by itself', covers(cases.eachSet), async ({ delegation, judge }) => {
  const body = inSetBehind(delegation, 'unconditional')
  await grantsBoth({ delegation, judge }, delegation.ask('conditional', { body }))
  await judge.refuses(delegation.ask('any-of-false', { body }))
})

test(
  'holds each policy of a request against its own context',
  covers(cases.ownContext),
  async ({ delegation, judge }) => {
    const context = serviceProvider('another ServiceProvider', delegation.fixtures.otherProvider.partyId)
    for (const body of besideInContext(delegation, 'any-of-one')) {
      await grantsBoth({ delegation, judge }, delegation.ask('conditional', { body }))
      await judge.refuses(delegation.ask('conditional', { body, context }))
    }
  },
)
