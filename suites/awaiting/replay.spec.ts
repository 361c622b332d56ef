// One wait that stands in two places: each project of the runner takes one of them (`waitsOf` in harness/cli/playwright.config.ts).
import { someSecondsLater } from '../replay/flows.cases.js'
import { sentAgainLater } from '../replay/some-seconds-later.js'
import { covers, test } from '../support/test.js'

test('refuses an accepted assertion some seconds later', covers(someSecondsLater), ({ client, judge }) =>
  sentAgainLater({ client, judge }),
)
