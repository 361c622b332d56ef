import { hasLeaf, type JwtProblem, jwtProblems } from '../../harness/check/documents/signed-jwt.js'
import type { Judge, Sent } from '../../harness/check/types.js'
import { isGranted } from '../../harness/judge/outcome.js'
import { remove } from '../../harness/mutations/form-parameters.js'
import { authorization } from '../../harness/mutations/mutation.js'
import { sideBySide } from '../support/flows/side-by-side.js'
import { ruleSoundJwt } from '../support/flows/sound-jwts.js'
import { inOrder } from '../support/order.js'
import { covers, type Fixtures, test } from '../support/test.js'
import {
  answerIssuer,
  atHash,
  authTime,
  forClient,
  forClientsAtOnce,
  idTokens,
  inMarkup,
  jtisAtOnce,
  longValue,
  nonce,
  nonceLeft,
  sentOnByGet,
  state,
  subject,
  twoHumans,
  zeros,
} from './answer.cases.js'
import { anotherHuman } from './humans.js'
import { claim, hashOf, idToken } from './id-token.js'
import { asking } from './rows.js'

/** How far the clock of a target may be ahead, seconds. */
const mostAhead = 5

function ruleForClient(judge: Judge, sent: Sent): void {
  const { partyId } = sent.message.party
  const aud = claim(sent, 'aud')
  judge.rule('Its id_token is for the client', [aud].flat().includes(partyId), {
    expected: partyId,
    got: JSON.stringify(aud),
  })
}

/** What two clients get that redeem several codes at the same moment. */
async function grantedAtOnce({ client, judge }: Pick<Fixtures, 'client' | 'judge'>): Promise<readonly Sent[]> {
  const clients = [await client.message(), await client.message()]
  for (const message of clients) await judge.grants(message)
  const sent = await sideBySide(
    judge,
    clients.map((message) => client.next(message)),
    isGranted,
  )
  return sent.filter(({ outcome }) => outcome.kind === 'granted')
}

test('brings state back as it was sent', covers(state), async ({ client, judge, login }) => {
  const message = await client.message()
  await judge.grants(login.asking(message))
  // Longer than the usual column of a database.
  for (const sent of [` ${longValue.repeat(3)} `, inMarkup]) {
    const asked = login.asking(message, { mutate: asking('state', sent) })
    // A firewall may take JSON in a query for an attack.
    const { outcome } =
      sent === inMarkup ? await judge.records(asked, 'a state that is JSON') : await judge.accepts(asked)
    if (outcome.kind !== 'granted') continue
    const got = new URL(login.came(asked).redirect ?? '').searchParams.get('state')
    judge.rule('Its answer has the state of the request', got === sent, {
      expected: JSON.stringify(sent),
      got: JSON.stringify(got),
    })
  }
})

test('repeats the nonce of the request in the id_token', covers(nonce), async ({ client, judge }) => {
  for (const value of [`nonce-${Date.now()}`, `${longValue} ${Date.now()}`, `0${Date.now()}123`]) {
    const sent = await judge.grants(await client.message({ mutate: asking('nonce', value) }))
    const got = claim(sent, 'nonce')
    judge.rule('Its id_token has the nonce of the request', got === value, {
      expected: value,
      got: JSON.stringify(got),
    })
  }
  const sent = await judge.records(await client.message({ mutate: asking('nonce', inMarkup) }), 'a nonce that is JSON')
  // A target that wants plainer ones says so.
  const got = sent.outcome.kind === 'granted' ? claim(sent, 'nonce') : inMarkup
  judge.rule('Its id_token has a nonce that is JSON as it was sent', got === inMarkup, {
    expected: JSON.stringify(inMarkup),
    got: JSON.stringify(got),
  })
})

test('puts no nonce into the id_token where none was sent', covers(nonceLeft), async ({ client, judge }) => {
  const message = await client.message()
  await judge.grants(message)
  const mutate = authorization('without nonce', (parameters) => remove(parameters, 'nonce'))
  const sent = await judge.applies(
    client.next(message, { mutate }),
    'login without nonce',
    'It takes no login without a nonce.',
  )
  const got = claim(sent, 'nonce')
  judge.rule('Its id_token has no nonce that was not sent', got === null || got === '', {
    expected: 'no nonce',
    got: JSON.stringify(got),
  })
})

