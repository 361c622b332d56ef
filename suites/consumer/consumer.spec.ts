import type { LedgerEntry } from '../../harness/contracts/lab-protocol.js'
import { ruleConduct, ruleNew, ruleNoJtiTwice, ruleNoneAgain } from '../client/authentications.js'
import { furtherTimes } from '../client/client.cases.js'
import { restartOf } from '../support/flows/restart.js'
import { inOrder } from '../support/order.js'
import type { Coverage } from '../support/row.js'
import { covers, test } from '../support/test.js'
import { authenticating, ruleAudience } from './audience.js'
import {
  afterRestart,
  consumer,
  failingProvider,
  inBothCases,
  redirecting,
  renewedAfter,
  telling,
  throughout,
  towardsProvider,
  withoutToken,
} from './consumer.cases.js'
import { failing } from './failing.js'
import { ruleGoesOn } from './rules.js'

for (const row of inOrder(towardsProvider))
  test(`towards the provider ${row.title}`, covers(row), async ({ consumer, judge, lab, lookups, target }) => {
    const { tokenRequests } = await consumer.call()
    const whole = await lab.ledger({ kinds: ['provider-token'] })
    const elsewhere = saidElsewhere.includes(row.id) ? whole.filter(isGuised) : whole.filter(isBeforeAnyFailure())
    const calls = authenticating([...tokenRequests, ...elsewhere])
    ruleConduct({ judge, lab, target }, row, calls, await lookups.roots())
  })

/**
 * Rules of which other checks speak where a provider has no usual name or address, or where another one has told a wrong
 * time before.
 */
const saidElsewhere: readonly string[] = ['consumer.audience', 'consumer.current']

/** Providers that answer in another conforming form misbehave in nothing. */
const isGuised = ({ guise }: LedgerEntry): boolean => guise !== undefined

/** Whether the provider has misbehaved in nothing yet: of requests in their order in time. */
function isBeforeAnyFailure(): (request: LedgerEntry) => boolean {
  const known = new Set<string>()
  return (request) => {
    const { subject = '' } = request
    const isFirst = !known.has(subject)
    known.add(subject)
    return isFirst || isGuised(request)
  }
}

const renewed: Coverage = consumer({
  id: 'consumer.new-assertion',
  requirements: ['JWT-JTI-NEW'],
  cases: ['CLI-06'],
  detects: ['reuses-own-assertion'] as const,
})

test(
  'towards a provider signs a new assertion with a new jti each time',
  covers(renewed),
  async ({ consumer, judge }) => {
    const first = await consumer.call()
    // A provider that has forgotten its access tokens makes a consumer which keeps them authenticate anew, now or at its next call.
    const again = [await consumer.tries({ at: first.provider }), await consumer.tries({ at: first.provider })]
    const elsewhere = await consumer.tries()
    const calls = authenticating([first, ...again, elsewhere].flatMap(({ tokenRequests }) => tokenRequests))
    if (calls.length < 2) judge.inconclusive('The consumer authenticated only once, at two providers.')
    ruleNew(judge, calls)
  },
)

for (const row of inOrder(renewedAfter))
  test(row.title, covers(row), async ({ consumer, judge }) => {
    await consumer.call()
    const calls: LedgerEntry[] = []
    for (const behaviour of failingProvider[row.failing])
      calls.push(...authenticating(await failing(consumer, behaviour)))
    if (calls.length < 2) judge.notApplicable('The consumer has sent no further assertion after that.')
    ruleNew(judge, calls)
  })

test(
  'gives no two of its assertions of a run one jti, whomever they are for',
  covers(throughout),
  async ({ consumer, judge, lab }) => {
    await consumer.call()
    for (let count = 0; count < furtherTimes; count++) await consumer.tries()
    ruleNoJtiTwice(judge, await lab.ledger({ kinds: ['provider-token', 'registry-token', 'evidence-token'] }))
  },
)

test(
  'signs a new assertion with a new jti after it was restarted',
  covers(afterRestart),
  async ({ consumer, judge, lab, target }) => {
    const restart = restartOf({ judge, target })
    await consumer.call()
    const before = authenticating(await lab.ledger({ kinds: ['provider-token'] }))
    await restart()
    const { tokenRequests } = await consumer.call()
    ruleNoneAgain(judge, before, authenticating(tokenRequests))
  },
)

test('names a provider as it stands whose id has capital letters', covers(inBothCases), async ({ consumer, judge }) => {
  await consumer.call()
  ruleAudience(judge, [await consumer.call({ like: inBothCases.like })])
})

for (const row of inOrder(telling))
  test(row.title, covers(row), async ({ consumer, judge }) => {
    await consumer.call()
    const first = await consumer.call({ behaviour: row.behaviour })
    // A consumer that heeds it may do so at its next authentication only.
    const next = await consumer.tries({ behaviour: row.behaviour, at: first.provider })
    const last = await consumer.tries({ at: first.provider })
    ruleAudience(judge, [first, next, last])
  })

for (const row of inOrder(redirecting))
  test(row.title, covers(row), async ({ consumer, judge }) => {
    await consumer.call()
    const { lured } = await consumer.call({ behaviour: row.behaviour })
    const carrying = lured.filter(({ assertion, bearer }) => assertion !== undefined || bearer !== undefined)
    judge.rule(row.title, carrying.length === 0, {
      expected: 'nothing of its own there',
      got: carrying.map(wasCarried).join(', ') || 'nothing of its own there',
    })
    judge.observes('requests at the place to which the redirect points', lured.length)
  })

for (const row of inOrder(withoutToken))
  test(row.title, covers(row), async ({ consumer, judge }) => {
    await consumer.call()
    for (const behaviour of row.behaviours) {
      const { tokenRequests, serviceCalls, durationMs } = await consumer.call({ behaviour })
      // Some ask the service without a token first, to learn where to get one (RFC 6750 §3), or to have a connection.
      const asked = tokenRequests.map(({ at }) => at)
      const calls = serviceCalls.filter(
        ({ at, bearer }) => at >= (bearer === 'none' ? Math.max(...asked) : Math.min(...asked)),
      )
      judge.rule(`Does not call the service without an access token (${behaviour})`, calls.length === 0, {
        expected: 'no call after it got none',
        got: `${calls.length} calls`,
        breaks: ['SERVICE-CALL'],
      })
      judge.observes(`time that it took (${behaviour})`, Math.round(durationMs), 'ms')
    }
    ruleGoesOn(judge, await consumer.tries())
  })

/** A provider that failed is no reason to put an assertion into an address. */
const afterError: Coverage = consumer({
  id: 'consumer.post-after-error',
  requirements: ['TOKEN-POST'],
  cases: [],
  level: 'must' as const,
  detects: [
    'authenticates-by-query-after-error',
    'authenticates-by-query-after-405',
    'authenticates-by-query',
  ] as const,
})

test('authenticates by POST after an error too', covers(afterError), async ({ consumer, judge }) => {
  await consumer.call()
  for (const behaviour of ['token: status 500', 'token: 405 that allows GET'] as const) {
    const methods = authenticating(await failing(consumer, behaviour)).map(({ method }) => method)
    const isPosted = methods.every((method) => method === 'POST')
    judge.rule(`Sends its assertions by POST after ${behaviour.slice('token: '.length)}`, isPosted, {
      expected: 'POST each time',
      got: methods.join(', '),
    })
  }
})

const wasCarried = ({ method, assertion }: LedgerEntry): string =>
  `${method} with its ${assertion ? 'assertion' : 'access token'}`
