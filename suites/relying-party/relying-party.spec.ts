import { randomUUID } from 'node:crypto'
import { humanNamed } from '../../harness/check/relying-party/humans.js'
import type { Sent } from '../../harness/check/types.js'
import { inOrder } from '../support/order.js'
import { covers, test } from '../support/test.js'
import { isGuessed } from '../support/values/guessed.js'
import { writtenForAnother } from '../support/values/written-tokens.js'
import { ownHumanOfLike } from './alike.cases.js'
import { answerRows } from './answer.cases.js'
import {
  everywhereAtServiceProvider,
  foreignWhereAnotherIs,
  ofKnownHuman,
  ofSecondHuman,
} from './circumstances.cases.js'
import * as flows from './flows.cases.js'
import {
  endsAllIn,
  endsAllOfSecondHuman,
  endsForeignWhereAnotherIs,
  leavesAlone,
  logInSideBySide,
  type Tools,
} from './logins.js'
import { atServiceProvider } from './rows.js'

/** What others know of a human of the lab. */
const whatIsKnownOf = (username: string): Readonly<Record<string, string>> => {
  const { subject = '', claims: { email } = {} } = humanNamed(username)
  return { username, subject, email: String(email) }
}

/** The pages that come in the login of one of two humans do not say that it is the other one. */
function ruleAnotherHuman({ relyingParty, judge }: Tools<never>, first: Sent, second: Sent): void {
  if (second.outcome.kind !== 'granted') judge.notApplicable('The target does not log the second human in.')
  // A target that writes two names alike may show that of the second to the first.
  const isFolded = relyingParty.saysWho(first, second) && !relyingParty.saysWho(first, first)
  const isOther = relyingParty.saysWho(second, first) || isFolded
  const says = [first, second].some((sent) => relyingParty.saysWho(sent, sent))
  if (!isOther && !says) judge.notApplicable('The pages of the target do not say who is logged in.')
  judge.rule('Shows nobody the human before', !isOther, {
    expected: 'the human who logged in',
    got: isOther ? 'the other one of two humans' : 'the human who logged in',
  })
}

for (const row of inOrder(atServiceProvider(answerRows.filter(({ needs }) => needs === 'userinfo'))))
  test(`takes nothing ${row.title.replace(/^on /, 'from ')}`, covers(row), ({ relyingParty, judge }) =>
    leavesAlone(row, { relyingParty, judge }),
  )

test('ends each wrong login of a human who is known', covers(ofKnownHuman), async ({ relyingParty, judge }) =>
  endsAllIn('of a human who is known', everywhereAtServiceProvider, { relyingParty, judge }),
)

test('ends each wrong login where another human is logged in', covers(ofSecondHuman), async ({ relyingParty, judge }) =>
  endsAllOfSecondHuman(everywhereAtServiceProvider, { relyingParty, judge }),
)

test(
  'ends a login on the answer that another browser got where another human is logged in',
  covers(foreignWhereAnotherIs),
  ({ relyingParty, judge }) => endsForeignWhereAnotherIs({ relyingParty, judge }),
)

test('takes each human for themselves', covers(flows.ownHuman), async ({ relyingParty, judge }) => {
  const first = await judge.grants(relyingParty.withName())
  const second = await judge.grants(relyingParty.withName())
  ruleAnotherHuman({ relyingParty, judge }, first, second)
})

test(
  'takes humans who log in side by side for themselves',
  covers(flows.ownHumanSideBySide),
  async ({ relyingParty, judge }) => {
    const rounds = await logInSideBySide(judge, () => relyingParty.withName())
    const saysWho = (sent: Sent, of: Sent) => relyingParty.saysWho(sent, of)
    if (!rounds.some((worked) => worked.some((sent) => worked.some((of) => saysWho(sent, of)))))
      judge.notApplicable('The pages of the target do not say who is logged in.')
    for (const worked of rounds) {
      const mistaken = worked.filter((sent) => worked.some((of) => of !== sent && saysWho(sent, of))).length
      judge.rule('Shows none of those who log in at once another one', mistaken === 0, {
        expected: 'in each window the human who logged in there',
        got: `another human in ${mistaken} of ${worked.length} windows`,
      })
    }
  },
)

test(
  'shows nothing of another human to one of whom little is said',
  covers(flows.ownHumanWithoutClaims),
  async ({ relyingParty, judge }) => {
    const first = await judge.grants(relyingParty.withName())
    const second = await judge.records(
      relyingParty.withoutClaims(),
      'a login of a human of whom nothing but sub is said',
    )
    ruleAnotherHuman({ relyingParty, judge }, first, second)
  },
)

test('tells two humans of one name apart', covers(flows.ownHumanOfName), async ({ relyingParty, judge }) => {
  const name = `Una ${randomUUID()}`
  const first = await judge.grants(relyingParty.withName(name))
  const second = await judge.grants(relyingParty.withName(name))
  ruleAnotherHuman({ relyingParty, judge }, first, second)
})

