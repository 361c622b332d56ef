import { setTimeout as sleep } from 'node:timers/promises'
import type { Coverage } from '../support/row.js'
import { covers, test } from '../support/test.js'
import { usedTwice } from './code.cases.js'
import { checkAtLogin, codeOf, redeeming } from './rows.js'

/** How long after its lifetime a code is dead whatever a clock says. */
const spareSeconds = 5

const usedLater: Coverage = { ...usedTwice, id: 'login.code-again-later', profile: 'deep', waits: 30 }

test('refuses a code that it redeemed 30 seconds ago', covers(usedLater), async ({ client, judge }) => {
  const control = await client.message()
  const used = codeOf(await judge.grants(control))
  await sleep(30_000)
  await judge.refuses(client.next(control, { mutate: redeeming('the code of the control once more', used) }))
})

const lifetime: Coverage = checkAtLogin('login.code-lifetime', 'LOGIN-CODE-LIFETIME', 'accepts-expired-code', {
  profile: 'deep',
  waits: 600,
  slow: 800,
})

test('refuses a code after its lifetime', covers(lifetime), async ({ client, judge, login, target }) => {
  const age = target.clock.codeLifetimeSeconds + spareSeconds
  const control = await client.message()
  await judge.grants(control)
  const code = await login.code(control)
  await sleep(age * 1000)
  await judge.refuses(client.next(control, { mutate: redeeming(`a code of ${age} s`, code) }))
})
