// In a folder of its own, far behind `awaiting/`, so that two workers never wait at the same time.
import { silent } from '../service/evidence.cases.js'
import { serviceRefusal } from '../service/rows.js'
import { covers, test } from '../support/test.js'

// As silent-registry.spec.ts: waits for the time-out of the target itself.
test(
  `refuses its service ${silent.title}`,
  covers(silent),
  serviceRefusal(silent, { noAnswerIsRefusal: true, timeoutMs: 12_000 }),
)
