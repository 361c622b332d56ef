import { observation, refusal, refusalAgain } from '../support/bodies.js'
import { refusalBesideOthers } from '../support/flows/beside-others.js'
import { inOrder } from '../support/order.js'
import { covers, test } from '../support/test.js'
import { again, besideOthers, recorded, refused } from './certificate.cases.js'

for (const row of inOrder(refused)) test(`refuses ${row.title}`, covers(row), refusal(row))

for (const row of inOrder(recorded)) test(`records ${row.title}`, covers(row), observation(row))

test(`refuses ${again.title}`, covers(again), refusalAgain(again))

test(`refuses ${besideOthers.title}`, covers(besideOthers), refusalBesideOthers(besideOthers))
