import { inOrder } from '../support/order.js'
import { covers, test } from '../support/test.js'
import * as rows from './conditions.cases.js'
import { randomTrees, shrunk } from './random-trees.js'
import { serviceGrant, serviceObservation, serviceRefusal } from './rows.js'
import * as cases from './trees.cases.js'
import { judgeTrees } from './trees.js'

for (const row of inOrder(rows.refused)) test(`refuses its service ${row.title}`, covers(row), serviceRefusal(row))

for (const row of inOrder(rows.granted)) test(`grants its service ${row.title}`, covers(row), serviceGrant(row))

for (const row of inOrder(rows.recorded))
  test(`records whether it serves ${row.title}`, covers(row), serviceObservation(row))

test('decides 64 trees of three levels as they say', covers(cases.truthTable), ({ service, judge }) =>
  judgeTrees({ service, judge }, cases.table, async (_, index) => cases.table[index]),
)

test('decides 30 random trees as they say', covers(cases.fewRandom), ({ service, judge }) =>
  judgeTrees({ service, judge }, randomTrees(service.seed, 30), shrunk),
)
