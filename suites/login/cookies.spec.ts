import { randomBytes } from 'node:crypto'
import type { Came } from '../../harness/check/identity-provider/asking.js'
import type { Coverage } from '../support/row.js'
import { covers, test } from '../support/test.js'
import { isGuessed } from '../support/values/guessed.js'
import { alterations, writtenForAnother } from '../support/values/written-tokens.js'
import { anotherHuman, redeemed, subsOfTwoHumans } from './humans.js'
import { claim } from './id-token.js'
import { checkAtLogin } from './rows.js'

/** A session that is kept in a cookie has to be signed, or anybody writes one. */
const written: Coverage = checkAtLogin(
  'login.session-written',
  'LOGIN-HUMAN-AUTHENTICATED',
  ['keeps-session-in-cookie', 'signs-session-without-name', 'takes-part-of-session-signature'],
  { level: 'strict' },
)

test('logs nobody in by cookies that anybody can write', covers(written), async ({ client, judge, login }) => {
  const tools = { client, judge, login }
  const { message, own, other } = await subsOfTwoHumans(tools)
  // A cookie may hold the user name as well as what an id_token calls the human.
  const names = [[login.human.username, login.otherHuman?.username ?? ''] as const, [own, other] as const]
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
  await judge.applies(
    another,
    'a login in a browser that a stranger gave its cookies',
    'It logs nobody in with the cookies of another request.',
  )
  await judge.refuses(login.asking(message, { session: 'none', cookies, pages: false }))
})

/** Who can guess the cookie of a session is logged in. */
const guessed: Coverage = checkAtLogin(
  'login.session-guessed',
  'LOGIN-HUMAN-AUTHENTICATED',
  ['counts-sessions-of-provider', 'hashes-human-to-session-of-provider'],
  { level: 'strict', profile: 'standard' },
)

test('logs nobody in by cookies that anybody can guess', covers(guessed), async ({ client, judge, login, target }) => {
  const values = anotherHuman({ judge, login })
  const message = await client.message()
  const first = await judge.grants(message)
  const strangers = login.asking(message, { session: 'none', typed: { name: 'another one', values } })
  const { outcome: logged } = await judge.records(strangers, 'a login of another human of the kit')
  if (logged.kind !== 'granted') judge.notApplicable('It does not log another human of the kit in.')
  const before = new Map(login.came(strangers).cookies.map(({ name, value }) => [name, value]))
  const own = login.asking(message, { session: 'none' })
  await judge.grants(own)
  const cookies = login.came(own).cookies
  const straight = login.asking(message, { session: 'none', cookies, pages: false })
  const { outcome: known } = await judge.records(straight, 'an authorization request of a human who is logged in')
  if (known.kind !== 'granted') judge.notApplicable('It shows a page each time, even if somebody is logged in.')
  const names = { username: login.human.username, sub: String(claim(first, 'sub')), provider: target.partyId }
  const guesses = cookies.filter(({ name, value }) => isGuessed(value, before.get(name), names))
  const empty = login.asking(message, { session: 'none', pages: false })
  const { outcome: nobody } = await judge.records(empty, 'an authorization request without cookies')
  if (nobody.kind === 'granted') judge.notApplicable('It logs in everybody who comes.')
  const asked = login.asking(message, { session: 'none', cookies: guesses, pages: false })
  const { outcome } = await judge.records(asked, 'an authorization request with the cookies that can be guessed')
  judge.rule('Logs nobody in by cookies that anybody can guess', outcome.kind !== 'granted', {
    expected: 'no code',
    got: outcome.kind === 'granted' ? `a code for ${guesses.map(({ name }) => name).join()}` : 'no code',
  })
})
