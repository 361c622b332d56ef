import { restartOf } from '../support/flows/restart.js'
import type { Coverage } from '../support/row.js'
import { covers, test } from '../support/test.js'
import { subject } from './answer.cases.js'
import { usedTwice } from './code.cases.js'
import { claim } from './id-token.js'
import { codeOf, redeeming } from './rows.js'

/** After so many milliseconds a code may have expired by itself: RFC 6749 §4.1.2 allows ten minutes, and many live for one. */
const mostCodeMs = 45_000

/** A target that invents a `sub` for each human when it starts knows nobody again. */
const subjectAfterRestart: Coverage = {
  ...subject,
  id: 'login.subject-after-restart',
  profile: 'standard',
  exclusive: true,
  unsafe: 'restart',
  detects: ['forgets-subjects'],
}

test(
  'gives a human the same sub at a client after it was restarted',
  covers(subjectAfterRestart),
  async ({ client, judge, target }) => {
    const restart = restartOf({ judge, target })
    const control = await client.message()
    const before = claim(await judge.grants(control), 'sub')
    if (before === null) judge.notApplicable('Its id_token has no sub, as another check says.')
    await restart()
    const after = claim(await judge.grants(client.next(control)), 'sub')
    judge.rule('A login after the restart has the sub of the login before', before === after, {
      expected: JSON.stringify(before),
      got: JSON.stringify(after),
    })
  },
)

/** A code that says all that it is good for outlives the memory of its issuer, if that is all that says that it was used. */
const codeAfterRestart: Coverage = {
  ...usedTwice,
  id: 'login.code-after-restart',
  profile: 'standard',
  exclusive: true,
  unsafe: 'restart',
  detects: ['forgets-used-codes-on-restart'],
}

test(
  'refuses a code that it has redeemed after it was restarted',
  covers(codeAfterRestart),
  async ({ client, judge, target }) => {
    const restart = restartOf({ judge, target })
    const control = await client.message()
    const sent = await judge.grants(control)
    await restart()
    await judge.grants(client.next(control))
    if (Date.now() - Date.parse(sent.exchange.startedAt) > mostCodeMs)
      judge.notApplicable('The restart took longer than many a code lives.')
    await judge.refuses(client.next(control, { mutate: redeeming('the code of before the restart', codeOf(sent)) }))
  },
)
