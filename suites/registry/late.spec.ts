import { setTimeout as sleep } from 'node:timers/promises'
import type { Message } from '../../harness/check/types.js'
import { covers, type Fixtures, test } from '../support/test.js'
import { status, unknownParty } from '../support/values/records.js'
import { declaredCache } from './declared-cache.js'
import { late, lateAfterCache } from './flows.cases.js'

/** What the registry says of a party when that comes for the first time, before it says that it is Active. */
const atFirst = [unknownParty, ...['Pending', 'Suspended'].map(status)]

/** Accepts parties that came too early, each so many seconds later. */
async function acceptsLater(
  { client, judge, lab }: Pick<Fixtures, 'client' | 'judge' | 'lab'>,
  seconds: number,
): Promise<void> {
  const early: Message[] = []
  for (const said of atFirst) {
    const message = await client.message()
    await lab.reprogram(message.party, said)
    await judge.records(client.next(message), `at first: ${said.name}`)
    await lab.reprogram(message.party, status('Active'))
    early.push(message)
  }
  if (seconds > 0) await sleep((seconds + 1) * 1000)
  for (const message of early) {
    await judge.grants(await client.message())
    await judge.accepts(client.next(message))
  }
}

test('accepts a party that came before it was Active', covers(late), async ({ client, judge, lab, target }) => {
  if (target.clock.registryCacheSeconds > 0)
    judge.notApplicable('The target declares a cache of the registry; the deep profile waits for it.')
  await acceptsLater({ client, judge, lab }, 0)
})

test(
  'accepts a party that came before it was Active once its declared cache is over',
  covers(lateAfterCache),
  async ({ client, judge, lab, target }) => {
    await acceptsLater({ client, judge, lab }, declaredCache({ judge, target }))
  },
)
