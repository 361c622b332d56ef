import { observation, refusal } from '../support/bodies.js'
import { refusalBesideOthers } from '../support/flows/beside-others.js'
import { inOrder } from '../support/order.js'
import { covers, test } from '../support/test.js'
import * as nearMisses from './alike.cases.js'
import { besideOthers, recorded, refused } from './audience.cases.js'

for (const row of inOrder(refused)) test(`refuses ${row.title}`, covers(row), refusal(row))

for (const row of inOrder(nearMisses.refused)) {
  test(`refuses ${row.title}`, covers(nearMisses.counted(row)), async ({ client, judge, target }) => {
    const mutations = nearMisses.differing(row, target)
    if (mutations.length === 0) judge.notApplicable('The identifier of the target has no other spelling of that kind.')
    const [control, ...mutated] = await client.prepare(...mutations)
    await judge.grants(control)
    for (const message of mutated) await judge.refuses(message)
  })
}

test(`refuses ${besideOthers.title}`, covers(besideOthers), refusalBesideOthers(besideOthers))

for (const row of inOrder(recorded)) test(`records ${row.title}`, covers(row), observation(row))
