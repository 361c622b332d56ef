import { setTimeout as sleep } from 'node:timers/promises'
import { nearlyRanOut } from '../../harness/check/expiry.js'
import type { Coverage } from '../support/row.js'
import { check } from '../support/row.js'
import { covers, test } from '../support/test.js'

import { toleratedAges } from './tolerated-ages.js'

/** Other assertions after which one is presented again (RPL-15). */
const many = 10_000

const beforeExpiry: Coverage = check('replay.before-expiry', 'RPL-12', ['forgets-aged-assertions', 'accepts-replay'], {
  profile: 'deep',
  waits: 23,
})

test('refuses an accepted assertion shortly before it expires', covers(beforeExpiry), async ({ client, judge }) => {
  const sent = await judge.grants(await client.message())
  await sleep(23_000)
  await judge.refuses(client.again(sent))
})

/** Ages up to those that clocks are usually allowed, seconds: memories last 60, 90 or 120, and tolerances 60, 120 or 300. */
const ages = [31, 33, 34, 35, 40, 60, 75, 80, 88, 90, 119, 150, 200, 320]

const remembered: Coverage = check(
  'replay.while-tolerated',
  'RPL-13',
  [
    'forgets-after-30-seconds',
    'forgets-tolerated-after-a-minute',
    'forgets-tolerated-after-two-minutes',
    'forgets-at-exp',
    'accepts-replay',
  ],
  { profile: 'deep', waits: 320, slow: 480 },
)

test(
  'refuses an accepted assertion again for as long as it tolerates its age',
  covers(remembered),
  async ({ client, judge }) => {
    const control = await client.message()
    await judge.grants(control)
    const [younger, oldest] = (await toleratedAges({ client, judge }, control, ages)).slice(-2)
    if (younger === undefined || oldest === undefined)
      return judge.notApplicable('The target tolerates no age that is far enough beyond 30 s to be waited for.')
    const sent = await judge.grants(client.next(control))
    // It was two to three seconds old when it was sent, and is not quite as old as the oldest one now.
    await sleep(Date.parse(sent.exchange.startedAt) + (oldest - 3) * 1000 - Date.now())
    await judge.refuses(client.again(sent), { late: true })
    await judge.grants(client.next(control, { ageSeconds: younger }))
  },
)

/** An assertion is presented again so many seconds after it was accepted, and lives some seconds more. A memory that is emptied now and then is so in between. */
const kept = 20
/** So many of them, one after the other. */
const inARow = 6

const whileWatched: Coverage = check(
  'replay.throughout-two-minutes',
  'RPL-12',
  ['empties-replays-each-minute', 'accepts-replay'],
  { profile: 'deep', waits: kept * inARow, slow: 180 },
)

test(
  'refuses accepted assertions late in their lives, one after the other for two minutes',
  covers(whileWatched),
  async ({ client, judge }) => {
    const control = await client.message()
    for (let count = 0; count < inARow; count += 1) {
      const sent = await judge.grants(count === 0 ? control : client.next(control))
      await sleep(Date.parse(sent.exchange.startedAt) + kept * 1000 - Date.now())
      await judge.refuses(client.again(sent), {
        unless: async (again) =>
          again.outcome.kind === 'refused' && nearlyRanOut(again)
            ? 'An assertion had run out, or was about to, when it was refused.'
            : undefined,
      })
    }
  },
)

const afterMany: Coverage = check('replay.after-many', 'RPL-15', 'forgets-when-full', {
  profile: 'deep',
  unsafe: 'flood',
})

test('refuses an accepted assertion after 10,000 others', covers(afterMany), async ({ client, judge }) => {
  const control = await client.message()
  const sent = await judge.grants(control)
  const until = Date.parse(sent.exchange.startedAt) + 24_000
  let granted = 0
  while (granted < many && Date.now() < until) {
    const more = await judge.flood(client.next(control), 500)
    if (more === 0) break
    granted += more
  }
  judge.observes('other assertions accepted in between', granted)
  await judge.refuses(client.again(sent), {
    unless: async ({ outcome }) =>
      granted < many && outcome.kind === 'refused'
        ? `Only ${granted} other assertions fitted into the lifetime of the first.`
        : undefined,
  })
})
