import type { Coverage } from '../support/row.js'
import { covers, test } from '../support/test.js'
import { subject } from './answer.cases.js'

import { claim } from './id-token.js'

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
    if (!target.restart) return judge.notApplicable('The target file has neither launch nor restart.')
    const control = await client.message()
    const before = claim(await judge.grants(control), 'sub')
    if (before === null) judge.notApplicable('Its id_token has no sub, as another check says.')
    await target.restart()
    const after = claim(await judge.grants(client.next(control)), 'sub')
    judge.rule('A login after the restart has the sub of the login before', before === after, {
      expected: JSON.stringify(before),
      got: JSON.stringify(after),
    })
  },
)
