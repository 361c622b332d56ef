import { observation, refusal } from '../support/bodies.js'
import { inOrder } from '../support/order.js'
import { check } from '../support/row.js'
import { covers, test } from '../support/test.js'
import { recentlyExpired, recorded, refused } from './time.cases.js'

for (const row of inOrder(refused)) test(`refuses ${row.title}`, covers(row), refusal(row))

test(
  'records how long after exp it still takes an assertion',
  covers(check('time.tolerance', 'TIM-04')),
  async ({ client, judge }) => {
    const control = await client.message()
    await judge.grants(control)
    let tolerated = 0
    for (const { seconds, mutate } of recentlyExpired) {
      const { outcome } = await judge.records(client.next(control, { mutate }), mutate.name)
      if (outcome.kind === 'granted') tolerated = seconds
    }
    judge.observes('longest time after exp that was tolerated', tolerated, 's')
  },
)

for (const row of inOrder(recorded)) test(`records ${row.title}`, covers(row), observation(row))
