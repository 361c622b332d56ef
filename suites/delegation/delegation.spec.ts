import { forwarding } from '../../harness/check/delegation/forwarding.js'
import type { Asking, Context } from '../../harness/check/delegation/types.js'
import type { Sent } from '../../harness/check/types.js'
import { HarnessError } from '../../harness/errors.js'
import type { Json } from '../../harness/json.js'
import { memberOf } from '../../harness/wire/decode.js'
import { grantsAtOnce } from '../support/first.js'
import { inOrder } from '../support/order.js'
import { status } from '../support/records.js'
import { covers, type Fixtures, test } from '../support/test.js'
import { context, nearly, serviceProvider, writtenAs } from './contexts.js'
import * as cases from './delegation.cases.js'
import { behind, byGet, foreignTokens, huge, malformed, noToken, unnamedAction, unnamedResource } from './requests.js'

type Tools = Pick<Fixtures, 'delegation' | 'judge'>

/** No permit under the conditional policy in any of these contexts, where that of the ServiceProvider would do. */
const refusesIn = async ({ delegation, judge }: Tools, contexts: readonly Context[], asking: Asking = {}) => {
  await judge.grants(delegation.ask('conditional', asking))
  for (const wrong of contexts) await judge.refuses(delegation.ask('conditional', { ...asking, context: wrong }))
}

/** No permit for something else than what the unconditional policy is about. */
const refusesAbout = async ({ delegation, judge }: Tools, about: NonNullable<Asking['about']>): Promise<void> => {
  await judge.grants(delegation.ask('unconditional'))
  await judge.refuses(delegation.ask('unconditional', { about }))
}

/** No permit under a policy in this context, where an unconditional one permits. */
const refusesUnder = async ({ delegation, judge }: Tools, policy: string, asking: Asking = {}): Promise<Sent> => {
  await judge.grants(delegation.ask('unconditional', asking))
  return judge.refuses(delegation.ask(policy, asking))
}

const ruleNoServerError = ({ judge }: Tools, { exchange: { response } }: Sent): void => {
  if (!response) return
  const seen = { expected: 'a status below 500', got: `status ${response.status}` }
  judge.rule('Answers without a server error', response.status < 500, seen)
}

test(
  'takes the context from the ServiceProvider and from the consumer',
  covers(cases.bySupplier),
  async ({ delegation, judge }) => {
    const byProvider = delegation.ask('conditional')
    const byConsumer = delegation.ask('conditional', { caller: 'consumer' })
    await grantsAtOnce(judge, 'Permits with the context of the ServiceProvider', byProvider, byConsumer, 'a permit')
    await grantsAtOnce(judge, 'Permits with the context of the consumer', byConsumer, byProvider, 'a permit')
  },
)

test(
  'permits under a policy without conditions, with and without a context',
  covers(cases.unconditionally),
  async ({ delegation, judge }) => {
    const withContext = delegation.ask('unconditional')
    const without = delegation.ask('unconditional', { context: context('none', undefined) })
    await grantsAtOnce(judge, 'Permits with a context', withContext, without, 'a permit')
    await grantsAtOnce(judge, 'Permits without a context', without, withContext, 'a permit')
  },
)

test(
  'answers with evidence that holds policySets, policies and rules',
  covers(cases.structured),
  async ({ delegation, judge }) => {
    const sent = await judge.records(delegation.ask('unconditional'), 'evidence under an unconditional policy')
    const { outcome, exchange } = sent
    if (outcome.kind !== 'granted' && outcome.kind !== 'refused')
      judge.inconclusive(`No answer to judge: ${outcome.kind}.`)
    if ((exchange.response?.status ?? 0) >= 300)
      judge.inconclusive(`It answered ${exchange.response?.status} to a conforming request for evidence.`)
    const evidence = delegation.evidence(sent)
    const listed = (of: readonly Json[], name: string): readonly Json[] =>
      of.flatMap((one) => elements(memberOf(one, name)))
    const sets = elements(memberOf(evidence, 'policySets'))
    const policies = listed(sets, 'policies')
    const counts = { 'policy sets': sets.length, policies: policies.length, rules: listed(policies, 'rules').length }
    for (const [what, count] of Object.entries(counts))
      judge.rule(`The evidence holds ${what}`, count > 0, { expected: 'at least one', got: String(count) })
  },
)

const elements = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : [])

test(
  'permits nothing about a consumer for whom there is no policy',
  covers(cases.otherSubject),
  async ({ delegation, judge }) => {
    const consumer = { name: 'one without a policy', value: await delegation.stranger() }
    await judge.grants(delegation.ask('unconditional', { caller: 'consumer' }))
    await judge.refuses(delegation.ask('unconditional', { caller: 'consumer', consumer }))
    await judge.grants(delegation.ask('unconditional'))
    await judge.refuses(delegation.ask('unconditional', { consumer }))
  },
)

