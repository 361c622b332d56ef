import { forwarding } from '../../harness/check/delegation/forwarding.js'
import type { Message, Sent } from '../../harness/check/types.js'
import { elementsOf, type Json } from '../../harness/contracts/json.js'
import { memberOf } from '../../harness/wire/decode.js'
import { ruleNoneGranted, ruleRefused, turns } from '../support/flows/refused.js'
import { sideBySide } from '../support/flows/side-by-side.js'
import { covers, type Fixtures, test } from '../support/test.js'
import { requestsElsewhere, withoutToken } from '../support/values/path-spellings.js'
import { status } from '../support/values/records.js'
import { unauthenticatedAs } from '../support/values/unauthenticated.js'
import { askedByTwo, needsConditions, own, ruleNoServerError, sayable } from './asking.js'
import { serviceProvider } from './contexts.js'
import * as cases from './delegation.cases.js'
import { listed } from './lists.js'
import { byGet, foreignTokens, huge, malformed, tokensForgedBy } from './requests.js'

test('gives no evidence without an access token', covers(cases.withoutToken), async ({ delegation, judge }) => {
  for (const caller of ['provider', 'consumer'] as const) {
    const asked = delegation.ask('unconditional', { caller })
    await judge.grants(asked)
    for (const request of unauthenticatedAs(asked.party.partyId))
      await judge.refuses(delegation.ask('unconditional', { caller, request }))
  }
})

test(
  'gives no evidence without an access token at another spelling of its path',
  covers(cases.withoutTokenElsewhere),
  async ({ delegation, judge }) => {
    for (const caller of ['provider', 'consumer'] as const) {
      await judge.grants(delegation.ask('unconditional', { caller }))
      for (const request of requestsElsewhere.map(withoutToken))
        await judge.refuses(delegation.ask('unconditional', { caller, request }))
    }
  },
)

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
  'gives no evidence for an access token that another participant makes in its name',
  covers(cases.forgedToken),
  async ({ delegation, judge, target }) => {
    const { provider, subject, otherProvider } = delegation.fixtures
    const forging = { forger: otherProvider.certified, issuer: target }
    for (const [caller, { partyId }] of [['provider', provider] as const, ['consumer', subject] as const]) {
      await judge.grants(delegation.ask('unconditional', { caller }))
      for (const token of tokensForgedBy(partyId, forging))
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

/** Identifiers of the resources that evidence is about. */
const resourcesIn = (evidence: Json | undefined): readonly Json[] =>
  listed(elementsOf(memberOf(evidence, 'policySets')), 'policies').flatMap((policy) =>
    elementsOf(memberOf(memberOf(memberOf(policy, 'target'), 'resource'), 'identifiers')),
  )

test(
  'takes no caller for another one that has authenticated since',
  covers(cases.callerOfToken),
  async ({ delegation, judge }) => {
    const { ofSubject, ofStranger } = await askedByTwo({ delegation, judge }, { keepsToken: true })
    for (const turn of turns) {
      await judge.tries(ofSubject, `the consumer itself, turn ${turn}`)
      const sent = await judge.tries(ofStranger, `with the access token of before, turn ${turn}`)
      ruleRefused(judge, 'Permits a stranger nothing', sent, 'no permit')
    }
  },
)

const givesEvidence =
  ({ evidence }: Fixtures['delegation']) =>
  (sent: Sent): boolean =>
    evidence(sent) !== undefined

test(
  'takes no caller for another one where two ask side by side',
  covers(cases.callersAtOnce),
  async ({ delegation, judge }) => {
    const { ofSubject, ofStranger } = await askedByTwo({ delegation, judge }, {})
    const sent = await sideBySide(judge, [ofSubject, ofStranger])
    ruleNoneGranted(
      judge,
      'Permits a stranger nothing',
      sent.filter(({ message }) => message === ofStranger),
      'no permit',
    )
  },
)

test(
  'gives each caller the evidence that it asks for where two ask side by side',
  covers(cases.evidenceAtOnce),
  async ({ delegation, judge }) => {
    const { subject } = delegation.fixtures
    const another = await delegation.spare('sound')
    const ofSubject = delegation.ask('unconditional', own)
    const ofAnother = delegation.ask('unconditional', { ...own, consumer: another })
    for (const message of [ofSubject, ofAnother]) await judge.grants(message)
    for (const sent of await sideBySide(judge, [ofSubject, ofAnother], givesEvidence(delegation))) {
      const about = memberOf(memberOf(delegation.evidence(sent), 'target'), 'accessSubject') ?? null
      const { partyId } = sent.message === ofAnother ? another.value : subject
      judge.rule('Its evidence is about nobody else', about === null || about === partyId, {
        expected: partyId,
        got: JSON.stringify(about),
      })
    }
  },
)

test(
  'answers each request of a caller with evidence about what it asks where two come side by side',
  covers(cases.requestsAtOnce),
  async ({ delegation, judge }) => {
    const one = delegation.ask('unconditional', own)
    const other = delegation.ask('permitted-to-one', own)
    const foreignTo = (message: Message): string => (message === one ? 'permitted-to-one' : 'unconditional')
    for (const message of [one, other]) {
      const named = resourcesIn(delegation.evidence(await judge.grants(message)))
      if (named.includes(foreignTo(message))) judge.notApplicable('Its evidence names more than was asked for.')
    }
    for (const sent of await sideBySide(judge, [one, other], givesEvidence(delegation))) {
      const foreign = foreignTo(sent.message)
      const named = resourcesIn(delegation.evidence(sent))
      judge.rule('Its evidence is about nothing else', !named.includes(foreign), {
        expected: 'evidence about what was asked',
        got: JSON.stringify(named),
      })
    }
  },
)

test(
  'permits nothing in a context in which it may not while the same is asked in another one',
  covers(cases.contextsAtOnce),
  async ({ delegation, judge }) => {
    needsConditions({ delegation, judge })
    const elsewhere = serviceProvider('another ServiceProvider', delegation.fixtures.otherProvider.partyId)
    const [context = elsewhere] = sayable({ delegation, judge }, [elsewhere])
    const permitted = delegation.ask('conditional')
    await judge.grants(permitted)
    const refused = delegation.ask('conditional', { context })
    await judge.refuses(refused)
    const sent = await sideBySide(judge, [permitted, refused])
    ruleNoneGranted(
      judge,
      'Permits nothing in another context',
      sent.filter(({ message }) => message === refused),
      'no permit',
    )
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