test(
  'tells two humans of one e-mail address apart',
  covers(flows.ownHumanOfMailbox),
  async ({ relyingParty, judge }) => {
    const first = await judge.grants(relyingParty.withMailbox({ ownName: true }))
    const second = await judge.records(
      relyingParty.withMailbox({ ownName: true, sharedWith: first }),
      'a login of another human with the same e-mail address',
    )
    ruleAnotherHuman({ relyingParty, judge }, first, second)
  },
)

for (const row of inOrder(ownHumanOfLike))
  test(`tells humans apart whose subs ${row.title}`, covers(row), async ({ relyingParty, judge }) => {
    const [one, other] = row.subs(randomUUID())
    const logIn = (sub: string, which: string) =>
      judge.records(
        relyingParty.withSubject(sub, 'usual', { ownName: true }),
        `a login of the ${which} of two humans whose subs ${row.title}`,
      )
    // A target that rejects a sub this long confuses no two humans: not a failure.
    const first = await logIn(one, 'first')
    if (first.outcome.kind !== 'granted')
      judge.notApplicable(`The target logs neither of two humans in whose subs ${row.title}.`)
    const second = await logIn(other, 'second')
    ruleAnotherHuman({ relyingParty, judge }, first, second)
  })

test('takes nobody for the human of another window', covers(flows.windowOfNobody), async ({ relyingParty, judge }) => {
  const sent = await judge.grants(relyingParty.withName())
  if (!relyingParty.saysWho(sent, sent)) judge.notApplicable('The pages of the target do not say who is logged in.')
  await judge.refuses(relyingParty.withNobody(sent))
})

test(
  'logs nobody in by the cookies that a browser had before the login',
  covers(flows.fixation),
  async ({ relyingParty, judge }) => {
    const look = relyingParty.withCookiesOfBefore()
    await judge.grants(relyingParty.prepare()[0])
    const unless = async (sent: Sent) =>
      relyingParty.hadCookies(sent) ? undefined : 'The target sets no cookies before a login.'
    await judge.refuses(look, { unless })
  },
)

test(
  'logs nobody in by cookies that a browser brings along',
  covers(flows.broughtAlong),
  async ({ relyingParty, judge }) => {
    const first = await judge.grants(relyingParty.prepare()[0])
    if (!relyingParty.hadCookies(first)) judge.notApplicable('The target sets no cookies.')
    await judge.refuses(relyingParty.withCookiesBroughtAlong(first))
  },
)

test('logs nobody in by cookies that anybody can guess', covers(flows.guessed), async ({ relyingParty, judge }) => {
  const first = await judge.grants(relyingParty.prepare()[0])
  if (!relyingParty.hadCookies(first)) judge.notApplicable('The target sets no cookies.')
  const before = relyingParty.cookiesOf(first)
  const [{ counterparty = '' } = {}] = (await relyingParty.seen(first)).authorize
  const look = relyingParty.withCookiesRewritten(({ name, value }, username) =>
    isGuessed(value, before.get(name), { ...whatIsKnownOf(username), provider: counterparty }) ? value : undefined,
  )
  await judge.refuses(look)
})

test('logs nobody in by cookies that anybody can write', covers(flows.written), async ({ relyingParty, judge }) => {
  const first = await judge.grants(relyingParty.prepare()[0])
  const other = first.message.party.partyId
  const look = relyingParty.withCookiesRewritten(({ value }, own) => writtenForAnother(value, own, other))
  const unless = async (sent: Sent) =>
    relyingParty.hadCookies(sent) ? undefined : 'No cookie of the target can be read as that of a human.'
  await judge.refuses(look, { unless })
})

test(
  'takes no login for authority to act for an organisation',
  covers(flows.humanOnly),
  async ({ relyingParty, client, judge }) => {
    const login = await judge.grants(relyingParty.pictured())
    // The AuthorisationRegistry has no evidence about this consumer.
    const { accessToken = '' } = await judge.grants(await client.message())
    const called = await relyingParty.callService(login, accessToken)
    const { anonymous, loggedIn, byToken, consumer, consumerLoggedIn } = called
    if (anonymous.kind === 'granted') judge.inconclusive('The service is served to everybody, logged in or not.')
    judge.rule('Serves nobody for a login alone', loggedIn.kind !== 'granted', {
      expected: 'no service',
      got: loggedIn.kind,
    })
    const opening = byToken.filter(({ kind }) => kind === 'granted').length
    judge.rule('Serves nobody for a token of the IdentityProvider', opening === 0, {
      expected: 'no service',
      got: opening === 0 ? 'no service' : `the service for ${opening} of ${byToken.length} tokens`,
    })
    // One that is served anyhow is what other checks speak of.
    if (consumer.kind !== 'refused') return
    judge.rule(
      'Serves no consumer without evidence because a human is logged in',
      consumerLoggedIn.kind !== 'granted',
      {
        expected: 'no service',
        got: consumerLoggedIn.kind,
      },
    )
  },
)
