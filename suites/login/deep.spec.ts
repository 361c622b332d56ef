import { setTimeout as sleep } from 'node:timers/promises'
import { covers, test } from '../support/test.js'
import { lifetime, usedLater } from './code.cases.js'
import { codeOf, redeeming } from './rows.js'

test('refuses a code that it redeemed 30 seconds ago', covers(usedLater), async ({ client, judge }) => {
  test.setTimeout(120_000)
  const control = await client.message()
  const used = codeOf(await judge.grants(control))
  await sleep(30_000)
  await judge.refuses(client.next(control, { mutate: redeeming('the code of the control once more', used) }))
})

test('records how long a code lives', covers(lifetime), async ({ client, judge, login }) => {
  test.setTimeout(180_000)
  const control = await client.message()
  await judge.grants(control)
  let longest = 0
  for (const seconds of [35, 65]) {
    const code = await login.code(control)
    await sleep(seconds * 1000)
    const mutate = redeeming(`a code of ${seconds} s`, code)
    const { outcome } = await judge.records(client.next(control, { mutate }), mutate.name)
    if (outcome.kind === 'granted') longest = seconds
  }
  judge.observes('longest age at which a code was redeemed', longest, 's')
})