test('permits nothing about a resource that no policy names', covers(cases.otherResource), ({ delegation, judge }) =>
  refusesAbout({ delegation, judge }, unnamedResource),
)

test('permits no action that no policy names', covers(cases.otherAction), ({ delegation, judge }) =>
  refusesAbout({ delegation, judge }, unnamedAction),
)

test('decides about each policy of a request by itself', covers(cases.eachPolicy), async ({ delegation, judge }) => {
  const [unconditional] = delegation.fixtures.policies.filter(({ id }) => id === 'unconditional')
  if (!unconditional) throw new HarnessError('The kit has no policy without conditions.')
  const body = behind(unconditional)
  const both = delegation.ask('conditional', { body })
  if ((await judge.records(both, 'a request about two policies that both permit')).outcome.kind === 'refused')
    judge.notApplicable('It answers no request about two policies.')
  await judge.grants(both)
  await judge.refuses(delegation.ask('any-of-false', { body }))
})

test(
  'permits nothing when the context names another ServiceProvider than the policy',
  covers(cases.otherValue),
  async ({ delegation, judge }) => {
    const other = serviceProvider('another ServiceProvider', delegation.fixtures.otherProvider.partyId)
    await refusesIn({ delegation, judge }, [other])
    await judge.refuses(delegation.ask('conditional', { caller: 'other provider' }))
    await refusesIn({ delegation, judge }, [other], { caller: 'consumer' })
  },
)

test(
  'permits nothing when the context names a ServiceProvider with nearly the identifier of the policy',
  covers(cases.nearMiss),
  async ({ delegation, judge }) =>
    refusesIn({ delegation, judge }, nearly(delegation.fixtures.provider.partyId), { caller: 'consumer' }),
)

test(
  'permits nothing when the context is missing that a condition asks for',
  covers(cases.noContext),
  async ({ delegation, judge }) => {
    const missing = [context('none', undefined), context('empty', {}), context('null', null)]
    await refusesIn({ delegation, judge }, missing)
    await refusesIn({ delegation, judge }, missing, { caller: 'consumer' })
  },
)

test(
  'permits nothing when the context has other keys but no serviceProvider',
  covers(cases.otherKeys),
  async ({ delegation, judge }) => {
    const { partyId } = delegation.fixtures.provider
    await refusesIn({ delegation, judge }, [
      context('another key', { purpose: 'research' }),
      context('its value under another key', { consumedAt: partyId }),
      context('its value one level down', { place: { serviceProvider: partyId } }),
    ])
  },
)

test(
  'permits although the context has keys that no condition names',
  covers(cases.extraKeys),
  async ({ delegation, judge }) => {
    const { partyId } = delegation.fixtures.provider
    await judge.grants(delegation.ask('conditional'))
    for (const extra of [{ purpose: 'research' }, { level: 1, open: true }, { place: { city: 'Delft' } }])
      await judge.accepts(
        delegation.ask('conditional', {
          context: context(`with ${Object.keys(extra).join()}`, { serviceProvider: partyId, ...extra }),
        }),
      )
  },
)

test(
  'permits nothing when the last of two serviceProvider keys is a wrong one',
  covers(cases.twiceNamed),
  async ({ delegation, judge }) => {
    const { provider, otherProvider } = delegation.fixtures
    const both = (first: string, last: string) =>
      writtenAs(
        first === provider.partyId ? 'the right one first' : 'the right one last',
        `{"serviceProvider":${JSON.stringify(first)},"serviceProvider":${JSON.stringify(last)}}`,
        { serviceProvider: last },
      )
    await refusesIn({ delegation, judge }, [both(provider.partyId, otherProvider.partyId)])
    const rightLast = delegation.ask('conditional', { context: both(otherProvider.partyId, provider.partyId) })
    await judge.records(rightLast, 'the right serviceProvider behind a wrong one')
  },
)

test('permits nothing on keys that every object inherits', covers(cases.inherited), async ({ delegation, judge }) => {
  for (const policy of ['operand-proto', 'operand-constructor']) await refusesUnder({ delegation, judge }, policy)
  const text = `{"__proto__":{"serviceProvider":${JSON.stringify(delegation.fixtures.provider.partyId)}}}`
  await refusesIn({ delegation, judge }, [writtenAs('serviceProvider below __proto__', text, JSON.parse(text) as Json)])
})

test(
  'permits nothing to a serviceProvider that is spelled otherwise',
  covers(cases.otherSpelling),
  async ({ delegation, judge }) => {
    const { partyId } = delegation.fixtures.provider
    const spellings = {
      'in upper case': partyId.toUpperCase(),
      'trailing space': `${partyId} `,
      'leading space': ` ${partyId}`,
    }
    const contexts = Object.entries(spellings).map(([name, value]) => serviceProvider(name, value))
    await refusesIn({ delegation, judge }, contexts)
  },
)

