import { mutationsOf, observation, refusal, survival } from '../support/bodies.js'
import { inOrder } from '../support/order.js'
import { check } from '../support/row.js'
import { covers, test } from '../support/test.js'
import { large, recorded, twoContentTypes, unfinished, wrongLengths } from './body.cases.js'
import { ruleNoServerError } from './rules.js'

/** Bound for requests that a server may rightly wait for, milliseconds. */
const patienceMs = 2_000

for (const row of inOrder(wrongLengths))
  test(`refuses ${row.title}`, covers(row), refusal(row, { noAnswerIsRefusal: true }))

test(
  'answers others while a body stays unfinished',
  covers(check('http.unfinished-body', ['HTTP-26', 'HTTP-27'], [], { profile: 'deep', unsafe: 'slow' })),
  async ({ client, judge }) => {
    const control = await client.message()
    await judge.grants(control)
    const waiting = judge.refuses(client.next(control, { mutate: unfinished }), {
      noAnswerIsRefusal: true,
      timeoutMs: patienceMs,
    })
    await judge.accepts(client.next(control))
    await waiting
  },
)

test(`answers ${twoContentTypes.title} without a server error`, covers(twoContentTypes), async ({ client, judge }) => {
  const [control, ...mutated] = await client.prepare(...mutationsOf(twoContentTypes))
  await judge.grants(control)
  for (const message of mutated) ruleNoServerError(judge, await judge.records(message, twoContentTypes.title), control)
})

for (const row of inOrder(large)) test(`still answers after ${row.title}`, covers(row), survival(row))

for (const row of inOrder(recorded)) test(`records ${row.title}`, covers(row), observation(row))
