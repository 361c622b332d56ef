import { observation, refusal } from '../support/bodies.js'
import { inOrder } from '../support/order.js'
import { covers, test } from '../support/test.js'
import { refused } from './chain.cases.js'
import { recorded } from './recorded.cases.js'

for (const row of inOrder(refused)) test(`refuses ${row.title}`, covers(row), refusal(row))

for (const row of inOrder(recorded)) test(`records ${row.title}`, covers(row), observation(row))
