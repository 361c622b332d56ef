import { randomUUID } from 'node:crypto'
import { tellsHuman } from '../../harness/check/relying-party/humans.js'
import { holdsToken, issuedIn } from '../../harness/check/relying-party/tokens.js'
import type { Judge, Message, Sent } from '../../harness/check/types.js'
import type { Json } from '../../harness/contracts/json.js'
import { isUnanswered } from '../../harness/judge/outcome.js'
import { decodeJwt, memberOf } from '../../harness/wire/decode.js'
import { subjectsAlike, subjectsApart } from '../relying-party/alike.cases.js'
import { circumstances, everywhere } from '../relying-party/circumstances.cases.js'
import * as flows from '../relying-party/flows.cases.js'
import { endsAllIn, logInSideBySide } from '../relying-party/logins.js'
import { ruleHeard } from '../support/flows/heard.js'
import { timeForMore } from '../support/flows/patience.js'
import { inOrder } from '../support/order.js'
import { covers, type Fixtures, test } from '../support/test.js'
import { subIn } from '../support/values/sub-in.js'

/** What the scopes profile, email, address and phone ask for (OpenID Connect Core §5.4). */
const personal =
  'name family_name given_name middle_name nickname preferred_username profile picture website gender birthdate zoneinfo locale email address phone_number'.split(
    ' ',
  )

