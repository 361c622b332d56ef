import { silentSeconds } from '../registry-transport/transport.cases.js'
import { covers, test } from '../support/test.js'
import { silent } from './evidence.cases.js'
import { serviceRefusal } from './rows.js'

test(
  `refuses its service ${silent.title}`,
  covers(silent),
  serviceRefusal(silent, { noAnswerIsRefusal: true, timeoutMs: silentSeconds * 1000 }),
)
