import type { Sent } from '../../harness/check/types.js'
import { conditions, T } from '../../harness/mutations/conditions.js'
import { bareCall, evidence, withRules } from '../../harness/mutations/evidence.js'
import { memberOf } from '../../harness/wire/decode.js'
import { grantsAtOnce } from '../support/first.js'
import { insisting } from '../support/insisting.js'
import { inOrder } from '../support/order.js'
import { status } from '../support/records.js'
import { covers, test } from '../support/test.js'
import { withoutToken, wrongToken } from './access.cases.js'
import { askedAbout, membersNamed, misforwarded } from './asked.js'
import * as evidences from './evidence.cases.js'
import * as flows from './flows.cases.js'
import { serviceRefusal } from './rows.js'
import { isGranted, isServed } from './served.js'

for (const row of inOrder([withoutToken, wrongToken, ...evidences.refused]))
  test(`refuses its service ${row.title}`, covers(row), serviceRefusal(row))

for (const row of inOrder(evidences.failing))
  test(`refuses its service ${row.title}`, covers(row), serviceRefusal(row, insisting))

test(`refuses its service ${evidences.unsigned.title}`, covers(evidences.unsigned), async ({ service, judge }) => {
  if (!service.signsEvidence) judge.notApplicable('In this interface evidence is not signed (delegation.answer).')
  await serviceRefusal(evidences.unsigned)({ service, judge })
})

test('grants its service on a Permit without conditions', covers(flows.unconditional), async ({ service, judge }) => {
  const says = 'Serves on a Permit without conditions'
  const conditional = await service.message({ mutate: conditions(T) })
  await grantsAtOnce(judge, says, await service.message(), conditional, 'the service')
})

test('refuses its service once a Permit has become a Deny', covers(flows.current), async ({ service, judge }) => {
  const denied = evidence(
    'Deny since the control',
    withRules(() => [{ effect: 'Deny' }]),
  )
  for (const options of [{}, { keepsToken: true }] as const) {
    const control = await service.message(options)
    await judge.grants(control)
    await judge.refuses(await service.reprogram(control, denied, options))
  }
})

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
  'does not give what it serves to a call by another method without an access token',
  covers(flows.otherMethods),
  async ({ service, judge }) => {
    const control = await service.message()
    const served = [await judge.grants(control)]
    const others: Sent[] = []
    for (const method of ['GET', 'POST', 'PUT', 'PATCH'].filter((method) => method !== service.method))
      others.push(await judge.tries(service.next(control, { mutate: bareCall(method) }), 'by another method'))
    served.push(await judge.grants(service.next(control)))
    const methods = (sent: readonly Sent[]): string => sent.map(({ exchange }) => exchange.request.method).join(', ')
    const giving = others.filter((sent) => isServed(sent, served, service.marked))
    judge.observes('answered with 2xx without an access token', methods(others.filter(isGranted)) || 'none')
    judge.rule('Gives what it serves to no call without an access token', giving.length === 0, {
      expected: 'by no method',
      got: giving.length === 0 ? 'by no method' : `the same as with an access token by ${methods(giving)}`,
    })
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

test(
  'records whether it serves a consumer that was suspended since',
  covers(flows.suspended),
  async ({ service, judge, lab }) => {
    const control = await service.message({ keepsToken: true })
    await judge.grants(control)
    await lab.reprogram(control.party, status('Suspended'))
    await judge.records(service.next(control, { keepsToken: true }), 'access token of a suspended party')
  },
)
