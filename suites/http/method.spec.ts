import { mutationsOf, observation, refusal } from '../support/bodies.js'
import { inOrder } from '../support/order.js'
import { check } from '../support/row.js'
import { covers, test } from '../support/test.js'
import { disguisedGet, get, head, oddMethods, otherMethods, recorded } from './method.cases.js'
import { ruleNoServerError, ruleNoSuccess } from './rules.js'

for (const row of inOrder(get)) {
  test(`refuses ${row.title}`, covers(row), async ({ client, judge }) => {
    const [control, ...mutated] = await client.prepare(...mutationsOf(row))
    await judge.grants(control)
    for (const message of mutated) ruleNoSuccess(judge, await judge.refuses(message, { noAnswerIsRefusal: true }))
  })
}

for (const row of inOrder(disguisedGet))
  test(`refuses ${row.title}`, covers(row), refusal(row, { noAnswerIsRefusal: true }))

for (const row of inOrder(otherMethods)) test(`refuses ${row.title}`, covers(row), refusal(row))

test(`refuses ${oddMethods.title}`, covers(oddMethods), async ({ client, judge }) => {
  const [control, ...mutated] = await client.prepare(...mutationsOf(oddMethods))
  await judge.grants(control)
  for (const message of mutated)
    ruleNoServerError(judge, await judge.refuses(message, { noAnswerIsRefusal: true }), control)
})

test(
  'does not consume the assertion of a HEAD request',
  covers(check('http.head', 'HTTP-06', 'consumes-on-head')),
  async ({ client, judge }) => {
    const control = await client.message()
    await judge.grants(control)
    const sent = await judge.refuses(client.next(control, { mutate: head }), { noAnswerIsRefusal: true })
    await judge.accepts(client.again(sent, { name: 'by POST after HEAD' }))
  },
)

for (const row of inOrder(recorded)) test(`records ${row.title}`, covers(row), observation(row))
