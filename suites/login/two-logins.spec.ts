import { randomBytes } from 'node:crypto'
import type { AskOptions, Came } from '../../harness/check/identity-provider/asking.js'
import type { AuthorizationCode } from '../../harness/check/identity-provider/types.js'
import { meeting } from '../../harness/check/meeting.js'
import type { Message, Sent } from '../../harness/check/types.js'
import type { Json } from '../../harness/contracts/json.js'
import { assign } from '../../harness/mutations/form-parameters.js'
import { form } from '../../harness/mutations/mutation.js'
import { memberOf } from '../../harness/wire/decode.js'
import { together } from '../support/flows/together.js'
import type { Coverage } from '../support/row.js'
import { covers, type Fixtures, test } from '../support/test.js'
import { alterations, writtenForAnother } from '../support/values/written-tokens.js'
import { humanOf } from './answer.cases.js'
import { anotherHuman, subOf } from './humans.js'
import { claim } from './id-token.js'
import { checkAtLogin } from './rows.js'
import { userinfoSubject } from './userinfo.cases.js'

type Tools = Pick<Fixtures, 'client' | 'judge' | 'login'>

/** What a code gives that was not redeemed at once; ends the check where it gives nothing. */
async function redeemed(
  { judge, login }: Tools,
  message: Message,
  code: AuthorizationCode,
  name: string,
): Promise<Sent> {
  const sent = await judge.records(login.redeeming(message, code, name), `redeems ${name}`)
  if (sent.outcome.kind !== 'granted') judge.notApplicable(`It does not redeem ${name}.`)
  return sent
}

/** The codes of two humans for one client, the second of whom logged in before the first code was redeemed. */
async function ofTwoHumans(tools: Tools): Promise<readonly [Sent, Sent]> {
  const { client, judge, login } = tools
  const values = anotherHuman({ judge, login })
  const message = await client.message()
  await judge.grants(message)
  const first = await login.code(message)
  const asked = login.asking(message, { session: 'none', typed: { name: 'another one', values } })
  await judge.records(asked, 'a login of another human of the kit')
  const second = login.came(asked).code ?? judge.notApplicable('It does not log another human of the kit in.')
  return [
    await redeemed(tools, message, first, 'the code of a human before whom another one logged in'),
    await redeemed(tools, message, second, 'the code of that other one'),
  ]
}

/** A code stolen from one login is worth nothing in another of the same client (RFC 7636 §1, §4.6; RFC 9700 §2.1.1). */
const verifierOfNext: Coverage = checkAtLogin(
  'login.pkce-verifier-of-another',
  'OID-09',
  'takes-verifier-of-latest-code',
  { profile: 'standard' },
)

test('refuses a code with the verifier of another login', covers(verifierOfNext), async ({ client, judge, login }) => {
  const control = await client.message()
  await judge.grants(control)
  const { code } = await login.code(control)
  // The message has a login of its own, whose verifier stays.
  const mutate = form('the code of an earlier login', (parameters) => assign(parameters, 'code', code))
  await judge.refuses(client.next(control, { mutate }))
})

/** The nonce of a login comes back with the code of that login, whatever the client began meanwhile (OpenID Connect Core §3.1.2.1). */
const ownNonce: Coverage = checkAtLogin('login.nonce-of-own-login', 'OID-10', 'keeps-nonce-by-client', {
  profile: 'standard',
})

test('repeats the nonce of the login that a code is of', covers(ownNonce), async ({ client, judge, login }) => {
  const message = await client.message()
  await judge.grants(message)
  const [first, second] = [await login.code(message), await login.code(message)]
  for (const [name, code] of Object.entries({ 'the earlier of two codes': first, 'the later of them': second })) {
    const got = claim(await redeemed({ client, judge, login }, message, code, name), 'nonce')
    judge.rule(`The id_token for ${name} has the nonce of its login`, got === code.nonce, {
      expected: code.nonce,
      got: JSON.stringify(got),
    })
  }
})

/** A code is about the human who logged in for it, even if others came afterwards (OpenID Connect Core §3.1.3.3). */
const ownHuman: Coverage = {
  ...humanOf('login.human-of-own-login', ['names-human-who-came-last']),
  profile: 'standard',
  // A login of another check in between could give each code the right human by chance.
  exclusive: true,
}

test(
  'names the human of each code, even if another has logged in since',
  covers(ownHuman),
  async ({ client, judge, login }) => {
    const [first, second] = (await ofTwoHumans({ client, judge, login })).map((sent) => claim(sent, 'sub'))
    if (first === null) judge.notApplicable('Its id_token has no sub, as another check says.')
    judge.rule('The codes of two humans give two subs', first !== second, {
      expected: 'two values',
      got: first === second ? `${JSON.stringify(first)} twice` : 'two values',
    })
  },
)

/** How many windows each of two humans logs in in, all at the same time. */
const windows = 3

/** Whom the codes of logins name; those that cannot be redeemed name nobody. */
async function subsOf(tools: Tools, message: Message, asked: readonly Message[]): Promise<readonly Json[]> {
  const subs = new Set<Json>()
  for (const each of asked) subs.add(await subOf(tools, message, each, 'a code of logins side by side'))
  subs.delete(null)
  return [...subs]
}

/** So is the code of a human who logs in at the same time as another. */
const humansAtOnce: Coverage = {
  ...humanOf('login.humans-side-by-side', ['mixes-up-logins', 'names-first-human', 'names-human-who-came-last']),
  profile: 'standard',
  unsafe: 'race',
}

