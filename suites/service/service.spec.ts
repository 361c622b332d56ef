import type { Message, Sent } from '../../harness/check/types.js'
import { conditions, T } from '../../harness/mutations/conditions.js'
import { accessToken, bareCallAs, byMethod, callAs, evidence, withRules } from '../../harness/mutations/evidence.js'
import { grantsAtOnce } from '../support/flows/first.js'
import { waitInUse } from '../support/flows/in-use.js'
import { insisting } from '../support/flows/insisting.js'
import { ruleRefused, turns } from '../support/flows/refused.js'
import { inOrder } from '../support/order.js'
import { oftenEnough } from '../support/processes.js'
import { covers, test } from '../support/test.js'
import { requestsElsewhere } from '../support/values/path-spellings.js'
import { status } from '../support/values/records.js'
import { unauthenticatedAs } from '../support/values/unauthenticated.js'
import { callsNaming, withToken } from '../support/whose/calls.js'
import { namingAnother } from '../support/whose/granted-to.js'
import { usingJtiOfStranger } from '../support/whose/shared-jti.js'
import { forgedToken, withoutToken, wrongToken } from './access.cases.js'
import { declaredCache } from './declared-cache.js'
import * as evidences from './evidence.cases.js'
import * as flows from './flows.cases.js'
import * as mismatches from './mismatches.cases.js'
import * as policies from './policies.cases.js'
import { serviceObservation, serviceRefusal } from './rows.js'
import { isGranted, isServed } from './served.js'

const servesOnOwn = 'Serves no consumer on what another one is permitted'
const noService = 'no service without a Permit'
const withoutPermit = evidence('none: 404', () => null)
const deny = evidence(
  'Deny',
  withRules(() => [{ effect: 'Deny' }]),
)

/** A call by the name of what is unusual about it. */
type Named = readonly [name: string, sent: Sent]
const named = (calls: readonly Named[]): string => calls.map(([name]) => name).join('; ') || 'none'

const refused = [wrongToken, forgedToken, ...evidences.refused, ...mismatches.refused, ...policies.refused]
for (const row of inOrder(refused)) test(`refuses its service ${row.title}`, covers(row), serviceRefusal(row))

test('refuses its service without an access token', covers(withoutToken), async ({ service, judge }) => {
  const control = await service.message()
  await judge.grants(control)
  for (const { name, value } of unauthenticatedAs(control.party.partyId))
    await judge.refuses(service.next(control, { mutate: callAs(name, value) }))
})

for (const row of inOrder(evidences.failing))
  test(`refuses its service ${row.title}`, covers(row), serviceRefusal(row, insisting))

for (const row of inOrder(policies.recorded))
  test(`records whether it serves ${row.title}`, covers(row), serviceObservation(row))

for (const row of inOrder(evidences.ofToken))
  test(`refuses its service ${row.title}`, covers(row), async ({ service, judge }) => {
    if (!service.signsEvidence) judge.notApplicable('In this interface evidence is not signed (delegation.answer).')
    await serviceRefusal(row)({ service, judge })
  })

test(
  `refuses its service ${mismatches.elsewhereConsumed.title}`,
  covers(mismatches.elsewhereConsumed),
  async ({ service, judge }) => {
    if (service.contextPlace === undefined)
      judge.notApplicable('Requests have no context: interface.delegation.context is null.')
    await serviceRefusal(mismatches.elsewhereConsumed)({ service, judge })
  },
)

test('grants its service on a Permit without conditions', covers(flows.unconditional), async ({ service, judge }) => {
  const says = 'Serves on a Permit without conditions'
  const conditional = await service.message({ mutate: conditions(T) })
  await grantsAtOnce(judge, says, await service.message(), conditional, 'the service')
})

test(
  'refuses its service to a consumer without a Permit after another one has authenticated',
  covers(flows.afterAnother),
  async ({ service, judge }) => {
    const [permitted, denied] = await service.prepare(withoutPermit)
    await judge.grants(permitted)
    const call = service.next(denied as Message, { keepsToken: true })
    await judge.tries(call, 'before the other one has authenticated')
    for (const turn of turns) {
      await judge.tries(service.next(permitted), `the other one, turn ${turn}`)
      const sent = await judge.tries(call, `with the access token of before, turn ${turn}`)
      ruleRefused(judge, servesOnOwn, sent, noService)
    }
  },
)

test(
  'refuses its service on a token for which a client without a Permit named the consumer beside itself',
  covers(flows.ofTwoClients),
  async ({ client, service, judge }) => {
    let token: string | undefined
    const [permitted, call] = await service.prepare(
      accessToken('of a client that named the consumer beside itself', () => token),
    )
    await judge.grants(permitted)
    await namingAnother({ client, judge }, permitted.party.partyId, async ({ accessToken }) => {
      token = accessToken
      if (token === undefined) judge.rule(servesOnOwn, true, { expected: noService, got: 'no access token' })
      else await judge.refuses(call as Message)
    })
  },
)

