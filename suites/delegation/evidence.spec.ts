import { HarnessError } from '../../harness/errors.js'
import type { Json } from '../../harness/json.js'
import { memberOf } from '../../harness/wire/decode.js'
import { grantsAtOnce } from '../support/first.js'
import { covers, test } from '../support/test.js'
import { refusesAbout, refusesUnder } from './asking.js'
import { context } from './contexts.js'
import * as cases from './delegation.cases.js'
import { behind, unnamedAction, unnamedResource } from './requests.js'

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

test('permits nothing where a policy denies', covers(cases.denied), async ({ delegation, judge }) => {
  for (const policy of ['deny', 'permit-then-deny', 'deny-then-permit'])
    await refusesUnder({ delegation, judge }, policy, { caller: 'consumer' })
})
