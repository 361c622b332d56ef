import type { Came } from '../../harness/check/identity-provider/asking.js'
import type { Message, Sent } from '../../harness/check/types.js'
import type { Json } from '../../harness/contracts/json.js'
import { assign } from '../../harness/mutations/form-parameters.js'
import { authorization } from '../../harness/mutations/mutation.js'
import { memberOf } from '../../harness/wire/decode.js'
import type { Coverage } from '../support/row.js'
import { covers, type Fixtures, test } from '../support/test.js'
import { humanOf } from './answer.cases.js'
import { anotherHuman, redeemedOf, subOf } from './humans.js'
import { claim } from './id-token.js'
import { type Asked, checkAtLogin } from './rows.js'
import { askingFor, isLost, lost, type Sign, signOf } from './unproven.js'

/** A login is that of the human who proves in it who they are, not that of one who was in the browser before or came there since (OpenID Connect Core §3.1.2.3, §3.1.3.3). */
const typedAnew: Coverage = humanOf('login.human-typed-anew', [
  'leaves-human-of-browser',
  'names-first-human',
  'names-human-of-session-now',
])

/** Ways to have a human log in anew. */
const anew = [
  ['prompt', 'login'],
  ['max_age', '0'],
] as const

type Parameter = readonly [name: string, value: string]
type Tools = Pick<Fixtures, 'client' | 'judge' | 'login'>

/** An authorization request with other values of these parameters. */
const withThese = (parameters: readonly Parameter[]): Asked =>
  authorization(parameters.map(([name, value]) => `${name} ${value}`).join(', '), (form) => {
    for (const [name, value] of parameters) assign(form, name, value)
  })

/** What a code tells of its human; `null` where it tells nothing. */
interface Told {
  readonly sub: Json
  readonly email: Json
}

/** Two logins of two humans in one browser. */
interface InOneBrowser {
  readonly message: Message
  /** Cookies of the browser after the first. */
  readonly cookies: Came['cookies']
  readonly own: Told
  readonly later: Told
  /** How the second came about. */
  readonly name: string
}

/** What an answer tells, and userinfo beside it where that counts. */
async function toldBy({ judge, login }: Tools, sent: Sent, withUserinfo: boolean): Promise<Told> {
  const userinfo = withUserinfo && (await judge.records(login.userinfo(sent), 'userinfo')).json
  return { sub: claim(sent, 'sub'), email: claim(sent, 'email') ?? memberOf(userinfo, 'email') ?? null }
}

/** A login of the usual human; ends the check where the target takes no request with further parameters. */
async function firstLogin({ judge, login }: Tools, message: Message, more: readonly Parameter[]): Promise<Message> {
  if (more.length === 0) {
    const plain = login.asking(message, { session: 'none' })
    await judge.grants(plain)
    return plain
  }
  const mutate = withThese(more)
  const asked = login.asking(message, { session: 'none', mutate })
  await judge.applies(asked, `a login with ${mutate.name}`, `It takes no request with ${mutate.name}.`)
  return asked
}

/**
 * Logs two humans in in one browser, in each way in which the target has somebody log in anew; ends the check where it
 * logs no second one in.
 * @param more Further parameters of all their requests.
 */
