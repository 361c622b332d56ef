import { silentSeconds } from '../registry-transport/transport.cases.js'
import { covers, test } from '../support/test.js'
import { silent, tooLarge } from './evidence.cases.js'
import { serviceRefusal } from './rows.js'

for (const row of [silent, tooLarge])
  test(
    `refuses its service ${row.title}`,
    covers(row),
    serviceRefusal(row, { noAnswerIsRefusal: true, timeoutMs: silentSeconds * 1000 }),
  )
