import type { AskOptions } from '../../harness/check/identity-provider/asking.js'
import type { Message } from '../../harness/check/types.js'
import { inOrder } from '../support/order.js'
import { covers, test } from '../support/test.js'
import { wrongPasswords } from './password.cases.js'
import { asking } from './rows.js'
import { ruleProven, signOf } from './unproven.js'

// A right login before each wrong one, so that no account is locked for several wrong ones in a row.

for (const row of inOrder(wrongPasswords))
  test(`logs nobody in with ${row.title}`, covers(row), async ({ client, judge, login }) => {
    if (!login.hasPassword) judge.notApplicable('No step of the target file types a password.')
    const values = row.typed(login)
    if (values.password === login.human.password)
      judge.notApplicable('The password is written in one letter case alone.')
    const { inBrowser = false, anew = false, comesBack = false } = row
    const message = await client.message()
    const usual: AskOptions = { session: 'none', ...(inBrowser && { inBrowser }) }
    const first = login.asking(message, usual)
    await judge.grants(first)
    const afterIt = (asked: Message): AskOptions =>
      anew ? { ...usual, cookies: login.came(asked).cookies, mutate: asking('prompt', 'login') } : usual
    const control = anew ? login.asking(message, afterIt(first)) : first
    if (anew) await judge.grants(control)
    if (!login.came(control).proven) judge.notApplicable('It logs the human in without asking for the password.')
    const typed = { name: row.title, values }
    const wrong = login.asking(message, { ...afterIt(control), typed })
    await judge.refuses(wrong)
    const { cookies } = login.came(wrong)
    if (!comesBack || cookies.length === 0) return
    const sign = await signOf({ judge, login }, message)
    const name = 'the browser in which the password was wrong'
    await ruleProven({ judge, login }, message, { session: 'none', cookies }, { sign, name })
  })
