import { nearlyRanOut } from '../../harness/check/expiry.js'
import { restartOf } from '../support/flows/restart.js'
import type { Coverage } from '../support/row.js'
import { check } from '../support/row.js'
import { covers, test } from '../support/test.js'
import { others } from './flows.cases.js'

const restarted: Coverage = check(
  'replay.after-restart',
  'RPL-14',
  ['forgets-on-restart', 'forgets-most-on-restart', 'forgets-last-on-restart'],
  { profile: 'standard', exclusive: true, unsafe: 'restart' },
)

test('refuses accepted assertions after it was restarted', covers(restarted), async ({ client, judge, target }) => {
  const restart = restartOf({ judge, target })
  const control = await client.message()
  const first = await judge.grants(control)
  let last = first
  // What was kept must be read whole.
  for (let more = 0; more < others; more += 1) last = await judge.grants(client.next(control))
  await restart()
  await judge.grants(client.next(control))
  await judge.refuses(client.again(first), { late: true })
  // A grant speaks for itself; a refusal says something only of one that lives, and the youngest lives longest.
  await judge.refuses(client.again(last), {
    late: true,
    unless: async (again) =>
      again.outcome.kind === 'refused' && nearlyRanOut(again)
        ? 'The restart took longer than an assertion lives.'
        : undefined,
  })
})
