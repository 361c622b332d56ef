import { refusal } from '../support/bodies.js'
import { failing } from '../support/flows/insisting.js'
import { covers, test } from '../support/test.js'
import { silent, silentForLong, silentForLongSeconds, silentSeconds } from './transport.cases.js'

test(
  `refuses ${silent.title}`,
  covers(silent),
  refusal(silent, { ...failing, noAnswerIsRefusal: true, timeoutMs: silentSeconds * 1000 }),
)

// Time-outs of half a minute are as usual as those of ten seconds. The lab closes the connection after a minute.
test(
  `refuses ${silentForLong.title}`,
  covers(silentForLong),
  refusal(silentForLong, { ...failing, noAnswerIsRefusal: true, timeoutMs: silentForLongSeconds * 1000 }),
)