async function twoInOneBrowser(
  tools: Tools,
  rule: (logins: InOneBrowser) => Promise<void>,
  more: readonly Parameter[] = [],
): Promise<void> {
  const { client, judge, login } = tools
  const values = anotherHuman({ judge, login })
  const message = await client.message()
  await judge.grants(message)
  const toldOf = async (asked: Message, name: string): Promise<Told | null> => {
    const sent = await redeemedOf(tools, message, asked, name)
    return sent ? toldBy(tools, sent, more.length > 0) : null
  }
  let areJudged = false
  for (const parameter of anew)
    for (const redeemed of ['before', 'after'] as const) {
      const first = await firstLogin(tools, message, more)
      const { cookies } = login.came(first)
      const toldByFirst = () => toldOf(first, 'the code of a human')
      const early = redeemed === 'before' ? await toldByFirst() : null
      const mutate = withThese([parameter, ...more])
      const second = login.asking(message, {
        session: 'none',
        cookies,
        mutate,
        typed: { name: 'another one', values },
      })
      await judge.records(second, `a login of another human of the kit in the same browser, with ${mutate.name}`)
      const later = await toldOf(second, 'the code of the human after them')
      const own = early ?? (await toldByFirst())
      // A target may have nobody log in there but the human who is logged in.
      if (!own || !later || own.sub === null || later.sub === null || !login.came(second).proven) continue
      areJudged = true
      const name = `with ${mutate.name}, the first code redeemed ${redeemed} the second login`
      await rule({ message, cookies, own, later, name })
    }
  if (!areJudged) judge.notApplicable('It logs no second human in where one is logged in.')
}

test(
  'names the human of each code of a browser, the one who logged in anew as well as the one before',
  covers(typedAnew),
  async ({ client, judge, login }) => {
    await twoInOneBrowser({ client, judge, login }, async ({ own, later, name }) => {
      judge.rule(`The codes of two humans in one browser give two subs, ${name}`, own.sub !== later.sub, {
        expected: 'two values',
        got: own.sub === later.sub ? `${JSON.stringify(own.sub)} twice` : 'two values',
      })
    })
  },
)

/** Of a human it tells what is known of that human, not of one who was in the browser before (OpenID Connect Core §5.3.2). */
const ownClaims: Coverage = humanOf('login.claims-of-own-human', ['tells-claims-of-first-human'])

test(
  'tells about each human of a browser what is known of that human',
  covers(ownClaims),
  async ({ client, judge, login }) => {
    let isTold = false
    const scope = [...new Set(`${login.scope} email`.split(' '))].join(' ')
    const rule = async ({ own, later, name }: InOneBrowser): Promise<void> => {
      if (typeof own.email !== 'string' || typeof later.email !== 'string') return
      isTold = true
      judge.rule(`Two humans in one browser have two mailboxes, ${name}`, own.email !== later.email, {
        expected: 'two values',
        got: own.email === later.email ? `${JSON.stringify(own.email)} twice` : 'two values',
      })
    }
    await twoInOneBrowser({ client, judge, login }, rule, [['scope', scope]])
    if (!isTold) judge.notApplicable('It tells no email where scope asks for it.')
  },
)

/** Another human gets another session; otherwise those who hold the cookies of the first are logged in as the second. */
const keptAnew: Coverage = checkAtLogin(
  'login.session-kept-anew',
  'LOGIN-HUMAN-AUTHENTICATED',
  ['keeps-name-of-session', 'takes-name-of-session'],
  { level: 'strict' },
)

test(
  'logs nobody in as the human who logged in after them in the same browser',
  covers(keptAnew),
  async ({ client, judge, login }) => {
    let [sign, isJudged]: [Sign | undefined, boolean] = [undefined, false]
    await twoInOneBrowser({ client, judge, login }, async ({ message, cookies, later, name }) => {
      sign ??= await signOf({ judge, login }, message)
      const again = askingFor({ login }, message, { session: 'none', cookies }, sign)
      const asked = 'an authorization request with the cookies of the human who came before'
      if (isLost({ login }, again, await judge.records(again, asked), sign)) return
      isJudged = true
      const named = await subOf({ judge, login }, message, again, 'the code that came of it')
      judge.rule(`The cookies of a human do not become those of the next, ${name}`, named !== later.sub, {
        expected: 'no code for the human who came after',
        got: named === later.sub ? `a code for ${JSON.stringify(named)}` : 'no code for the human who came after',
      })
    })
    if (!isJudged) judge.notApplicable(lost)
  },
)