test(
  'names the human of each code where two log in side by side',
  covers(humansAtOnce),
  async ({ client, judge, login }) => {
    const values = anotherHuman({ judge, login })
    const message = await client.message()
    await judge.grants(message)
    const newLogins = (typed: NonNullable<AskOptions['typed']>) =>
      Array.from({ length: windows }, () => login.asking(message, { session: 'none', sideBySide: true, typed }))
    const gathered = meeting(2 * windows)
    const usual = newLogins({ name: 'the usual one', values: login.human })
    const another = newLogins({ name: 'another one', values })
    const sending = usual.flatMap((own, index) => [own, another[index] as Message])
    await together(
      sending.map((asked, place) =>
        judge.tries(asked, 'a login side by side with others', () => gathered.arrive(place)),
      ),
    )
    const tools = { client, judge, login }
    const [subs, others] = [await subsOf(tools, message, usual), await subsOf(tools, message, another)]
    if (subs.length === 0 || others.length === 0)
      judge.notApplicable('It does not log two humans in side by side for one client.')
    const mistaken = subs.filter((sub) => others.includes(sub))
    judge.rule('The codes of two humans who log in at once give two subs', mistaken.length === 0, {
      expected: 'two values',
      got: mistaken.length === 0 ? 'two values' : `${JSON.stringify(mistaken[0])} for both`,
    })
  },
)

/** So is an access token (OpenID Connect Core §5.3). */
const ownUserinfo: Coverage = {
  ...userinfoSubject,
  id: 'login.userinfo-of-own-human',
  profile: 'standard',
  detects: ['tells-userinfo-of-latest'],
}

test(
  'tells at userinfo about the human of each access token',
  covers(ownUserinfo),
  async ({ client, judge, login }) => {
    for (const sent of await ofTwoHumans({ client, judge, login })) {
      const told = memberOf((await judge.records(login.userinfo(sent), 'userinfo')).json, 'sub')
      if (told === undefined) judge.notApplicable('Its userinfo endpoint tells no sub in JSON.')
      const sub = claim(sent, 'sub')
      judge.rule('userinfo has the sub of the id_token', told === sub, {
        expected: JSON.stringify(sub),
        got: JSON.stringify(told),
      })
    }
  },
)

/** A session that is kept in a cookie has to be signed, or anybody writes one. */
const written: Coverage = checkAtLogin(
  'login.session-written',
  'LOGIN-HUMAN-AUTHENTICATED',
  ['keeps-session-in-cookie', 'signs-session-without-name', 'takes-part-of-session-signature'],
  { level: 'strict' },
)

test('logs nobody in by cookies that anybody can write', covers(written), async ({ client, judge, login }) => {
  const tools = { client, judge, login }
  const [own, other] = (await ofTwoHumans(tools)).map((sent) => claim(sent, 'sub'))
  if (typeof own !== 'string' || typeof other !== 'string' || own === other)
    return judge.notApplicable('Its id_tokens do not tell the two humans apart, as another check says.')
  // A cookie may hold the user name as well as what an id_token calls the human.
  const names = [[login.human.username, login.otherHuman?.username ?? ''] as const, [own, other] as const]
  const message = await client.message()
  await judge.grants(message)
  let couldBeRead = false
  for (const [vouching, alter] of Object.entries(alterations)) {
    const rewrite = (value: string) =>
      names.map(([from, to]) => writtenForAnother(value, from, to, alter)).find((made) => made !== undefined)
    const asked = login.asking(message, { pages: false, rewrite })
    await judge.records(asked, `an authorization request with cookies for another human, vouched for by ${vouching}`)
    const { hadCookies, code } = login.came(asked)
    couldBeRead ||= hadCookies
    const named = code && claim(await redeemed(tools, message, code, 'the code that came of it'), 'sub')
    const isOwn = named === undefined || named === own
    judge.rule(`A cookie that names another human logs nobody in, vouched for by ${vouching}`, isOwn, {
      expected: 'no code for the other human',
      got: named === undefined ? 'no code' : `a code for ${JSON.stringify(named)}`,
    })
  }
  if (!couldBeRead) judge.notApplicable('No cookie of the target can be read as that of a human.')
})

/** Those of the cookies of a session that nobody has before a login, with values that nobody was given. */
const madeUp = (kept: Came['cookies'], before: Came['cookies']): Came['cookies'] =>
  kept
    .filter(({ name }) => !before.some((cookie) => cookie.name === name))
    .map((cookie) => ({ ...cookie, value: randomBytes(16).toString('hex') }))

/** A session gets a new name at a login; otherwise the giver of a cookie is logged in with it. */
const fixed: Coverage = checkAtLogin(
  'login.session-fixed',
  'LOGIN-HUMAN-AUTHENTICATED',
  ['keeps-name-of-session', 'takes-name-of-session'],
  { level: 'strict' },
)

test('logs nobody in by the cookies of before a login', covers(fixed), async ({ client, judge, login }) => {
  const message = await client.message()
  await judge.grants(message)
  const straight = login.asking(message, { pages: false })
  const { outcome: known } = await judge.records(straight, 'authorization request of a human who is logged in')
  if (known.kind !== 'granted') judge.notApplicable('It shows a page each time, even if somebody is logged in.')
  await judge.grants(straight)
  const asked = login.asking(message, { session: 'none', pages: false })
  await judge.records(asked, 'an authorization request without cookies')
  const { code, cookies: before } = login.came(asked)
  if (code) judge.notApplicable('It logs in everybody who comes.')
  const cookies = [...before, ...madeUp(login.came(straight).cookies, before)]
  if (cookies.length === 0) judge.notApplicable('It sets no cookies.')
  const another = login.asking(message, { session: 'none', cookies })
  const { outcome } = await judge.records(another, 'a login in a browser that a stranger gave its cookies')
  if (outcome.kind !== 'granted') judge.notApplicable('It logs nobody in with the cookies of another request.')
  await judge.refuses(login.asking(message, { session: 'none', cookies, pages: false }))
})
