import { covers, test } from '../support/test.js'
import { askedAbout, isNamed, misforwarded, namedInContext } from './asked.js'
import * as flows from './flows.cases.js'

test(
  'names itself as context.serviceProvider when it asks for evidence',
  covers(flows.context),
  async ({ service, judge, lab, target }) => {
    const place =
      service.contextPlace ?? judge.notApplicable('Requests have no context: interface.delegation.context is null.')
    const asked = await askedAbout(await judge.grants(await service.message()), { lab, judge })
    const named = asked.map(({ body }) => namedInContext(body, place))
    const holds = named.every((all) => isNamed(all, target.partyId))
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

test("forwards the consumer's JWT only while it lives", covers(flows.inTime), async ({ service, judge, lab }) => {
  const aged = { keepsToken: true, ageSeconds: 25 } as const
  const control = await service.message(aged)
  const sent = await judge.grants(control)
  await service.outlive(sent)
  // Where access tokens live for seconds it takes another one, on another assertion.
  const later = await judge.records(
    service.next(control, aged),
    'call with an access token whose assertion has expired',
  )
  const asked = await askedAbout(sent, { lab, judge })
  if (asked.every(({ forwarded = [] }) => forwarded.length === 0))
    judge.notApplicable('The target forwards no JWT, which it may do (L267).')
  const got = misforwarded(asked, control.party.partyId, [sent, later]).join('; ') || 'so'
  judge.rule('Forwards what the consumer sent, while it lives', got === 'so', { expected: 'so', got })
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
