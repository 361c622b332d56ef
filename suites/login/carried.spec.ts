import type { Message } from '../../harness/check/types.js'
import type { Coverage } from '../support/row.js'
import { covers, type Fixtures, test } from '../support/test.js'
import { changedAtEach } from './carriers.js'
import { anotherHuman, subOf, subsOfTwoHumans } from './humans.js'
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

/** What the human who logs in is called, and what another one is. */
const namesOf = (
  { human, otherHuman }: Fixtures['login'],
  own: string,
  other: string,
): readonly (readonly [from: string, to: string])[] =>
  [
    ...new Map([
      [own, other],
      [human.username, otherHuman?.username ?? ''],
    ]),
  ].filter(([from]) => from.length >= shortest)

test(
  'takes nobody for the human whom their browser names once they have logged in',
  covers(carried),
  async ({ client, judge, login }) => {
    const { message, own, other } = await subsOfTwoHumans({ client, judge, login })
    const names = namesOf(login, own, other)
    const onceProved = { password: login.human.password }
    let count = 0
    for (const [from, to] of names) {
      for (const asked of await changedAtEach({ judge, login }, message, { from, to, onceProved })) {
        await ruleNotTaken({ judge, login }, message, asked, other)
        count += 1
      }
    }
    if (count === 0)
      judge.notApplicable('Once its human has logged in, nothing carries where it can be read who that is.')
  },
)

/** Whose password it is and who is logged in by it is one human, though an earlier page has asked for the name. */
const beside: Coverage = {
  ...carried,
  id: 'login.human-beside-password',
  // A broker's humans type their password elsewhere.
  roles: ['IdentityProvider'],
  detects: ['takes-password-of-first-human'],
  unsafe: 'lockout',
  // Beside one another, several checks would send wrong passwords in a row.
  exclusive: true,
}

// Where name and password are typed on one page, it is a wrong password for the other human, who logs in before each.
test(
  'takes nobody for the human whom their browser names beside their password',
  covers(beside),
  async ({ client, judge, login }) => {
    if (!login.hasPassword) judge.notApplicable('No step of the target file types a password.')
    const { message, own, other } = await subsOfTwoHumans({ client, judge, login })
    const besideProof = { password: login.human.password }
    let count = 0
    for (const [from, to] of namesOf(login, own, other)) {
      const [asked] = await changedAtEach({ judge, login }, message, { from, to, besideProof })
      if (!asked) continue
      const typed = { name: 'another one', values: anotherHuman({ judge, login }) }
      await judge.records(login.asking(message, { session: 'none', typed }), 'a login of the other human')
      await ruleNotTaken({ judge, login }, message, asked, other)
      count += 1
    }
    if (count === 0) judge.notApplicable('Nothing beside the password names where it can be read whose it is.')
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