test('permits nothing to a value of another JSON type', covers(cases.otherType), async ({ delegation, judge }) => {
  const { partyId } = delegation.fixtures.provider
  await refusesIn({ delegation, judge }, [serviceProvider('list of one', [partyId]), serviceProvider('true', true)])
  for (const [policy, values] of Object.entries({
    'equals-number': ['1', true],
    'equals-boolean': ['true', 1],
    'equals-zero': ['', false, null, '0'],
  }))
    for (const level of values)
      await refusesUnder({ delegation, judge }, policy, {
        context: context(`level ${JSON.stringify(level)}`, { level }),
      })
  await refusesUnder({ delegation, judge }, 'equals-list')
  await refusesUnder({ delegation, judge }, 'equals-null', { context: context('empty', {}) })
})

test(
  'records whether a ServiceProvider may name another place of consumption than itself',
  covers(cases.spoofed),
  async ({ delegation, judge }) => {
    const context = serviceProvider('another ServiceProvider', delegation.fixtures.otherProvider.partyId)
    await judge.records(delegation.ask('any-of-false', { context }), 'context of another ServiceProvider')
  },
)

test('permits nothing where a policy denies', covers(cases.denied), async ({ delegation, judge }) => {
  for (const policy of ['deny', 'permit-then-deny', 'deny-then-permit'])
    await refusesUnder({ delegation, judge }, policy, { caller: 'consumer' })
})

for (const row of inOrder(cases.neverPermitted))
  test(`permits nothing under ${row.title}`, covers(row), async ({ delegation, judge }) => {
    for (const policy of row.policies) {
      const sent = await refusesUnder({ delegation, judge }, policy, { caller: 'consumer' })
      ruleNoServerError({ delegation, judge }, sent)
    }
  })

for (const row of inOrder(cases.eitherWay))
  test(`records what it does under ${row.title}`, covers(row), async ({ delegation, judge }) => {
    await judge.grants(delegation.ask('unconditional', { caller: 'consumer' }))
    for (const policy of row.policies) {
      const sent = await judge.records(delegation.ask(policy, { caller: 'consumer' }), row.title)
      ruleNoServerError({ delegation, judge }, sent)
    }
  })

test('gives no evidence without an access token', covers(cases.withoutToken), async ({ delegation, judge }) => {
  for (const caller of ['provider', 'consumer'] as const) {
    await judge.grants(delegation.ask('unconditional', { caller }))
    for (const token of noToken) await judge.refuses(delegation.ask('unconditional', { caller, token }))
  }
})

test(
  'gives no evidence for an access token that it did not issue',
  covers(cases.foreignToken),
  async ({ delegation, judge }) => {
    const { provider, subject } = delegation.fixtures
    for (const [caller, { partyId }] of [['provider', provider] as const, ['consumer', subject] as const]) {
      await judge.grants(delegation.ask('unconditional', { caller }))
      for (const token of foreignTokens(partyId))
        await judge.refuses(delegation.ask('unconditional', { caller, token }))
    }
  },
)

test(
  'gives no evidence for the access token of another party',
  covers(cases.strangersToken),
  async ({ delegation, judge }) => {
    const forwarded = forwarding('for the ServiceProvider', { audience: delegation.fixtures.provider.partyId })
    const caller = { name: 'a stranger', value: await delegation.stranger() }
    await judge.grants(delegation.ask('unconditional', { forwarded }))
    await judge.refuses(delegation.ask('unconditional', { forwarded, caller }))
  },
)

test('gives no evidence by GET', covers(cases.byGet), async ({ delegation, judge }) => {
  await judge.grants(delegation.ask('unconditional', { caller: 'consumer' }))
  for (const request of byGet) await judge.refuses(delegation.ask('unconditional', { caller: 'consumer', request }))
})

test(
  'refuses malformed requests for evidence without a server error',
  covers(cases.malformed),
  async ({ delegation, judge }) => {
    const control = delegation.ask('unconditional')
    await judge.grants(control)
    for (const body of malformed)
      ruleNoServerError({ delegation, judge }, await judge.refuses(delegation.ask('unconditional', { body })))
    await judge.accepts(control)
  },
)

test('survives requests for evidence of any size and depth', covers(cases.huge), async ({ delegation, judge }) => {
  const control = delegation.ask('unconditional')
  await judge.grants(control)
  for (const body of huge) {
    const { exchange } = await judge.records(delegation.ask('unconditional', { body }), body.name)
    judge.observes(`time to answer: ${body.name}`, Math.round(exchange.durationMs), 'ms')
    await judge.accepts(control)
  }
})

test(
  'records whether an access token still opens evidence after its party was suspended',
  covers(cases.suspended),
  async ({ delegation, judge, lab }) => {
    const consumer = await delegation.spare('suspended later')
    const asking = { caller: 'consumer', consumer, keepsToken: true } as const
    await judge.grants(delegation.ask('unconditional', asking))
    await lab.reprogram(consumer.value, status('Suspended'))
    await judge.records(delegation.ask('unconditional', asking), 'access token of a suspended party')
  },
)
