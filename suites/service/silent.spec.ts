import { silentForLongSeconds, silentSeconds } from '../registry-transport/transport.cases.js'
import { covers, test } from '../support/test.js'
import { silent, silentForLong, tooLarge } from './evidence.cases.js'
import { serviceRefusal } from './rows.js'

const unanswered = (seconds: number) => ({ noAnswerIsRefusal: true, timeoutMs: seconds * 1000 })

/** An answer that never ends is no silence: who reads a part of it is busy, and some give it up soon. */
const endlessSeconds = 12

for (const [row, seconds] of [
  [silent, silentSeconds],
  [tooLarge, endlessSeconds],
] as const)
  test(`refuses its service ${row.title}`, covers(row), serviceRefusal(row, unanswered(seconds)))

test(
  `refuses its service ${silentForLong.title}`,
  covers(silentForLong),
  serviceRefusal(silentForLong, unanswered(silentForLongSeconds)),
)
