import { setTimeout as sleep } from 'node:timers/promises'
import type { Coverage } from '../support/row.js'
import { covers, test } from '../support/test.js'
import { status } from '../support/values/records.js'
import { declaredCache, longestWait } from './declared-cache.js'
import { flipped } from './flows.cases.js'

const flippedLater: Coverage = {
  ...flipped,
  id: 'registry.status-flip-after-cache',
  profile: 'deep',
  waits: longestWait,
  slow: longestWait + 60,
}

test(
  'refuses a suspended party once its declared cache is over',
  covers(flippedLater),
  async ({ client, judge, lab, target }) => {
    const seconds = declaredCache({ judge, target })
    const control = await client.message()
    await judge.grants(control)
    await lab.reprogram(control.party, status('Suspended'))
    await sleep((seconds + 1) * 1000)
    await judge.grants(await client.message())
    await judge.refuses(client.next(control))
  },
)