test('brings a state and a nonce back that are 0', covers(zeros), async ({ client, judge, login }) => {
  const message = await client.message()
  const asked = login.asking(message, { mutate: asking('state', '0') })
  await judge.grants(login.asking(message))
  const { outcome } = await judge.records(asked, 'authorization request whose state is 0')
  const back = outcome.kind === 'granted' ? new URL(login.came(asked).redirect ?? '').searchParams.get('state') : '0'
  judge.rule('Its answer has the state of the request', back === '0', { expected: '"0"', got: JSON.stringify(back) })
  const sent = await judge.records(await client.message({ mutate: asking('nonce', '0') }), 'login whose nonce is 0')
  // A target that wants longer ones says so.
  const got = sent.outcome.kind === 'granted' ? claim(sent, 'nonce') : '0'
  judge.rule('Its id_token has the nonce of the request', got === '0', { expected: '"0"', got: JSON.stringify(got) })
})

test(
  'answers with an id_token that is for the client and names a human',
  covers(forClient),
  async ({ client, judge }) => {
    const sent = await judge.grants(await client.message())
    const sub = claim(sent, 'sub')
    ruleForClient(judge, sent)
    judge.rule('Its id_token names a human', typeof sub === 'string' && sub !== '', {
      expected: 'a sub',
      got: JSON.stringify(sub),
    })
  },
)

test(
  'answers each of two clients with an id_token of its own where they come side by side',
  covers(forClientsAtOnce),
  async ({ client, judge }) => {
    for (const sent of await grantedAtOnce({ client, judge })) ruleForClient(judge, sent)
  },
)

test(
  'gives each id_token a jti of its own where several come at once',
  covers(jtisAtOnce),
  async ({ client, judge }) => {
    const came = (await grantedAtOnce({ client, judge })).filter((sent) => idToken(sent) !== '')
    const jtis = new Set(came.map((one) => JSON.stringify(claim(one, 'jti'))))
    if (came.length < 2) judge.notApplicable('It gives no two id_tokens at once.')
    judge.rule('Each id_token has a jti of its own', jtis.size === came.length, {
      expected: `${came.length} values`,
      got: `${jtis.size} values`,
    })
  },
)

test('gives one human the same sub in each login at a client', covers(subject), async ({ client, judge, login }) => {
  const control = await client.message()
  const sent = [await judge.grants(control), await judge.grants(client.next(control))]
  if (sent.some((one) => idToken(one) === ''))
    judge.notApplicable('It answers without an id_token, as another check says.')
  const [first = null, second = null] = sent.map((one) => claim(one, 'sub'))
  judge.rule('Two logins of one human at one client have the same sub', first === second, {
    expected: JSON.stringify(first),
    got: JSON.stringify(second),
  })
  // Both came of one login, which a target may know them by.
  const anew = login.asking(control, { session: 'none' })
  await judge.grants(anew)
  const { code } = login.came(anew)
  const third = code && claim(await judge.grants(login.redeeming(control, code, 'of another browser')), 'sub')
  judge.rule('A login of that human in another browser has the same sub', first === third, {
    expected: JSON.stringify(first),
    got: JSON.stringify(third),
  })
  const fits = typeof first !== 'string' || /^\p{ASCII}{0,255}$/u.test(first)
  judge.rule('Its sub has 255 ASCII characters at most', fits, {
    expected: '255 ASCII characters at most',
    got: `${String(first).length} characters`,
  })
})

test('gives two humans two subs', covers(twoHumans), async ({ client, judge, login }) => {
  const values = anotherHuman({ judge, login })
  const message = await client.message()
  const first = claim(await judge.grants(message), 'sub')
  if (first === null) judge.notApplicable('Its id_token has no sub, as another check says.')
  const asked = login.asking(message, { session: 'none', typed: { name: 'another one', values } })
  await judge.records(asked, 'a login of another human of the kit')
  const code = login.came(asked).code ?? judge.notApplicable('It does not log another human of the kit in.')
  const second = claim(await judge.grants(login.redeeming(message, code, 'of another human')), 'sub')
  judge.rule('Two humans have two subs', first !== second, {
    expected: 'two values',
    got: first === second ? `${JSON.stringify(first)} twice` : 'two values',
  })
})

