import { mutationsOf, observation, refusal } from '../support/bodies.js'
import { refusalBesideOthers } from '../support/flows/beside-others.js'
import { inOrder } from '../support/order.js'
import { covers, test } from '../support/test.js'
import { again, besideOthers, recorded, refused } from './certificate.cases.js'

for (const row of inOrder(refused)) test(`refuses ${row.title}`, covers(row), refusal(row))

for (const row of inOrder(recorded)) test(`records ${row.title}`, covers(row), observation(row))

test(`refuses ${again.title}`, covers(again), async ({ client, judge }) => {
  const [control, ...mutated] = await client.prepare(...mutationsOf(again))
  await judge.grants(control)
  for (const message of mutated) {
    await judge.refuses(message)
    for (let count = 1; count < again.times; count += 1) await judge.refuses(client.next(message))
  }
})

test(`refuses ${besideOthers.title}`, covers(besideOthers), refusalBesideOthers(besideOthers))
