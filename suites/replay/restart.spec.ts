import { restartOf } from '../support/flows/restart.js'
import type { Coverage } from '../support/row.js'
import { check } from '../support/row.js'
import { covers, test } from '../support/test.js'
import { others } from './flows.cases.js'

const restarted: Coverage = check('replay.after-restart', 'RPL-14', ['forgets-on-restart', 'forgets-most-on-restart'], {
  profile: 'standard',
  exclusive: true,
  unsafe: 'restart',
})

test('refuses an accepted assertion after it was restarted', covers(restarted), async ({ client, judge, target }) => {
  const restart = restartOf({ judge, target })
  const control = await client.message()
  const sent = await judge.grants(control)
  // What was kept must be read whole.
  for (let more = 0; more < others; more += 1) await judge.grants(client.next(control))
  await restart()
  await judge.grants(client.next(control))
  if (Date.now() - Date.parse(sent.exchange.startedAt) > 25_000)
    judge.notApplicable('The restart took longer than an assertion lives.')
  await judge.refuses(client.again(sent))
})