/** The `max_age` that is asked for, seconds. */
const oldest = 3600

test('says when the human logged in where max_age asks for it', covers(authTime), async ({ client, judge }) => {
  const sent = await judge.grants(await client.message({ mutate: asking('max_age', String(oldest)) }))
  if (idToken(sent) === '') judge.notApplicable('It answers without an id_token, as another check says.')
  const time = claim(sent, 'auth_time')
  const latest = Math.ceil(Date.now() / 1000) + mostAhead
  const earliest = latest - oldest - 2 * mostAhead
  const fits = Number.isInteger(time) && Number(time) >= earliest && Number(time) <= latest
  judge.rule('Its id_token has an auth_time that is over, and no longer ago than max_age', fits, {
    expected: `whole seconds, from ${earliest} to ${latest}`,
    got: JSON.stringify(time),
  })
})

test('names its access token in the id_token where it does so', covers(atHash), async ({ client, judge }) => {
  const sent = await judge.grants(await client.message())
  const got = claim(sent, 'at_hash')
  if (got === null) judge.notApplicable('Its id_token has no at_hash, which is optional.')
  const hash = hashOf(sent) ?? judge.notApplicable('Its algorithm names no hash, as another check says.')
  judge.rule('at_hash of its id_token is that of its access token', got === hash, {
    expected: hash,
    got: JSON.stringify(got),
  })
})

for (const row of inOrder(idTokens))
  test(row.title, covers(row), async ({ client, judge, lookups, target }) => {
    const roots = await lookups.roots()
    const message = await client.message()
    const all = [await judge.grants(message), await judge.grants(await client.message())]
    // Some code gives one client, or one human at it, one and the same id_token for a while.
    if (row.requirements[0] === 'JWT-JTI-NEW') all.push(await judge.grants(client.next(message)))
    if (all.some((sent) => idToken(sent) === ''))
      judge.notApplicable('It answers without an id_token, as another check says.')
    for (const sent of all) {
      const parties = { issuer: target.partyId, caller: sent.message.party.partyId, roots }
      const own = ({ requirement }: JwtProblem) => row.requirements.some((id) => id === requirement)
      ruleSoundJwt(judge, row, row.title, jwtProblems(idToken(sent), parties).filter(own))
    }
    if (row.requirements.includes('JWT-SIGNED') && !all.every((sent) => hasLeaf(idToken(sent))))
      judge.inconclusive('Its id_token brings no certificate to verify the signature with, as another check says.')
    if (row.requirements[0] !== 'JWT-JTI-NEW') return
    const jtis = new Set(all.map((sent) => JSON.stringify(claim(sent, 'jti'))))
    judge.rule(row.title, jtis.size === all.length, {
      expected: `${all.length} values`,
      got: `${jtis.size}`,
      breaks: ['JWT-JTI-NEW'],
    })
  })

test('names itself in its answer as in the id_token', covers(answerIssuer), async ({ client, judge, login }) => {
  const message = await client.message()
  const asked = login.asking(message)
  await judge.grants(asked)
  const answerer = new URL(login.came(asked).redirect ?? '').searchParams.get('iss')
  if (answerer === null) judge.notApplicable('Its answer to an authorization request has no iss.')
  const sent = await judge.grants(message)
  if (idToken(sent) === '') judge.notApplicable('It answers without an id_token, as another check says.')
  const iss = claim(sent, 'iss')
  judge.rule('iss of its answer is that of the id_token', answerer === iss, {
    expected: JSON.stringify(iss),
    got: JSON.stringify(answerer),
  })
})

test('keeps to itself what a human types', covers(sentOnByGet), async ({ client, judge, login }) => {
  const { exchange } = await judge.grants(login.asking(await client.message(), { session: 'none' }))
  const { method } = exchange.request
  judge.rule('The browser comes back to the client with GET', method === 'GET', { expected: 'GET', got: method })
})
