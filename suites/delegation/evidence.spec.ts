import { isAsStated } from '../../harness/check/delegation/context.js'
import { elementsOf, type Json } from '../../harness/contracts/json.js'
import { partyId as named } from '../../harness/mutations/mutation.js'
import { otherNames, otherSpellings } from '../../harness/mutations/near-misses.js'
import { memberOf } from '../../harness/wire/decode.js'
import { grantsAtOnce } from '../support/flows/first.js'
import { covers, test } from '../support/test.js'
import { needsConditions, refusesAbout, refusesUnder } from './asking.js'
import { context, withContextAsStated } from './contexts.js'
import * as cases from './delegation.cases.js'
import { listed } from './lists.js'
import { isPermit, permits, permittedIn } from './permitted.js'
import * as about from './unnamed.js'

/** Whether evidence has the effect Permit anywhere. */
const hasPermit = (evidence: Json | undefined): boolean =>
  listed(listed(elementsOf(memberOf(evidence, 'policySets')), 'policies'), 'rules').some(isPermit)

/** Clocks may differ by that much, seconds. */
const slack = 60
/** No time in seconds of the next thousand years is later; milliseconds are. */
const farthest = 1e11

test(
  'takes the context from the ServiceProvider and from the consumer',
  covers(cases.bySupplier),
  async ({ delegation, judge }) => {
    needsConditions({ delegation, judge })
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
    // Who wants it elsewhere may want it each time, which is a finding of the check that follows.
    const without = isAsStated(delegation.settings.context)
      ? delegation.ask('unconditional', { context: context('none', undefined) })
      : withContext
    await grantsAtOnce(judge, 'Permits with a context', withContext, without, 'a permit')
    await grantsAtOnce(judge, 'Permits without a context', without, withContext, 'a permit')
  },
)

test(
  'answers a request that has the context where the text has it',
  covers(cases.contextAsStated),
  async ({ delegation, judge }) => {
    const usual = delegation.ask('unconditional')
    const [asStated, control] = isAsStated(delegation.settings.context)
      ? [usual, delegation.ask('unconditional', { context: context('none', undefined) })]
      : [delegation.ask('unconditional', { body: withContextAsStated(delegation) }), usual]
    await grantsAtOnce(judge, 'Permits with the context as the text has it', asStated, control, 'a permit')
  },
)

test('holds conditions', covers(cases.holdsConditions), async ({ delegation, judge }) => {
  await judge.grants(delegation.ask('unconditional'))
  await judge.accepts(delegation.ask('conditional'))
})

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
    const sets = elementsOf(memberOf(evidence, 'policySets'))
    const policies = listed(sets, 'policies')
    const counts = { 'policy sets': sets.length, policies: policies.length, rules: listed(policies, 'rules').length }
    for (const [what, count] of Object.entries(counts))
      judge.rule(`The evidence holds ${what}`, count > 0, { expected: 'at least one', got: String(count) })
  },
)

test(
  'permits in its evidence nothing that no policy permits',
  covers(cases.nothingWider),
  async ({ delegation, judge }) => {
    const asked = delegation.policy('unconditional')
    const context = { serviceProvider: delegation.fixtures.provider.partyId }
    const own = delegation.fixtures.policies.filter(
      ({ policyIssuer, accessSubject }) => policyIssuer === asked.policyIssuer && accessSubject === asked.accessSubject,
    )
    const permitted = permittedIn(delegation.evidence(await judge.grants(delegation.ask('unconditional'))))
    const wider = permitted.filter((one) => !own.some(permits(one, context)))
    judge.rule('Its evidence permits what some policy of the consumer permits', wider.length === 0, {
      expected: 'nothing else',
      got: wider.length === 0 ? 'nothing else' : JSON.stringify(wider.slice(0, 3)),
    })
    // Nothing says that evidence is about the question alone (L224).
    const beyond = permitted.filter((one) => !permits(one, context)(asked))
    judge.observes('resources with an action that its evidence permits beyond the question', beyond.length)
  },
)