/** Of which request the client and the code_challenge of a code may be: of the one that its answer names, or of the other one. */
const combined = [
  { name: 'the request that it names', client: 'named', challenge: 'named' },
  { name: 'that request, with the code_challenge of the other', client: 'named', challenge: 'other' },
  { name: 'the other request', client: 'other', challenge: 'other' },
  { name: 'the other request, with the code_challenge of the one named', client: 'other', challenge: 'named' },
] as const
/** As it has to be. */
const [ofOneRequest] = combined

/** Has a human go on with a page while one of another client, or another one of the same, is open; nothing where no answer comes. */
async function answeredBeside(
  { judge, login }: Pick<Tools, 'judge' | 'login'>,
  { message, other, whose }: { readonly message: Message; readonly other: Message; readonly whose: string },
) {
  const asked = login.asking(message, { session: 'none', meanwhile: other.party })
  await judge.records(asked, `a login whose browser opens a request of ${whose} meanwhile`)
  const { code, meanwhile } = login.came(asked)
  if (!code || !meanwhile) return undefined
  // A target may answer the request alone that came last.
  const askers = meanwhile.isAnswered ? { named: other, other: message } : { named: message, other }
  const codes = { named: code, other: meanwhile.foreignCode ?? code }
  const redeemed = (as: (typeof combined)[number]): Promise<Sent> => {
    const name = `the code of a page beside one of ${whose}, as that of ${as.name}`
    return judge.records(login.redeeming(askers[as.client], codes[as.challenge], name), `redeems ${name}`)
  }
  return { meanwhile, redeemed }
}

/** A human may have several pages open; the answer to each is about the request that it was shown for (OpenID Connect Core §3.1.2.1). */
const twoPages: Coverage = checkAtLogin('login.two-pages', 'OID-10', 'shares-nonce-in-browser')

test(
  'answers a page with what it was asked for, though another one is open in the browser',
  covers(twoPages),
  async ({ client, judge, login }) => {
    const [message, another] = [await client.message(), await client.message()]
    await judge.grants(message)
    let areJudged = false
    for (const [whose, other] of Object.entries({ 'the same client': message, 'another client': another })) {
      const answered = await answeredBeside({ judge, login }, { message, other, whose })
      const sent = await answered?.redeemed(ofOneRequest)
      if (!answered || sent?.outcome.kind !== 'granted') continue
      areJudged = true
      const { meanwhile } = answered
      const isForeign = claim(sent, 'nonce') === meanwhile.foreignNonce
      judge.rule(`Its id_token has no nonce of a page of ${whose} that was open besides`, !isForeign, {
        expected: 'the nonce of its own request',
        got: isForeign ? 'the nonce of the other page' : 'the nonce of its own request',
      })
    }
    if (!areJudged)
      judge.notApplicable('It gives no code that its answer fits where another login begins in the same browser.')
  },
)

/** The state of an answer, the client of its code and the code_challenge are those of one request (RFC 6749 §4.1.2, RFC 7636 §4.4). */
const pagesApart: Coverage = checkAtLogin(
  'login.pages-apart',
  'LOGIN-OIDC',
  ['shares-state-in-browser', 'shares-challenge-in-browser'],
  { level: 'strict' },
)

test(
  'makes an answer of one request, though a page of another one is open in the browser',
  covers(pagesApart),
  async ({ client, judge, login }) => {
    const [message, another] = [await client.message(), await client.message()]
    await judge.grants(message)
    let areJudged = false
    // A code may be spent by the first attempt to redeem it, so that each needs another one.
    for (const [whose, other] of Object.entries({ 'the same client': message, 'another client': another }))
      for (const as of combined) {
        const answered = await answeredBeside({ judge, login }, { message, other, whose })
        if ((await answered?.redeemed(as))?.outcome.kind !== 'granted') continue
        areJudged = true
        judge.rule(`Its answer beside a page of ${whose} is of one request`, as === ofOneRequest, {
          expected: `the code of ${ofOneRequest.name}`,
          got: `that of ${as.name}`,
        })
        break
      }
    if (!areJudged) judge.notApplicable('It ends a login where another one begins in the same browser.')
  },
)
