import { silent } from '../registry-transport/transport.cases.js'
import { refusal } from '../support/bodies.js'
import { failing } from '../support/insisting.js'
import { covers, test } from '../support/test.js'

// Waits for the time-out of the target itself; its folder stands early in the alphabet, so that the rest runs beside it.
test(
  `refuses ${silent.title}`,
  covers(silent),
  refusal(silent, { ...failing, noAnswerIsRefusal: true, timeoutMs: 12_000 }),
)