test(
  'answers with evidence that is good now, and says by whom and about whom',
  covers(cases.inTime),
  async ({ delegation, judge }) => {
    const sent = await judge.grants(delegation.ask('unconditional'))
    const evidence = delegation.evidence(sent)
    const now = Math.floor(Date.parse(sent.exchange.startedAt) / 1000)
    const { policyIssuer, accessSubject } = delegation.policy('unconditional')
    const says = {
      notBefore: (value: number) => value <= now + slack,
      notOnOrAfter: (value: number) => value > now - slack && value < farthest,
    }
    for (const [name, isRight] of Object.entries(says)) {
      const value = memberOf(evidence, name)
      const isGood = typeof value === 'number' && isRight(value)
      judge.rule(`${name} is a time in seconds about now`, isGood, {
        expected: String(now),
        got: JSON.stringify(value ?? 'nothing'),
      })
    }
    const names = [memberOf(evidence, 'policyIssuer'), memberOf(memberOf(evidence, 'target'), 'accessSubject')]
    const areRight = names[0] === policyIssuer && names[1] === accessSubject
    judge.rule('It names the policy issuer and the access subject', areRight, {
      expected: `${policyIssuer}, ${accessSubject}`,
      got: names.map((name) => JSON.stringify(name ?? 'nothing')).join(', '),
    })
  },
)

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

test(
  'permits nothing about a consumer whose policies are about something else',
  covers(cases.subjectOfAnother),
  async ({ delegation, judge }) => {
    const consumer = await delegation.spare('sound')
    for (const policy of ['any-of-one', 'conditional']) await refusesUnder({ delegation, judge }, policy, { consumer })
  },
)

for (const [title, row, misses] of [
  ['permits nothing about a consumer whose identifier is nearly that of a policy', cases.subjectNearMiss, otherNames],
  ['permits nothing about a consumer whose identifier is spelled otherwise', cases.subjectRespelled, otherSpellings],
] as const)
  test(title, covers(row), async ({ delegation, judge }) => {
    const { partyId } = delegation.fixtures.subject
    await judge.grants(delegation.ask('unconditional'))
    for (const { name, of } of misses) {
      const value = await delegation.stranger(named(name, () => of(partyId)))
      await judge.refuses(delegation.ask('unconditional', { consumer: { name: `its identifier ${name}`, value } }))
    }
  })

test(
  'permits nothing under conditions that do not hold where another policy about the resource has none',
  covers(cases.policiesApart),
  async ({ delegation, judge }) => {
    for (const policy of ['read-where-false', 'read-where-false-too']) await refusesUnder({ delegation, judge }, policy)
  },
)

test(
  'permits nothing under conditions that do not hold where those of another consumer do',
  covers(cases.subjectsApart),
  async ({ delegation, judge }) => {
    const consumer = await delegation.spare('sound')
    await judge.grants(delegation.ask('permitted-to-one'))
    await refusesUnder({ delegation, judge }, 'permitted-to-one', { consumer })
  },
)

test(
  'permits nothing under conditions that do not hold where those of the consumer who asks do',
  covers(cases.policyOfCaller),
  async ({ delegation, judge }) => {
    const consumer = await delegation.spare('sound')
    const asking = { consumer, caller: { name: 'another consumer', value: delegation.fixtures.subject } }
    await judge.applies(
      delegation.ask('unconditional', asking),
      'asked by another consumer',
      'It answers no consumer about another one.',
    )
    await judge.grants(delegation.ask('permitted-to-one'))
    await refusesUnder({ delegation, judge }, 'permitted-to-one', asking)
  },
)

for (const [title, row, asked] of [
  ['permits nothing about a resource that no policy names', cases.otherResource, [about.unnamedResource]],
  ['permits nothing about a type of resource that no policy names', cases.otherResourceType, [about.unnamedType]],
  ['permits nothing in the name of a party that issued no policy', cases.otherIssuer, about.otherIssuers],
  ['permits nothing about nearly a resource that a policy names', cases.resourceNearMiss, about.nearlyResource],
  ['permits no action that is nearly one that a policy names', cases.actionNearMiss, about.nearlyAction],
  ['permits no action that no policy names', cases.otherAction, [about.unnamedAction]],
  ['permits nothing under the names of a policy in another spelling', cases.respelledNames, about.respelled],
  [
    'permits no resource that no policy names beside one that a policy names',
    cases.resourceBeside,
    about.besideOwnResource,
  ],
  ['permits no action that no policy names beside one that a policy names', cases.actionBeside, about.besideOwnAction],
] as const)
  test(title, covers(row), async ({ delegation, judge }) => {
    await refusesAbout({ delegation, judge }, asked)
  })

