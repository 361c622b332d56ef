import { setTimeout as sleep } from 'node:timers/promises'
import type { Message } from '../../harness/check/types.js'
import type { Coverage } from '../support/row.js'
import { covers, type Fixtures, test } from '../support/test.js'
import { authTime } from './answer.cases.js'
import { claim } from './id-token.js'
import { type Asked, asking, checkAtLogin } from './rows.js'
import { isStraight, lost, ruleProven, type Sign, signOf } from './unproven.js'

const promptNone: Coverage = checkAtLogin('login.prompt-none', 'OID-11', 'ignores-prompt-none')

test(
  'logs nobody in for prompt=none who is not logged in already',
  covers(promptNone),
  async ({ client, judge, login }) => {
    const message = await client.message()
    await judge.grants(login.asking(message, { session: 'none' }))
    await judge.refuses(login.asking(message, { session: 'none', mutate: asking('prompt', 'none') }))
  },
)

/** Who is logged in is known by the browser, and by nothing that browsers share. */
const unknown: Coverage = checkAtLogin('login.browser-unknown', 'LOGIN-OIDC', 'knows-browsers-by-agent', {
  level: 'must',
})

test('sends no code to a browser in which nobody has logged in', covers(unknown), async ({ client, judge, login }) => {
  const message = await client.message()
  const sign = await signOf({ judge, login }, message)
  await judge.grants(login.asking(message, { session: 'kept' }))
  const name = 'an authorization request without cookies'
  const isJudged = await ruleProven({ judge, login }, message, { session: 'none' }, { sign, name })
  if (!isJudged) judge.notApplicable(lost)
})

/** A login is older than `max_age` of 1 s by then for certain, milliseconds. */
const olderMs = 3_000

type Tools = Pick<Fixtures, 'client' | 'judge' | 'login'>

/** A message of a party whose human is logged in; where a page comes all the same, it does not ask for the password. */
interface LoggedIn {
  readonly message: Message
  readonly sign: Sign
}

/** Ends the check where a human who is logged in is asked for all that one is asked who is not. */
async function loggedIn({ client, judge, login }: Tools): Promise<LoggedIn> {
  const message = await client.message()
  if (!(await isStraight({ judge, login }, message))) {
    const again = login.asking(message)
    await judge.grants(again)
    if (!login.hasPassword || login.came(again).proven)
      judge.notApplicable('It shows a page each time, so that a new login looks like any other.')
    return { message, sign: { isPaged: true } }
  }
  await judge.grants(login.asking(message, { pages: false }))
  return { message, sign: { isPaged: false } }
}

/** Judges that a human who is logged in has to log in anew. */
async function logsInAnew({ judge, login }: Tools, { message, sign }: LoggedIn, mutate: Asked): Promise<void> {
  const name = `an authorization request with ${mutate.name}`
  if (!(await ruleProven({ judge, login }, message, { mutate }, { sign, name }))) judge.notApplicable(lost)
}

const expired =
  (seconds: string) =>
  async ({ client, judge, login }: Tools): Promise<void> => {
    const tools = { client, judge, login }
    const known = await loggedIn(tools)
    await sleep(Math.max(0, olderMs - login.sessionAge()))
    await logsInAnew(tools, known, asking('max_age', seconds))
  }

const maxAge: Coverage = checkAtLogin('login.max-age', 'OID-11', 'ignores-max-age')

test('asks for a new login when max_age has passed', covers(maxAge), expired('1'))

/** A login is always older than that: it is the same as `prompt=login`. */
const maxAgeZero: Coverage = {
  ...maxAge,
  id: 'login.max-age-zero',
  detects: ['ignores-max-age-of-zero', 'ignores-max-age'],
}

test('asks for a new login where max_age is 0', covers(maxAgeZero), expired('0'))

/** OpenID Connect Core §3.1.2.1. */
const promptLogin: Coverage = checkAtLogin('login.prompt-login', 'OID-11', 'ignores-prompt-login')

test('asks for a new login where prompt is login', covers(promptLogin), async ({ client, judge, login }) => {
  const tools = { client, judge, login }
  await logsInAnew(tools, await loggedIn(tools), asking('prompt', 'login'))
})

/** The values of `prompt` are a list (OpenID Connect Core §3.1.2.1). */
const promptLoginAmongOthers: Coverage = {
  ...promptLogin,
  id: 'login.prompt-login-among-others',
  level: 'strict',
  detects: ['ignores-prompt-login-among-others'],
}

test(
  'asks for a new login where prompt holds login and more',
  covers(promptLoginAmongOthers),
  async ({ client, judge, login }) => {
    const tools = { client, judge, login }
    await logsInAnew(tools, await loggedIn(tools), asking('prompt', 'login consent'))
  },
)

/** Seconds that are counted now are others by then, milliseconds. */
const laterMs = 2_100

/** It tells when a human proved who they are, not when they were asked for last (OpenID Connect Core §2). */
const authTimeKept: Coverage = {
  ...authTime,
  id: 'login.auth-time-kept',
  detects: ['says-now-for-auth-time'],
}

test(
  'says one auth_time as long as a human stays logged in',
  covers(authTimeKept),
  async ({ client, judge, login }) => {
    const { message, sign } = await loggedIn({ client, judge, login })
    if (sign.isPaged) judge.notApplicable('It shows a page each time, so that a new login looks like any other.')
    const told = async () => {
      const asked = client.next(message, { mutate: asking('max_age', '3600') })
      const time = claim(await judge.grants(asked), 'auth_time')
      if (typeof time !== 'number') judge.notApplicable('Its id_token has no auth_time, as another check says.')
      return { time, since: Date.now() - login.sessionAge() }
    }
    const first = await told()
    await sleep(laterMs)
    const second = await told()
    if (second.since - first.since > 50) judge.notApplicable('The human had to log in anew in between.')
    judge.rule('Two answers without a login in between have one auth_time', first.time === second.time, {
      expected: `${first.time}`,
      got: `${second.time}`,
    })
  },
)

/** By how much clocks may differ, seconds; preflight lets no more pass. */
const slack = 10

/** It says when it was issued, not when its human logged in (OpenID Connect Core §2). */
const issuedNow: Coverage = checkAtLogin(
  'login.id-token-current',
  ['JWT-IAT', 'JWT-EXP'],
  ['dates-id-token-by-login', 'id-token-in-milliseconds'],
  { level: 'strict', profile: 'standard' },
)

test('issues an id_token when it is asked for', covers(issuedNow), async ({ client, judge, login }: Tools) => {
  const control = await client.message()
  await judge.grants(control)
  // The login of a human is older then than any difference of clocks.
  await sleep(Math.max(0, (slack + 2) * 1000 - login.sessionAge()))
  const since = Date.now() / 1000
  const sent = await judge.grants(client.next(control))
  const [iat, exp] = [claim(sent, 'iat'), claim(sent, 'exp')]
  if (typeof iat !== 'number' || typeof exp !== 'number')
    return judge.notApplicable('Its id_token has no iat and exp, as another check says.')
  const now = Date.now() / 1000
  judge.rule(
    'Its id_token was issued just now, and lives',
    iat >= since - slack && iat <= now + slack && exp > now - slack,
    {
      expected: `iat of about ${Math.round(now)}`,
      got: `iat ${iat}, exp ${exp}`,
    },
  )
})
