import { refusal } from '../support/bodies.js'
import { failing } from '../support/flows/insisting.js'
import { covers, test } from '../support/test.js'
import { silent, silentSeconds } from './transport.cases.js'

test(
  `refuses ${silent.title}`,
  covers(silent),
  refusal(silent, { ...failing, noAnswerIsRefusal: true, timeoutMs: silentSeconds * 1000 }),
)