test(
  'answers with no permit for somebody or something else than was asked',
  covers(cases.anotherQuestion),
  async ({ delegation, judge }) => {
    await judge.grants(delegation.ask('unconditional'))
    const consumer = { name: 'one without a policy', value: await delegation.stranger() }
    const askings = [
      { consumer },
      ...[about.unnamedResource, ...about.otherIssuers.slice(0, 1)].map((what) => ({ about: what })),
    ]
    for (const asking of askings) {
      const what = 'consumer' in asking ? asking.consumer.name : asking.about.name
      const sent = await judge.records(delegation.ask('unconditional', asking), `asked about ${what}`)
      const { kind } = sent.outcome
      if (kind !== 'granted' && kind !== 'refused') judge.inconclusive(`No answer to judge: ${kind}.`)
      // What is granted is an answer to the question, of which other checks speak.
      const strays = kind === 'refused' && hasPermit(delegation.evidence(sent))
      judge.rule('Its evidence permits nothing that was not asked', !strays, {
        expected: 'no Permit',
        got: strays ? 'a Permit for somebody or something else' : 'none',
      })
    }
  },
)

for (const [title, row, other, asked] of [
  ['permits no action that only another policy names', cases.actionOfAnother, 'other-action', about.actionsOf],
  ['permits no type of resource that only another policy names', cases.typeOfAnother, 'other-type', about.typeOf],
  [
    'permits nothing in the name of a party that issued another policy alone',
    cases.issuerOfAnother,
    'other-issuer',
    about.issuerOf,
  ],
] as const)
  test(title, covers(row), async ({ delegation, judge }) => {
    await judge.applies(
      delegation.ask(other),
      `the policy "${other}"`,
      'It permits nothing under the policy that names it.',
    )
    await refusesAbout({ delegation, judge }, [asked(delegation.policy(other))])
  })

for (const [title, row, asked] of [
  ['permits no attribute that no policy names', cases.otherAttribute, about.unnamedAttributes],
  ['permits no attribute whose name is nearly that of one', cases.attributeNearMiss, about.nearlyAttribute],
] as const)
  test(title, covers(row), async ({ delegation, judge }) => {
    const own = delegation.ask('one-attribute')
    await judge.applies(own, 'a policy about one attribute', 'It permits nothing under a policy about one attribute.')
    await judge.grants(own)
    for (const what of asked) await judge.refuses(delegation.ask('one-attribute', { about: what }))
  })

for (const [title, row, asked] of [
  ['takes no * in a request for whatever there is', cases.asterisk, about.asterisks],
  ['permits nothing where nothing is asked for', cases.emptyLists, about.emptyLists],
] as const)
  test(title, covers(row), async ({ delegation, judge }) => {
    await refusesAbout({ delegation, judge }, asked)
    // That consumer has a Deny among its policies, which may win; this one has not.
    const consumer = await delegation.spare('sound')
    await refusesAbout({ delegation, judge }, asked, { consumer })
  })

test(
  'permits nothing where a policy denies on conditions, whether they hold or not',
  covers(cases.deniedOnConditions),
  async ({ delegation, judge }) => {
    for (const policy of ['deny-where-true', 'deny-where-false']) await refusesUnder({ delegation, judge }, policy)
  },
)

test('permits nothing where a policy denies', covers(cases.denied), async ({ delegation, judge }) => {
  // The Deny beside that Permit has conditions.
  const onConditions = delegation.settings.conditions ? ['permit-beside-deny'] : []
  for (const policy of ['deny', 'permit-then-deny', 'deny-then-permit', ...onConditions])
    await refusesUnder({ delegation, judge }, policy, { caller: 'consumer' })
})