/** The texts in a JSON value, however deep, each with where it stands. */
const textsIn = (value: Json, at = ''): readonly (readonly [string, string])[] => {
  if (typeof value === 'string') return [[at, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => textsIn(member, `${at}/${name}`))
}

const ruleTwoSubs = (judge: Judge, says: string, [first, second]: readonly unknown[]): void =>
  judge.rule(says, first !== second, {
    expected: 'two values',
    got: first === second ? `${first} twice` : 'two values',
  })

test('gives each human a sub of their own', covers(flows.subjects), async ({ relyingParty, judge }) => {
  const logIn = () => judge.grants(relyingParty.withSubject(randomUUID(), 'usual'))
  const subs = [subIn(await logIn()), subIn(await logIn())] as const
  ruleTwoSubs(judge, 'Gives two humans of one name two subs', subs)
})

test(
  'gives humans who log in side by side a sub each',
  covers(flows.subjectsSideBySide),
  async ({ relyingParty, judge }) => {
    for (const worked of await logInSideBySide(judge, () => relyingParty.withSubject(randomUUID(), 'usual'))) {
      const subs = worked.map(subIn)
      const different = new Set(subs).size
      judge.rule('Gives each of those who log in at once a sub of their own', different === subs.length, {
        expected: `${subs.length} values`,
        got: `${different} values`,
      })
    }
  },
)

/** So many log in beside those of other checks: they show what goes wrong once in four times. */
const further = 7

test(
  `${flows.humansOfRun.title}, in the whole run`,
  covers(flows.humansOfRun),
  async ({ relyingParty, judge, target }) => {
    const subs = new Set<unknown>()
    const hasTime = timeForMore()
    for (let count = 0; count < further && hasTime(); count += 1)
      subs.add(subIn(await judge.grants(relyingParty.withMailbox({ ownName: false }))))
    if (subs.size === 1) judge.notApplicable('It gives everybody one sub, as another check says.')
    ruleHeard({ judge, target }, flows.humansOfRun)
  },
)

test(
  'sends humans to an IdentityProvider with other values than those of their ServiceProvider',
  covers(flows.ownValues),
  async ({ relyingParty, judge, lab }) => {
    const sent = await judge.grants(relyingParty.prepare()[0])
    const subjects = [sent.message.party.partyId]
    const asked = (await lab.ledger({ kinds: ['authorize'], subjects, drawn: true })).at(-1)?.drawn
    const served = relyingParty.served(sent)
    for (const name of ['state', 'nonce'] as const) {
      // One that holds it beside something random is as good as any.
      const isOwn = asked?.[name] === undefined || asked[name] !== served?.[name]
      judge.rule(`Sends a ${name} that its ServiceProvider does not know`, isOwn, {
        expected: 'a value of its own',
        got: isOwn ? 'a value of its own' : `the ${name} of the ServiceProvider`,
      })
    }
  },
)

/** Two logins for one ServiceProvider of humans who are nearly alike; a broker that admits only the first takes nobody for another. */
const twoAlike = async (judge: Judge, first: Message, second: (sent: Sent) => Message, like: string): Promise<void> => {
  // A target that rejects a sub this long confuses no two humans: not a failure.
  const one = await judge.applies(first, `a login of a human with ${like}`, `The target logs nobody in with ${like}.`)
  const other = await judge.applies(
    second(one),
    `a login of another human with ${like}`,
    `The target logs no second human in with ${like}.`,
  )
  ruleTwoSubs(judge, `Gives two humans with ${like} two subs`, [subIn(one), subIn(other)])
}

test('gives two humans of one e-mail address two subs', covers(flows.subjectsOfMailbox), ({ relyingParty, judge }) =>
  twoAlike(
    judge,
    relyingParty.withMailbox({ ownName: false }),
    (sharedWith) => relyingParty.withMailbox({ ownName: false, sharedWith }),
    'the same name and e-mail address',
  ),
)

for (const row of inOrder(subjectsAlike))
  test(`gives two subs to humans whose subs ${row.title}`, covers(row), ({ relyingParty, judge }) => {
    const [one, other] = row.subs(randomUUID())
    return twoAlike(
      judge,
      relyingParty.withSubject(one, 'usual'),
      () => relyingParty.withSubject(other, 'usual'),
      `subs that ${row.title}`,
    )
  })

for (const row of inOrder(subjectsApart))
  test(`gives two subs to humans whose subs ${row.title}`, covers(row), async ({ relyingParty, judge }) => {
    let judged = 0
    for (const [how, subs] of Object.entries(row.pairs)) {
      const sent: Sent[] = []
      for (const sub of subs(randomUUID()))
        sent.push(await judge.records(relyingParty.withSubject(sub, 'usual'), `a login of one of two humans: ${how}`))
      if (sent.some(({ outcome }) => isUnanswered(outcome))) judge.inconclusive(`A login came to no end: ${how}.`)
      // A target that rejects such a sub confuses no two humans.
      if (sent.some(({ outcome }) => outcome.kind !== 'granted')) continue
      judged += 1
      ruleTwoSubs(judge, `Gives two subs to humans whose subs ${row.title}, ${how}`, sent.map(subIn))
    }
    if (judged === 0) judge.notApplicable(`The target logs no two humans in whose subs ${row.title}.`)
  })

/** Humans who log in at the one IdentityProvider and at the other are two. */
async function ruleOfTwo(
  { relyingParty, judge }: Pick<Fixtures, 'relyingParty' | 'judge'>,
  sent: readonly Sent[],
): Promise<void> {
  const seen = await Promise.all(sent.map((each) => relyingParty.seen(each)))
  const by = seen.map(({ token }) => token.at(-1)?.counterparty)
  if (by[0] === by[1]) judge.inconclusive('`login.otherSteps` led to the IdentityProvider of `login.steps`.')
  ruleTwoSubs(judge, 'Gives the humans of two IdentityProviders two subs', sent.map(subIn))
}

test(
  'takes one sub of two IdentityProviders for two humans',
  covers(flows.subjectsOfTwo),
  async ({ relyingParty, judge }) => {
    const subject = randomUUID()
    const usual = await judge.grants(relyingParty.withSubject(subject, 'usual'))
    await ruleOfTwo({ relyingParty, judge }, [usual, await judge.grants(relyingParty.withSubject(subject, 'other'))])
  },
)

test(
  'takes two humans of two IdentityProviders for two, though both have one name and e-mail address',
  covers(flows.subjectsOfMailboxAtTwo),
  async ({ relyingParty, judge }) => {
    const usual = await judge.grants(relyingParty.withMailbox({ ownName: false }))
    const shared = relyingParty.withMailbox({ ownName: false, sharedWith: usual, at: 'other' })
    const other = await judge.applies(
      shared,
      'a login of another human with the same name and e-mail address',
      'The target logs no second human in with those.',
    )
    await ruleOfTwo({ relyingParty, judge }, [usual, other])
  },
)

test(
  'answers the request that a human logged in for, whatever else their browser began meanwhile',
  covers(flows.twoBegun),
  async ({ relyingParty, judge }) => {
    await judge.grants(relyingParty.prepare()[0])
    const sent = await judge.records(relyingParty.withTwoBegun(), 'the first of two logins begun in one browser')
    if (sent.outcome.kind === 'refused') judge.notApplicable('It ends the first of two logins begun in one browser.')
    if (sent.outcome.kind !== 'granted') judge.inconclusive('The first of two logins came to no end.')
    // A broker that has lost the first login may begin the second anew; then the human has logged in for that one.
    if ((await relyingParty.seen(sent)).authorize.length > 1) judge.notApplicable('It has the human log in once more.')
    const astray = relyingParty.astray(sent)
    judge.rule('Answers the request that the human logged in for', astray === undefined, {
      expected: 'its ServiceProvider and its nonce',
      got: astray ?? 'its ServiceProvider and its nonce',
    })
  },
)

/** Neither what scopes beyond openid ask for nor a token of the IdentityProvider stands in what a broker tells of a human. */
async function rulePassesOnNothing(
  { relyingParty, judge, login }: Pick<Fixtures, 'relyingParty' | 'judge' | 'login'>,
  sent: Sent,
  claims: Json,
  beside: Json = null,
): Promise<void> {
  const told = textsIn(claims).filter(([at]) => at !== '/sub')
  if (login.scope === 'openid') {
    const unasked = personal.filter((name) => memberOf(claims, name) !== undefined)
    judge.observes('claims about the human beside sub', unasked)
    judge.rule('Passes on no claim beyond the scope openid', unasked.length === 0, {
      expected: 'sub alone',
      got: unasked.join(', ') || 'sub alone',
    })
    const telling = told.filter(([, text]) => tellsHuman(text)).map(([name]) => name)
    judge.rule('Passes on the name and e-mail address of the human under no other name either', telling.length === 0, {
      expected: 'nowhere but in sub',
      got: telling.join(', ') || 'nowhere but in sub',
    })
  }
  const issued = issuedIn((await relyingParty.seen(sent)).token)
  const tokens = [...told, ...textsIn(beside)].filter(([, text]) => holdsToken(text, issued)).map(([name]) => name)
  judge.rule('Passes on no token of the IdentityProvider', tokens.length === 0, {
    expected: 'none',
    got: tokens.join(', ') || 'none',
  })
}

test(
  'passes on nothing about a human that was not asked for',
  covers(flows.unasked),
  async ({ relyingParty, judge, login }) => {
    const sent = await judge.grants(relyingParty.pictured())
    const { payload } = decodeJwt(String(memberOf(sent.json, 'id_token')))
    await rulePassesOnNothing({ relyingParty, judge, login }, sent, payload ?? null, sent.json ?? null)
  },
)

test(
  'tells nothing about a human at userinfo that was not asked for',
  covers(flows.unaskedAtUserinfo),
  async ({ relyingParty, judge, login }) => {
    const sent = await judge.grants(relyingParty.prepare()[0])
    const { outcome, json } = await judge.records(login.userinfo(sent), 'userinfo')
    if (outcome.kind === 'no-answer' || outcome.kind === 'deferred') judge.inconclusive('No complete answer came.')
    const told = outcome.kind === 'granted' ? json : undefined
    const nothing = 'Its userinfo endpoint tells nothing in JSON.'
    await rulePassesOnNothing({ relyingParty, judge, login }, sent, told ?? judge.notApplicable(nothing))
  },
)

for (const row of inOrder(circumstances))
  test(`ends each wrong login ${row.circumstance}`, covers(row), ({ relyingParty, judge }) =>
    endsAllIn(row.circumstance, everywhere, { relyingParty, judge }),
  )
