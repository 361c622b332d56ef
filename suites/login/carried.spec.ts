import type { Message } from '../../harness/check/types.js'
import type { Coverage } from '../support/row.js'
import { covers, type Fixtures, test } from '../support/test.js'
import { ofTwoHumans, subOf } from './humans.js'
import { claim } from './id-token.js'
import { checkAtLogin } from './rows.js'

/** A human who logs in can change what their browser carries from page to page; who they are is what they have proved. */
const carried: Coverage = checkAtLogin(
  'login.human-in-pages',
  'LOGIN-HUMAN-AUTHENTICATED',
  'believes-human-of-browser',
  { level: 'strict', profile: 'standard', unsafe: 'lockout' },
)

/** How many requests of a login that carry a name are changed at most. */
const most = 4

test(
  'takes nobody for the human whom their browser names once they have logged in',
  covers(carried),
  async ({ client, judge, login }) => {
    const subs = (await ofTwoHumans({ client, judge, login })).map((sent) => claim(sent, 'sub'))
    const [own, other] = subs
    const stranger = login.otherHuman
    if (typeof own !== 'string' || typeof other !== 'string' || own === other || !stranger)
      return judge.notApplicable('Its two humans have no sub each.')
    const message = await client.message()
    const names = new Map([
      [own, other],
      [login.human.username, stranger.username],
    ])
    let count = 0
    for (const [from, to] of names) {
      const honest = login.asking(message, { session: 'none', swap: { from, to, byItsHuman: true } })
      await judge.grants(honest)
      const { carriers } = login.came(honest)
      count += carriers
      for (let at = 0; at < Math.min(carriers, most); at += 1) {
        const asked = login.asking(message, { session: 'none', swap: { from, to, at, byItsHuman: true } })
        await ruleNotTaken({ judge, login }, message, asked, other)
      }
    }
    if (count === 0) judge.notApplicable('None of its pages carries who the human is where it can be read.')
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
