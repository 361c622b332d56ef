import type { AskOptions } from '../../harness/check/identity-provider/asking.js'
import type { Message } from '../../harness/check/types.js'
import { isUnanswered } from '../../harness/judge/outcome.js'
import { inOrder } from '../support/order.js'
import { covers, test } from '../support/test.js'
import { anotherHuman, subOf } from './humans.js'
import { anotherName, unknown, wrongPasswords } from './password.cases.js'
import { asking } from './rows.js'
import { askingFor, isLost, lost, ruleProven, signOf } from './unproven.js'

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

test(
  'leaves a human who is logged in who they are where another name is typed with a wrong password',
  covers(anotherName),
  async ({ client, judge, login }) => {
    const { username, password } = anotherHuman({ judge, login })
    if (!login.hasPassword) judge.notApplicable('No step of the target file types a password.')
    const message = await client.message()
    const sign = await signOf({ judge, login }, message)
    const typed = { name: 'another one', values: { username, password } }
    const others = login.asking(message, { session: 'none', typed })
    await judge.records(others, 'a login of another human of the kit')
    const other = await subOf({ judge, login }, message, others, 'the code of that other human')
    if (other === null) judge.notApplicable('It does not log another human of the kit in.')
    const first = login.asking(message, { session: 'none' })
    await judge.grants(first)
    const anewAfter = (asked: Message): AskOptions => {
      const { cookies } = login.came(asked)
      return { session: 'none', cookies, mutate: asking('prompt', 'login') }
    }
    const control = login.asking(message, anewAfter(first))
    await judge.grants(control)
    if (!login.came(control).proven) judge.notApplicable('It logs the human in without asking for the password.')
    const own = await subOf({ judge, login }, message, control, 'the code of a human')
    if (own === other) judge.notApplicable('It gives two humans one sub, as another check says.')
    const values = { username, password: unknown() }
    const wrong = login.asking(message, { ...anewAfter(control), typed: { name: 'wrongly another one', values } })
    await judge.refuses(wrong)
    const { cookies } = login.came(wrong)
    const again = askingFor({ login }, message, { session: 'none', cookies }, sign)
    const sent = await judge.records(again, 'an authorization request of the browser in which the password was wrong')
    if (isUnanswered(sent.outcome)) judge.inconclusive('No complete answer came.')
    if (isLost({ login }, again, sent, sign)) judge.notApplicable(lost)
    const named = await subOf({ judge, login }, message, again, 'the code that came of it')
    judge.rule('Nobody becomes the human whose password was wrong', named !== other, {
      expected: 'no code for the other human',
      got: named === other ? `a code for ${JSON.stringify(named)}` : 'no code for the other human',
    })
  },
)
