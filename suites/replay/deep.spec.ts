import { setTimeout as sleep } from 'node:timers/promises'
import { covers, test } from '../support/test.js'
import { afterMany, beforeExpiry } from './flows.cases.js'

test('refuses an accepted assertion shortly before it expires', covers(beforeExpiry), async ({ client, judge }) => {
  test.setTimeout(60_000)
  const sent = await judge.grants(await client.message())
  await sleep(23_000)
  await judge.refuses(client.again(sent))
})

test('refuses an accepted assertion after 10,000 others', covers(afterMany), async ({ client, judge }) => {
  test.setTimeout(120_000)
  const control = await client.message()
  const sent = await judge.grants(control)
  const granted = await judge.flood(client.next(control), 10_000)
  const seconds = (Date.now() - Date.parse(sent.exchange.startedAt)) / 1000
  judge.observes('other assertions accepted in between', granted)
  if (seconds > 27) judge.inconclusive(`10,000 assertions took ${Math.round(seconds)} s: the first one has expired.`)
  await judge.refuses(client.again(sent))
})
