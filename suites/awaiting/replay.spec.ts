import { setTimeout as sleep } from 'node:timers/promises'
import { someSeconds, someSecondsLater } from '../replay/flows.cases.js'
import { covers, test } from '../support/test.js'

test('refuses an accepted assertion some seconds later', covers(someSecondsLater), async ({ client, judge }) => {
  test.setTimeout(60_000)
  const sent = await judge.grants(await client.message())
  await sleep(someSeconds * 1000)
  await judge.refuses(client.again(sent))
})
