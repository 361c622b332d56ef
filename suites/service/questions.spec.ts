import type { Sent } from '../../harness/check/types.js'
import { memberOf } from '../../harness/wire/decode.js'
import { covers, test } from '../support/test.js'
import { askedAbout, forwardedOf, membersNamed, misforwarded } from './asked.js'
import * as flows from './flows.cases.js'

test(
  'names itself as context.serviceProvider when it asks for evidence',
  covers(flows.context),
  async ({ service, judge, lab, target }) => {
    const asked = await askedAbout(await judge.grants(await service.message()), { lab, judge })
    const named = asked.map(({ body }) => membersNamed('context', body).map((one) => memberOf(one, 'serviceProvider')))
    const holds = named.every((all) => all.length > 0 && all.every((one) => one === target.partyId))
    judge.rule('Names itself in the context', holds, { expected: target.partyId, got: JSON.stringify(named) })
  },
)

test(
  'asks for evidence with an access token of the AuthorisationRegistry',
  covers(flows.authenticated),
  async ({ service, judge, lab }) => {
    const asked = await askedAbout(await judge.grants(await service.message()), { lab, judge })
    // A token that the registry has forgotten may be tried first.
    const bearers = asked.map(({ bearer }) => bearer ?? 'none')
    judge.rule('Its request carries an access token', bearers.includes('valid'), {
      expected: 'a valid access token',
      got: bearers.join(', '),
    })
  },
)

test("forwards the consumer's JWT unchanged", covers(flows.unchanged), async ({ service, judge, lab }) => {
  const control = await service.message()
  const sent = [await judge.grants(control), await judge.accepts(service.next(control))]
  const asked = await askedAbout(sent[0] as (typeof sent)[number], { lab, judge })
  const forwarded = asked.flatMap(({ forwarded = [] }) => forwarded)
  judge.observes('forwarded JWTs per request for evidence', forwarded.length / asked.length)
  if (forwarded.length === 0) judge.notApplicable('The target forwards no JWT, which it may do (L267).')
  const got = misforwarded(asked, control.party.partyId, sent).join('; ') || 'so'
  judge.rule('Forwards what the consumer sent, while it lives', got === 'so', { expected: 'so', got })
})

test('forwards for a consumer no JWT of another one', covers(flows.ofAnother), async ({ service, judge, lab }) => {
  const [one, other] = [await service.message({ keepsToken: true }), await service.message()]
  const [ofOne, ofOther] = [[await judge.grants(one)], [await judge.grants(other)]]
  // Others may authenticate in between, of whose JWTs nothing is said.
  for (let round = 0; round < 3; round++) {
    ofOne.push(await judge.tries(service.next(one, { keepsToken: true }), 'after another consumer authenticated'))
    ofOther.push(await judge.tries(service.next(other), 'of the other consumer'))
  }
  const askedOfOne = await askedAbout(ofOne[0] as Sent, { lab, judge })
  const askedOfOther = await askedAbout(ofOther[0] as Sent, { lab, judge })
  if ([...askedOfOne, ...askedOfOther].every(({ forwarded = [] }) => forwarded.length === 0))
    judge.notApplicable('The target forwards no JWT, which it may do (L267).')
  const wrong = forwardedOf(askedOfOne, ofOther) + forwardedOf(askedOfOther, ofOne)
  const got = wrong === 0 ? 'so' : `${wrong} requests for evidence with the JWT of the other consumer`
  judge.rule('Forwards for each consumer its own JWT', wrong === 0, { expected: 'so', got })
})

test(
  "never sends the consumer's JWT as its own assertion to the AuthorisationRegistry",
  covers(flows.ownAssertion),
  async ({ service, judge, lab }) => {
    const { message } = await judge.grants(await service.message())
    const calls = await lab.ledger({ kinds: ['evidence-token'], subjects: [message.party.partyId] })
    const got = `${calls.length} token requests with the JWT of the consumer`
    judge.rule('Authenticates with an assertion of its own', calls.length === 0, { expected: 'none', got })
  },
)
