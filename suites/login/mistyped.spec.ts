import { randomBytes } from 'node:crypto'
import type { AskOptions } from '../../harness/check/identity-provider/asking.js'
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
  // Beside one another, several checks would send wrong passwords in a row.
  exclusive: true,
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

interface Logins {
  readonly message: Message
  /** One in which nothing is wrong. */
  readonly plain: Message
  /** One in which a password is wrong at first. */
  readonly mistaken: Message
}

/** Two logins; ends the check where the target has no human type a password anew. */
async function bothWays(
  { client, judge, login }: Tools,
  options: AskOptions = {},
  values: NonNullable<AskOptions['slip']>['values'] = { password: notTheirs() },
): Promise<Logins> {
  if (!login.hasPassword) judge.notApplicable('No step of the target file types a password.')
  const message = await client.message()
  const usual: AskOptions = { session: 'none', ...options }
  const plain = login.asking(message, usual)
  await judge.grants(plain)
  if (!login.came(plain).proven) judge.notApplicable('It logs the human in without asking for the password.')
  const mistaken = login.asking(message, { ...usual, slip: { name: 'a wrong password', values } })
  await judge.records(mistaken, 'a login in which the right password follows a wrong one')
  if (!login.came(mistaken).code) judge.notApplicable('It gives no code once a password was wrong.')
  return { message, plain, mistaken }
}

/** What another check says of every login is no matter of the password. */
const asEver = 'So it does where no password was wrong, as another check says.'

test(
  'repeats the nonce of the request where the right password follows a wrong one',
  covers(nonce),
  async ({ client, judge, login }) => {
    const { message, plain, mistaken } = await bothWays({ client, judge, login })
    const told = async (asked: Message) => {
      const sent = await redeemedOf({ judge, login }, message, asked, 'the code of a login')
      return { own: login.came(asked).code?.nonce, got: sent && claim(sent, 'nonce') }
    }
    const usual = await told(plain)
    if (usual.got !== usual.own) judge.notApplicable(asEver)
    const { own, got } = await told(mistaken)
    if (got === undefined) judge.notApplicable('Its code cannot be redeemed, as another check says.')
    judge.rule('Its id_token has the nonce of the request', got === own, {
      expected: String(own),
      got: JSON.stringify(got),
    })
  },
)

test(
  'brings state back, with a code that can be redeemed, where the right password follows a wrong one',
  covers(state),
  async ({ client, judge, login }) => {
    const sent = notTheirs()
    const { message, plain, mistaken } = await bothWays({ client, judge, login }, { mutate: asking('state', sent) })
    const stateOf = (asked: Message) => new URL(login.came(asked).redirect ?? '').searchParams.get('state')
    if (stateOf(plain) !== sent) judge.notApplicable(asEver)
    const got = stateOf(mistaken)
    judge.rule('Its answer has the state of the request', got === sent, {
      expected: JSON.stringify(sent),
      got: JSON.stringify(got),
    })
    const redeemed = await redeemedOf({ judge, login }, message, mistaken, 'the code that came then')
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
    const { message, plain, mistaken } = await bothWays({ client, judge, login })
    const isRedeemed = async (asked: Message) => {
      const { code } = login.came(asked)
      if (!code) return false
      const another = { ...code, verifier: [...(code.verifier ?? '')].reverse().join('') }
      const redeeming = login.redeeming(message, another, 'with another verifier')
      return (await judge.records(redeeming, 'another verifier')).outcome.kind === 'granted'
    }
    if (await isRedeemed(plain)) judge.notApplicable(asEver)
    const got = await isRedeemed(mistaken)
    judge.rule('It redeems no code with another verifier', !got, {
      expected: 'no access token',
      got: got ? 'an access token' : 'no access token',
    })
  },
)

test(
  'names the human who logged in, not one whose name was typed before with a wrong password',
  covers(human),
  async ({ client, judge, login }) => {
    const values = anotherHuman({ judge, login })
    const slip = { username: values.username, password: notTheirs() }
    const { message, plain, mistaken } = await bothWays({ client, judge, login }, {}, slip)
    const another = login.asking(message, { session: 'none', typed: { name: 'another one', values } })
    await judge.records(another, 'a login of that other human')
    const subIn = (asked: Message, whose: string) => subOf({ judge, login }, message, asked, `the code of ${whose}`)
    const own = await subIn(plain, 'a human')
    const others = await subIn(another, 'another one')
    const named = await subIn(mistaken, 'a human whose name was typed behind that of another one')
    if (named === null || others === null) judge.notApplicable('Its codes name nobody, as another check says.')
    if (own === others) judge.notApplicable('It gives two humans one sub, as another check says.')
    judge.rule('The code names nobody whose password was wrong', named !== others, {
      expected: 'the human whose password was right',
      got: named === others ? 'the other one' : 'the human whose password was right',
    })
  },
)
