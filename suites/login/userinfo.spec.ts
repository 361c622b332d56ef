import type { Message } from '../../harness/check/types.js'
import { isObject } from '../../harness/contracts/json.js'
import { memberOf } from '../../harness/wire/decode.js'
import { covers, type Fixtures, test } from '../support/test.js'
import { changedTokens, madeUp } from '../support/values/made-up.js'
import { unissuedTokens } from '../support/values/unissued-tokens.js'
import { anotherHuman } from './humans.js'
import { claim, idToken } from './id-token.js'
import { asking } from './rows.js'
import {
  subjectOfScopes,
  userinfo,
  userinfoByCookie,
  userinfoClosed,
  userinfoOfToken,
  userinfoSubject,
} from './userinfo.cases.js'

/** Judges that a call of the userinfo endpoint learns of no human. */
async function ruleTellsNobody(judge: Fixtures['judge'], call: Message, says: string): Promise<void> {
  const { outcome, json } = await judge.tries(call, `userinfo: ${says}`)
  if (outcome.kind === 'no-answer' || outcome.kind === 'deferred') judge.inconclusive('No complete answer came.')
  const tells = memberOf(json, 'sub') !== undefined
  judge.rule(says, !tells, { expected: 'no sub', got: tells ? 'a sub' : 'no sub' })
}

test('records what its userinfo endpoint says', covers(userinfo), async ({ client, judge, login, target }) => {
  const sent = await judge.grants(await client.message())
  const sub = claim(sent, 'sub')
  judge.observes('sub of the id_token', sub === target.partyId ? 'the target' : 'another')
  const told = await judge.records(login.userinfo(sent), 'userinfo')
  if (told.outcome.kind !== 'granted') return
  judge.observes(
    'sub of userinfo',
    memberOf(told.json, 'sub') === sub ? 'that of the id_token' : 'another than that of the id_token',
  )
})

test('tells the same sub at userinfo as in the id_token', covers(userinfoSubject), async ({ client, judge, login }) => {
  const sent = await judge.grants(await client.message())
  if (idToken(sent) === '') judge.notApplicable('It answers without an id_token, as another check says.')
  const { outcome, exchange, json } = await judge.tries(login.userinfo(sent), 'userinfo')
  if (outcome.kind === 'no-answer' || outcome.kind === 'deferred') judge.inconclusive('No complete answer came.')
  const told = memberOf(json, 'sub') ?? null
  if (told === null && !(exchange.response?.status === 200 && isObject(json)))
    judge.notApplicable('Its userinfo endpoint tells nothing in JSON.')
  const sub = claim(sent, 'sub')
  judge.rule('userinfo has the sub of the id_token', told !== null && told === sub, {
    expected: JSON.stringify(sub),
    got: JSON.stringify(told),
  })
})

test(
  'tells nobody without an access token about a human',
  covers(userinfoClosed),
  async ({ client, judge, login, target }) => {
    const sent = await judge.grants(await client.message())
    const told = await judge.applies(
      login.userinfo(sent),
      'userinfo',
      'It tells nothing for its own access token either.',
    )
    const { message, accessToken = '', assertion } = sent
    const about = { iss: target.partyId, aud: target.partyId, client_id: message.party.partyId, scope: login.scope }
    const now = Math.floor(Date.now() / 1000)
    const claims = { ...about, sub: memberOf(told.json, 'sub') ?? claim(sent, 'sub'), iat: now, exp: now + 300 }
    const unissued = unissuedTokens.map(({ name, of }) => [name, of(accessToken, claims, assertion)] as const)
    const ofOtherKinds = {
      'an authorization code that was not redeemed': (await login.code(message)).code,
      'the id_token that came with its own': idToken(sent),
    }
    const others = [...Object.entries({ ...changedTokens(accessToken), ...ofOtherKinds }), ...unissued].filter(
      ([, token]) => token !== accessToken && token !== '',
    )
    for (const [name, token] of [['none', undefined], ...others] as const) {
      const call = login.userinfo({ message, assertion, ...(token !== undefined && { accessToken: token }) }, name)
      await ruleTellsNobody(judge, call, `Tells no sub without an access token of its own: ${name}`)
    }
  },
)

test('tells nobody about a human by the cookies of their browser', covers(userinfoByCookie), async (tools) => {
  const { client, judge, login } = tools
  const message = await client.message()
  const sent = await judge.grants(message)
  await judge.applies(login.userinfo(sent), 'userinfo', 'It tells nothing for its own access token either.')
  const asked = login.asking(message, { session: 'none' })
  await judge.grants(asked)
  const { cookies } = login.came(asked)
  if (cookies.length === 0) judge.notApplicable('It sets no cookies.')
  for (const [name, token] of [['none'], ['a made-up one', madeUp(sent.accessToken ?? '')]] as const) {
    const of = { message, assertion: sent.assertion, ...(token !== undefined && { accessToken: token }) }
    const call = login.userinfo(of, name, cookies)
    await ruleTellsNobody(judge, call, `Tells a browser that is logged in no sub, access token: ${name}`)
  }
})

test(
  'tells about the human of an access token, whose browser it may come from',
  covers(userinfoOfToken),
  async ({ client, judge, login }) => {
    const values = anotherHuman({ judge, login })
    const message = await client.message()
    const sent = await judge.grants(message)
    const own = memberOf((await judge.records(login.userinfo(sent), 'userinfo')).json, 'sub')
    if (own === undefined) judge.notApplicable('Its userinfo endpoint tells no sub in JSON.')
    const asked = login.asking(message, { session: 'none', typed: { name: 'another one', values } })
    await judge.records(asked, 'a login of another human of the kit')
    const { code, cookies } = login.came(asked)
    if (!code || cookies.length === 0) judge.notApplicable('It gives another human of the kit no session.')
    const call = login.userinfo(sent, 'that of the control', cookies)
    const told = memberOf((await judge.records(call, 'userinfo with the cookies of another human')).json, 'sub')
    // A target may want no cookies there.
    const isOwn = told === undefined || told === own
    judge.rule('userinfo goes by the access token, not by the cookies that come with it', isOwn, {
      expected: JSON.stringify(own),
      got: JSON.stringify(told ?? null),
    })
  },
)

test('gives one human one sub whatever scope asks for', covers(subjectOfScopes), async ({ client, judge, login }) => {
  const control = await client.message()
  const sub = claim(await judge.grants(control), 'sub')
  if (sub === null) judge.notApplicable('Its id_token has no sub, as another check says.')
  let areJudged = false
  for (const more of ['email', 'profile', 'profile email']) {
    const scope = [...new Set(`${login.scope} ${more}`.split(' '))].join(' ')
    const sent = await judge.records(client.next(control, { mutate: asking('scope', scope) }), `login, scope ${scope}`)
    // A target may know no scope but its own.
    if (sent.outcome.kind !== 'granted') continue
    areJudged = true
    const { json } = await judge.records(login.userinfo(sent), `userinfo, scope ${scope}`)
    const told = { 'Its id_token': claim(sent, 'sub'), userinfo: memberOf(json, 'sub') ?? null }
    for (const [where, got] of Object.entries(told))
      judge.rule(`${where} has the usual sub where scope is ${scope}`, got === null || got === sub, {
        expected: JSON.stringify(sub),
        got: JSON.stringify(got),
      })
  }
  if (!areJudged) judge.notApplicable('It takes no scope but the usual one.')
})
