import type { Message } from '../../harness/check/types.js'
import { waitInUse } from '../support/flows/in-use.js'
import { makeKnown } from '../support/flows/well-known.js'
import type { Coverage } from '../support/row.js'
import { covers, test } from '../support/test.js'
import { registeredAs, status } from '../support/values/records.js'
import { declaredCache, longestWait } from './declared-cache.js'
import { flipped } from './flows.cases.js'

const flippedLater: Coverage = {
  ...flipped,
  id: 'registry.status-flip-after-cache',
  detects: ['caches-status', 'caches-status-in-use', 'refreshes-status-behind', 'caches-certificates'],
  profile: 'deep',
  waits: longestWait,
  slow: longestWait + 120,
}

const changes = [status('Suspended'), registeredAs('another certificate in its place', ({ issue }) => issue({}))]

test(
  'refuses a party that was suspended, or whose certificate was replaced, once its declared cache is over',
  covers(flippedLater),
  async ({ client, judge, lab, target }) => {
    const seconds = declaredCache({ judge, target })
    const inUse: Message[] = []
    const idle: Message[] = []
    for (const kind of [inUse, idle]) for (const _ of changes) kind.push(await client.message())
    for (const control of [...inUse, ...idle]) await makeKnown({ client, judge }, control)
    for (const [index, change] of changes.entries())
      for (const kind of [inUse, idle]) {
        const control = kind[index]
        if (control) await lab.reprogram(control.party, change)
      }
    await waitInUse(seconds, async () => {
      for (const control of inUse) await judge.tries(client.next(control), 'while what is remembered may count')
    })
    await judge.grants(await client.message())
    // Who asks anew only behind an answer answers who has not come meanwhile by what was before.
    for (const control of [...idle, ...inUse]) await judge.refuses(client.next(control))
  },
)
