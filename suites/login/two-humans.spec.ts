import { setTimeout as sleep } from 'node:timers/promises'
import type { AuthorizationCode } from '../../harness/check/identity-provider/types.js'
import type { Message } from '../../harness/check/types.js'
import type { Coverage } from '../support/row.js'
import { covers, type Fixtures, test } from '../support/test.js'
import { anotherHuman } from './humans.js'
import { checkAtLogin } from './rows.js'

type Tools = Pick<Fixtures, 'judge' | 'login'>

/** A code is good for one login (RFC 6749 §4.1.2), and that of somebody else changes nothing about it. A human's own older code may end. */
const codesOfTwo: Coverage = {
  ...checkAtLogin('login.codes-of-two-humans', 'LOGIN-OIDC', 'refuses-code-of-human-before', { level: 'strict' }),
  // A broker's humans log in elsewhere, where one of them is known alone.
  roles: ['IdentityProvider'],
}

async function isRedeemed({ judge, login }: Tools, message: Message, code: AuthorizationCode, name: string) {
  const { outcome } = await judge.records(login.redeeming(message, code, name), `redeems ${name}`)
  if (outcome.kind !== 'granted' && outcome.kind !== 'refused')
    judge.inconclusive(`No answer to judge: ${outcome.kind}.`)
  return outcome.kind === 'granted'
}

/** Ends the check where a code that nobody comes after is refused too, once it is that old. */
async function needsLastingCodes({ judge, login }: Tools, message: Message, ageMs: number): Promise<void> {
  const code = await login.code(message)
  await sleep(ageMs)
  if (!(await isRedeemed({ judge, login }, message, code, 'a code of that age')))
    judge.notApplicable('Its codes do not live as long as a login of another human takes.')
}

test(
  'redeems the codes of two humans who log in at one client at the same time',
  covers(codesOfTwo),
  async ({ client, judge, login }) => {
    const tools = { judge, login }
    const values = anotherHuman(tools)
    const message = await client.message()
    await judge.grants(message)
    const first = await login.code(message)
    const since = Date.now()
    const asked = login.asking(message, { session: 'none', typed: { name: 'another one', values } })
    await judge.records(asked, 'a login of another human of the kit')
    const second = login.came(asked).code ?? judge.notApplicable('It does not log another human of the kit in.')
    const ageMs = Date.now() - since
    const isFirst = await isRedeemed(tools, message, first, 'the code of a human before whom another one logged in')
    const isSecond = await isRedeemed(tools, message, second, 'the code of that other one')
    if (!isFirst || !isSecond) await needsLastingCodes(tools, message, ageMs)
    for (const [whose, isGood] of Object.entries({ 'who logged in first': isFirst, 'who logged in last': isSecond }))
      judge.rule(`Redeems the code of the human ${whose}`, isGood, {
        expected: 'an access token',
        got: isGood ? 'an access token' : 'none',
      })
  },
)
