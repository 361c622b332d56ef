import type { Message } from '../../harness/check/types.js'
import type { Coverage } from '../support/row.js'
import { covers, type Fixtures, test } from '../support/test.js'
import { changedAtEach } from './carriers.js'
import { ofTwoHumans, subOf } from './humans.js'
import { claim } from './id-token.js'
import { checkAtLogin } from './rows.js'

/** A human who logs in can change what their browser carries from page to page; who they are is what they have proved. */
const carried: Coverage = checkAtLogin(
  'login.human-in-pages',
  'LOGIN-HUMAN-AUTHENTICATED',
  'believes-human-of-browser',
  { level: 'strict', profile: 'standard' },
)

/** A shorter name stands in what it does not name, too. */
const shortest = 4

test(
  'takes nobody for the human whom their browser names once they have logged in',
  covers(carried),
  async ({ client, judge, login }) => {
    const [first, second] = await ofTwoHumans({ client, judge, login })
    const [own, other] = [claim(first, 'sub'), claim(second, 'sub')]
    if (typeof own !== 'string' || typeof other !== 'string' || own === other)
      return judge.notApplicable('Its two humans have no sub each.')
    const message = await client.message()
    const names = new Map([
      [own, other],
      [login.human.username, login.otherHuman?.username ?? ''],
    ])
    const onceProved = { password: login.human.password }
    let count = 0
    for (const [from, to] of names) {
      if (from.length < shortest) continue
      for (const asked of await changedAtEach({ judge, login }, message, { from, to, onceProved })) {
        await ruleNotTaken({ judge, login }, message, asked, other)
        count += 1
      }
    }
    if (count === 0)
      judge.notApplicable('Once its human has logged in, nothing carries where it can be read who that is.')
  },
)

/** A human who names another one in their browser is refused, or logged in as who they are. */
async function ruleNotTaken(
  tools: Pick<Fixtures, 'judge' | 'login'>,
  message: Message,
  asked: Message,
  other: string,
): Promise<void> {
  const name = `a login with ${asked.recipe.pages}`
  await tools.judge.records(asked, name)
  const sub = await subOf(tools, message, asked, `the code of ${name}`)
  tools.judge.rule(`Takes nobody for another human in ${name}`, sub !== other, {
    expected: 'no code, or one of the human who logged in',
    got: sub === other ? 'a code of the other human' : sub === null ? 'no code' : 'a code of the human who logged in',
  })
}
