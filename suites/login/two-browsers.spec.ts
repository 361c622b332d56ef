import type { Message } from '../../harness/check/types.js'
import type { Coverage } from '../support/row.js'
import { covers, type Fixtures, test } from '../support/test.js'
import { redeemedOf } from './humans.js'
import { claim } from './id-token.js'
import { checkAtLogin } from './rows.js'

// A human goes on with a page while another browser opens one: what they get is of their own request.

type Tools = Pick<Fixtures, 'judge' | 'login'>

interface Askers {
  readonly message: Message
  /** Who asks in the other browser. */
  readonly other: Message
  /** With the state, nonce and code_challenge of the first. */
  readonly alike: boolean
}

/** A login of a browser while another one opens a request, once that has come to its end. */
async function askedBeside({ judge, login }: Tools, { message, other, alike }: Askers): Promise<Message> {
  const asked = login.asking(message, { session: 'none', meanwhile: other.party, meanwhileApart: { alike } })
  // Who copies the values of a login may end it; who merely comes may not.
  if (alike) await judge.records(asked, 'a login while another browser opens a request with its values')
  else await judge.accepts(asked)
  return asked
}

const own = 'the request of the browser'
const foreign = 'that of the other browser'
/** Why nothing was judged. */
const unfit = 'It gives no code that its answer fits where another browser opens a page meanwhile.'

/** Of which request the answer to a browser is; nothing where its code fits neither. */
async function answeredFor(tools: Tools, askers: Askers): Promise<typeof own | typeof foreign | undefined> {
  const { judge, login } = tools
  // A code may be spent by the first attempt to redeem it, so that each needs another one.
  for (const request of [own, foreign] as const) {
    const { code, meanwhile } = login.came(await askedBeside(tools, askers))
    if (!code || !meanwhile) return undefined
    if (meanwhile.isAnswered) return foreign
    const [by, redeemed] = request === own ? [askers.message, code] : [askers.other, meanwhile.foreignCode ?? code]
    const sent = await judge.records(login.redeeming(by, redeemed, `as that of ${request}`), 'redeems the code')
    if (sent.outcome.kind === 'granted') return request
  }
  return undefined
}

async function ruleOwn(tools: Tools, says: string, askers: Askers): Promise<void> {
  const { judge, login } = tools
  await judge.grants(login.asking(askers.message, { session: 'none' }))
  const got = await answeredFor(tools, askers)
  if (!got) return judge.notApplicable(unfit)
  judge.rule(says, got === own, { expected: own, got })
}

/** Two humans log in at one client: each answer has the state of its request, and a code that fits it (RFC 6749 §4.1.2, RFC 7636 §4.4). */
const browsersApart: Coverage = checkAtLogin('login.browsers-apart', 'LOGIN-OIDC', 'keeps-request-by-client', {
  level: 'strict',
})

test(
  'answers a browser for its own request, though another one has begun a login at the same client since',
  covers(browsersApart),
  async ({ client, judge, login }) => {
    const message = await client.message()
    const askers = { message, other: message, alike: false }
    await ruleOwn({ judge, login }, 'Its answer to a browser is of the request of that browser', askers)
  },
)

/** Many a client sends the same state each time, and a hostile one may send that of another; what it gets is of its own request alone. */
const valuesOfAnother: Coverage = checkAtLogin(
  'login.values-of-another-client',
  'LOGIN-OIDC',
  ['keeps-request-by-state', 'keeps-request-by-nonce', 'keeps-request-by-challenge'],
  { level: 'strict' },
)

test(
  'answers a browser for its own client, though another client sends the same state, nonce and code_challenge',
  covers(valuesOfAnother),
  async ({ client, judge, login }) => {
    const askers = { message: await client.message(), other: await client.message(), alike: true }
    await ruleOwn({ judge, login }, 'Its code is for the client of its browser', askers)
  },
)

/** OpenID Connect Core §3.1.2.1. */
const nonceOfBrowser: Coverage = checkAtLogin('login.nonce-of-own-browser', 'OID-10', 'keeps-request-by-client')

test(
  'repeats the nonce of the request of a browser, though another one has begun a login at the same client since',
  covers(nonceOfBrowser),
  async ({ client, judge, login }) => {
    const message = await client.message()
    await judge.grants(login.asking(message, { session: 'none' }))
    const asked = login.asking(message, {
      session: 'none',
      meanwhile: message.party,
      meanwhileApart: { alike: false },
    })
    await judge.records(asked, 'a login while another browser opens a request of the same client')
    const { code, meanwhile } = login.came(asked)
    const sent = await redeemedOf({ judge, login }, message, asked, 'the code of that login')
    if (!code || !meanwhile || !sent) return judge.notApplicable(unfit)
    const { isAnswered, foreignNonce } = meanwhile
    const isForeign = claim(sent, 'nonce') === (isAnswered ? code.nonce : foreignNonce)
    judge.rule('Its id_token has the nonce of the request of its browser', !isForeign, {
      expected: 'the nonce of its own request',
      got: isForeign ? 'the nonce of the other browser' : 'the nonce of its own request',
    })
  },
)
