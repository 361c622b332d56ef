import { randomUUID } from 'node:crypto'
import { decodeJwt, memberOf } from '../../harness/wire/decode.js'
import { inOrder } from '../support/order.js'
import { covers, test } from '../support/test.js'
import { answerRows } from './answer.cases.js'
import * as flows from './flows.cases.js'
import { idTokenRows } from './id-token.cases.js'
import {
  beginsAnew,
  endsLogin,
  endsLoginOfAnother,
  keepsAudience,
  keepsToItself,
  signsAnew,
  signsWell,
} from './logins.js'
import { atBroker } from './rows.js'

/** What the scopes profile, email, address and phone ask for (OpenID Connect Core §5.4). */
const personal =
  'name family_name given_name middle_name nickname preferred_username profile picture website gender birthdate zoneinfo locale email address phone_number'.split(
    ' ',
  )

for (const row of inOrder(atBroker([...idTokenRows, ...answerRows])))
  test(`ends a login ${row.title}`, covers(row), ({ relyingParty, judge }) => endsLogin(row, { relyingParty, judge }))

for (const row of inOrder(flows.brokerTowardsIdentityProvider))
  test(row.title, covers(row), ({ relyingParty, judge, lab, lookups, target }) =>
    signsWell(row, { relyingParty, judge, lab, lookups, target }),
  )

test(
  'signs a new assertion with a new jti for every login',
  covers(flows.renewedByBroker),
  ({ relyingParty, judge, lab, target }) => signsAnew({ relyingParty, judge, lab, target }),
)

test(
  'addresses its assertions to the IdentityProvider, whatever audience an answer of it tells',
  covers(flows.keepsAudienceAsBroker),
  ({ relyingParty, judge, lab, target }) => keepsAudience({ relyingParty, judge, lab, target }),
)

for (const row of flows.redirectsOfBroker)
  test(row.title, covers(row), ({ relyingParty, judge }) => keepsToItself(row, { relyingParty, judge }))

test('begins each login with new values', covers(flows.freshAtBroker), ({ relyingParty, judge }) =>
  beginsAnew({ relyingParty, judge }),
)

test('gives each human a sub of their own', covers(flows.subjects), async ({ relyingParty, judge }) => {
  const subs: unknown[] = []
  for (let count = 0; count < 2; count += 1) {
    const { json } = await judge.grants(relyingParty.prepare()[0])
    subs.push(memberOf(decodeJwt(String(memberOf(json, 'id_token'))).payload, 'sub'))
  }
  judge.rule('Gives two humans of one name two subs', subs[0] !== subs[1], {
    expected: 'two values',
    got: subs[0] === subs[1] ? `${subs[0]} twice` : 'two values',
  })
})

test(
  'takes one sub of two IdentityProviders for two humans',
  covers(flows.subjectsOfTwo),
  async ({ relyingParty, judge }) => {
    const subject = randomUUID()
    const told: { readonly by: string | undefined; readonly sub: unknown }[] = []
    for (const at of ['usual', 'other'] as const) {
      const sent = await judge.grants(relyingParty.withSubject(subject, at))
      const by = (await relyingParty.seen(sent)).token.at(-1)?.counterparty
      told.push({ by, sub: memberOf(decodeJwt(String(memberOf(sent.json, 'id_token'))).payload, 'sub') })
    }
    const [usual, other] = told
    if (usual?.by === other?.by) judge.inconclusive('`login.otherSteps` led to the IdentityProvider of `login.steps`.')
    judge.rule('Gives the humans of two IdentityProviders two subs', usual?.sub !== other?.sub, {
      expected: 'two values',
      got: usual?.sub === other?.sub ? `${usual?.sub} twice` : 'two values',
    })
  },
)

test(
  'ends a login on the answer that another browser got',
  covers(flows.ofAnotherAtBroker),
  ({ relyingParty, judge }) => endsLoginOfAnother({ relyingParty, judge }),
)

test(
  'passes on nothing about a human that was not asked for',
  covers(flows.unasked),
  async ({ relyingParty, judge }) => {
    const { json } = await judge.grants(relyingParty.pictured())
    const { payload } = decodeJwt(String(memberOf(json, 'id_token')))
    const unasked = personal.filter((name) => memberOf(payload, name) !== undefined)
    judge.observes('claims about the human beside sub', unasked)
    judge.rule('Passes on no claim beyond the scope openid', unasked.length === 0, {
      expected: 'sub alone',
      got: unasked.join(', ') || 'sub alone',
    })
  },
)
