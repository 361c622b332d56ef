import { canSay } from '../../harness/check/delegation/context.js'
import type { Outcome } from '../../harness/contracts/evidence.js'
import { elementsOf, type Json, type JsonObject } from '../../harness/contracts/json.js'
import { otherSpellings } from '../../harness/mutations/near-misses.js'
import { memberOf } from '../../harness/wire/decode.js'
import { covers, test } from '../support/test.js'
import { otherCase } from '../support/values/letter-case.js'
import { needsConditions, refusesIn, refusesUnder, sayable } from './asking.js'
import { context, naming, nearly, serviceProvider, writtenAs } from './contexts.js'
import * as cases from './delegation.cases.js'
import { listed } from './lists.js'

test(
  'permits nothing when the context names another ServiceProvider than the policy',
  covers(cases.otherValue),
  async ({ delegation, judge }) => {
    const other = serviceProvider('another ServiceProvider', delegation.fixtures.otherProvider.partyId)
    await refusesIn({ delegation, judge }, [other])
    if (delegation.settings.conditions) await judge.refuses(delegation.ask('conditional', { caller: 'other provider' }))
    await refusesIn({ delegation, judge }, [other], { caller: 'consumer' })
  },
)

test(
  'permits nothing when the context names a ServiceProvider with nearly the identifier of the policy',
  covers(cases.nearMiss),
  async ({ delegation, judge }) =>
    refusesIn({ delegation, judge }, naming(nearly, delegation.fixtures.provider.partyId), { caller: 'consumer' }),
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

test('records who evaluates the conditions of its policies', covers(cases.evaluator), async ({ delegation, judge }) => {
  needsConditions({ delegation, judge })
  const elsewhere = serviceProvider('another ServiceProvider', delegation.fixtures.otherProvider.partyId)
  const [other = elsewhere] = sayable({ delegation, judge }, [elsewhere])
  await judge.grants(delegation.ask('conditional'))
  const sent = await judge.records(delegation.ask('conditional', { context: other }), 'evidence in another context')
  judge.observes('conditions that do not hold', evaluatorOf(sent.outcome, delegation.evidence(sent)))
})

/** Rules that permit on conditions are for the ServiceProvider to evaluate. */
function evaluatorOf({ kind }: Outcome, evidence: Json | undefined): string {
  if (kind !== 'refused') return kind
  const policies = listed(elementsOf(memberOf(evidence, 'policySets')), 'policies')
  const handedOut = listed(policies, 'rules').some(
    (rule) =>
      String(memberOf(rule, 'effect')).toLowerCase() === 'permit' && (memberOf(rule, 'conditions') ?? null) !== null,
  )
  return handedOut ? 'handed out' : 'evaluated by the AuthorisationRegistry'
}

test(
  'permits nothing when the context has other keys but no serviceProvider',
  covers(cases.otherKeys),
  async ({ delegation, judge }) => {
    const { partyId } = delegation.fixtures.provider
    await refusesIn({ delegation, judge }, [
      context('another key', { purpose: 'research' }),
      context('its value under another key', { consumedAt: partyId }),
      context('its value under a longer key', { serviceProviderX: partyId }),
      context('its value one level down', { place: { serviceProvider: partyId } }),
    ])
  },
)

test(
  'permits nothing to a context whose key is spelled otherwise',
  covers(cases.keySpelling),
  async ({ delegation, judge }) => {
    const { partyId } = delegation.fixtures.provider
    await refusesIn(
      { delegation, judge },
      ['serviceprovider', 'ServiceProvider', 'SERVICEPROVIDER', ' serviceProvider'].map((key) =>
        context(`its value under the key "${key}"`, { [key]: partyId }),
      ),
    )
  },
)

test(
  'permits although the context has keys that no condition names',
  covers(cases.extraKeys),
  async ({ delegation, judge }) => {
    const { partyId } = delegation.fixtures.provider
    needsConditions({ delegation, judge })
    const extra = [{ purpose: 'research' }, { level: 1, open: true }, { place: { city: 'Delft' } }]
    const contexts = extra.map((more) =>
      context(`with ${Object.keys(more).join()}`, { serviceProvider: partyId, ...more } as JsonObject),
    )
    const said = sayable({ delegation, judge }, contexts)
    await judge.grants(delegation.ask('conditional'))
    for (const more of said) await judge.accepts(delegation.ask('conditional', { context: more }))
  },
)

test(
  'permits nothing when the last of two serviceProvider keys is a wrong one',
  covers(cases.twiceNamed),
  async ({ delegation, judge }) => {
    needsConditions({ delegation, judge })
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
  const below = writtenAs('serviceProvider below __proto__', text, JSON.parse(text) as Json)
  if (canSay(delegation.settings, below)) await refusesIn({ delegation, judge }, [below])
})

test(
  'permits nothing to a serviceProvider that is spelled otherwise',
  covers(cases.otherSpelling),
  async ({ delegation, judge }) => {
    const { partyId } = delegation.fixtures.provider
    const inOtherCase = { name: 'in other letters', of: otherCase }
    await refusesIn({ delegation, judge }, naming([inOtherCase, ...otherSpellings], partyId))
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
    const other = serviceProvider('another ServiceProvider', delegation.fixtures.otherProvider.partyId)
    const [context = other] = sayable({ delegation, judge }, [other])
    await judge.records(delegation.ask('any-of-false', { context }), 'context of another ServiceProvider')
  },
)
