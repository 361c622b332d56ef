import { mutationsOf, observation, refusal, survival } from '../support/bodies.js'
import { failing } from '../support/flows/insisting.js'
import { inOrder } from '../support/order.js'
import { covers, test } from '../support/test.js'
import { huge, recorded, refused, repeated } from './parties-token.cases.js'

for (const row of inOrder(refused)) test(`refuses ${row.title}`, covers(row), refusal(row, failing))

for (const row of inOrder(recorded)) test(`records ${row.title}`, covers(row), observation(row))

test(`records ${repeated.title}`, covers(repeated), async ({ client, judge }) => {
  const [control, ...mutated] = await client.prepare(...mutationsOf(repeated))
  await judge.grants(control)
  for (const message of mutated) {
    await judge.records(message, 'first use of a parties_token')
    await judge.records(message, 'second use of the same parties_token')
  }
})

test(`accepts ${huge.title}`, covers(huge), survival(huge))