test(
  'refuses its service on the token of a client without a Permit whose jti the consumer has used since',
  covers(flows.ofSharedJti),
  async ({ client, service, judge }) => {
    let token: string | undefined
    const [permitted, call] = await service.prepare(accessToken('of a client without a Permit', () => token))
    await judge.grants(permitted)
    token = await usingJtiOfStranger({ client, judge }, permitted)
    await judge.refuses(call as Message)
  },
)

test(
  'refuses its service to a client without a Permit whose call names the consumer beside its access token',
  covers(flows.callNamesAnother),
  async ({ client, service, judge }) => {
    const permitted = await service.message()
    await judge.grants(permitted)
    const { accessToken = '' } = await judge.grants(await client.message())
    for (const { name, of } of callsNaming(permitted.party.partyId)) {
      const mutate = callAs(`of a client without a Permit, ${name}`, (call) => withToken(accessToken)(of(call)))
      await judge.refuses(service.next(permitted, { mutate }))
    }
  },
)

test(
  'refuses its service once a Permit has become a Deny',
  covers(flows.current),
  async ({ service, judge, target }) => {
    const seconds = declaredCache({ judge, target })
    const denied = evidence(
      'Deny since the control',
      withRules(() => [{ effect: 'Deny' }]),
    )
    for (const options of [{}, { keepsToken: true }] as const) {
      // One of two stays idle: who asks anew only behind an answer serves it by the evidence of before.
      const controls = [await service.message(options), ...(seconds > 0 ? [await service.message(options)] : [])]
      for (const control of controls) {
        await judge.grants(control)
        // Each process of a target may remember by itself. A token may serve for one call.
        for (let more = 1; more < oftenEnough; more += 1)
          await judge.tries(service.next(control, options), `once more, turn ${more}`)
      }
      const changed: Message[] = []
      for (const control of controls) changed.push(await service.reprogram(control, denied, options))
      const [inUse] = changed
      if (seconds > 0 && inUse) {
        await waitInUse(seconds, () =>
          judge.tries(service.next(inUse, options), 'while the evidence of before may count'),
        )
        await judge.grants(await service.message(options))
      }
      for (const message of changed.reverse()) await judge.refuses(message)
    }
  },
)

for (const [title, row, whatPermits, changes] of [
  [
    'by another method',
    flows.otherMethods,
    flows.methodsWithoutPermit,
    (own: string) =>
      ['GET', 'POST', 'PUT', 'PATCH']
        .filter((method) => method !== own)
        .map((method) => [method, byMethod(method)] as const),
  ],
  [
    'at another spelling of its path',
    flows.otherSpellings,
    flows.spellingsWithoutPermit,
    () => requestsElsewhere.map(({ name, value }) => [name, value] as const),
  ],
] as const) {
  test(
    `does not give what it serves to a call ${title} without an access token`,
    covers(row),
    async ({ service, judge }) => {
      const control = await service.message()
      const served = [await judge.grants(control)]
      const others: Named[] = []
      for (const [name, change] of changes(service.method))
        others.push([name, await judge.tries(service.next(control, { mutate: bareCallAs(name, change) }), title)])
      served.push(await judge.grants(service.next(control)))
      judge.observes('answered with 2xx without an access token', named(others.filter(([, sent]) => isGranted(sent))))
      const giving = others.filter(([, sent]) => isServed(sent, served, service.marked))
      judge.rule('Gives what it serves to no call without an access token', giving.length === 0, {
        expected: 'to none',
        got: giving.length === 0 ? 'to none' : `the same as with an access token: ${named(giving)}`,
      })
    },
  )

  test(
    `does not give what it serves to a call ${title} of a consumer without a Permit`,
    covers(whatPermits),
    async ({ service, judge }) => {
      const [control, denied] = await service.prepare(deny)
      const served = await judge.grants(control)
      await judge.refuses(denied as Message)
      const others: Named[] = []
      for (const [name, change] of changes(service.method))
        others.push([name, await judge.tries(service.next(denied as Message, { mutate: callAs(name, change) }), title)])
      await judge.grants(service.next(control))
      judge.observes('answered with 2xx without a Permit', named(others.filter(([, sent]) => isGranted(sent))))
      // What else may be had there needs no Permit for the service: only the very body that was served is held against it.
      const giving = others.filter(([, sent]) => isServed(sent, [served], service.marked))
      judge.rule('Gives what it serves to no consumer without a Permit', giving.length === 0, {
        expected: 'to none',
        got: giving.length === 0 ? 'to none' : `the same as on a Permit: ${named(giving)}`,
      })
    },
  )
}

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
