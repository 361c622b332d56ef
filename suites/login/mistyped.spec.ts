import { randomBytes } from 'node:crypto'
import type { AskOptions } from '../../harness/check/identity-provider/asking.js'
import type { AuthorizationCode } from '../../harness/check/identity-provider/types.js'
import type { Message } from '../../harness/check/types.js'
import type { Coverage } from '../support/row.js'
import { covers, type Fixtures, test } from '../support/test.js'
import { anotherHuman, redeemedOf, subOf } from './humans.js'
import { claim } from './id-token.js'
import { asking, checkAtLogin } from './rows.js'

// A human types a wrong password, and the right one on the page that comes then. What was asked for is the same.

/** A broker's humans type their password elsewhere. */
const mistyped = (...its: Parameters<typeof checkAtLogin>): Coverage => ({
  ...checkAtLogin(...its),
  roles: ['IdentityProvider'],
  unsafe: 'lockout',
})

const nonce = mistyped('login.nonce-after-wrong-password', 'OID-10', 'forgets-nonce-at-wrong-password')
const pkce = mistyped('login.pkce-after-wrong-password', 'OID-09', 'forgets-challenge-at-wrong-password')
const state = mistyped('login.state-after-wrong-password', 'LOGIN-OIDC', 'forgets-state-at-wrong-password', {
  level: 'strict',
})
const human = mistyped('login.human-after-another', 'LOGIN-OIDC', 'names-human-of-first-attempt', { level: 'must' })

type Tools = Pick<Fixtures, 'client' | 'judge' | 'login'>

/** Another password each time, so that nothing remembers that it was wrong. */
const notTheirs = (): string => randomBytes(12).toString('base64url')

/** A login in which a password is wrong at first, with its code, after one in which nothing is; ends the check where the target has no human type it anew. */
async function afterWrong(
  { client, judge, login }: Tools,
  options: AskOptions = {},
  values: NonNullable<AskOptions['slip']>['values'] = { password: notTheirs() },
): Promise<{ readonly message: Message; readonly asked: Message; readonly code: AuthorizationCode }> {
  if (!login.hasPassword) judge.notApplicable('No step of the target file types a password.')
  const message = await client.message()
  const usual: AskOptions = { session: 'none', ...options }
  const control = login.asking(message, usual)
  await judge.grants(control)
  if (!login.came(control).proven) judge.notApplicable('It logs the human in without asking for the password.')
  const asked = login.asking(message, { ...usual, slip: { name: 'a wrong password', values } })
  await judge.records(asked, 'a login in which the right password follows a wrong one')
  const code = login.came(asked).code ?? judge.notApplicable('It gives no code once a password was wrong.')
  return { message, asked, code }
}

test(
  'repeats the nonce of the request where the right password follows a wrong one',
  covers(nonce),
  async ({ client, judge, login }) => {
    const { message, asked, code } = await afterWrong({ client, judge, login })
    const sent = await redeemedOf({ judge, login }, message, asked, 'the code that came then')
    const got = claim(sent ?? judge.notApplicable('Its code cannot be redeemed, as another check says.'), 'nonce')
    judge.rule('Its id_token has the nonce of the request', got === code.nonce, {
      expected: code.nonce,
      got: JSON.stringify(got),
    })
  },
)

test(
  'brings state back, with a code that can be redeemed, where the right password follows a wrong one',
  covers(state),
  async ({ client, judge, login }) => {
    const sent = notTheirs()
    const { message, asked } = await afterWrong({ client, judge, login }, { mutate: asking('state', sent) })
    const got = new URL(login.came(asked).redirect ?? '').searchParams.get('state')
    judge.rule('Its answer has the state of the request', got === sent, {
      expected: JSON.stringify(sent),
      got: JSON.stringify(got),
    })
    const redeemed = await redeemedOf({ judge, login }, message, asked, 'the code that came then')
    judge.rule('Its code can be redeemed', redeemed !== undefined, {
      expected: 'an access token',
      got: redeemed ? 'an access token' : 'none',
    })
  },
)

test(
  'redeems a code with its verifier alone where the right password follows a wrong one',
  covers(pkce),
  async ({ client, judge, login }) => {
    const { message, code } = await afterWrong({ client, judge, login })
    const another = { ...code, verifier: [...(code.verifier ?? '')].reverse().join('') }
    const sent = await judge.records(login.redeeming(message, another, 'with another verifier'), 'another verifier')
    judge.rule('It redeems no code with another verifier', sent.outcome.kind !== 'granted', {
      expected: 'no access token',
      got: sent.outcome.kind === 'granted' ? 'an access token' : 'no access token',
    })
  },
)

test(
  'names the human who logged in, not one whose name was typed before with a wrong password',
  covers(human),
  async ({ client, judge, login }) => {
    const { username } = anotherHuman({ judge, login })
    const slip = { username, password: notTheirs() }
    const { message, asked } = await afterWrong({ client, judge, login }, {}, slip)
    const named = await subOf({ judge, login }, message, asked, 'the code of the human who logged in')
    const plain = login.asking(message, { session: 'none' })
    await judge.records(plain, 'a login of that human alone')
    const own = await subOf({ judge, login }, message, plain, 'the code of that human alone')
    if (named === null || own === null) judge.notApplicable('Its codes name nobody, as another check says.')
    judge.rule('The code names the human whose password was right', named === own, {
      expected: JSON.stringify(own),
      got: JSON.stringify(named),
    })
  },
)
