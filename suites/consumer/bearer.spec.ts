import { defaultScope } from '../../harness/contracts/lab-places.js'
import type { LedgerEntry } from '../../harness/contracts/lab-protocol.js'
import { covers, type Fixtures, test } from '../support/test.js'
import { ruleAudience } from './audience.js'
import {
  audienceOfOrigin,
  bearer,
  bearerAfterRefusal,
  nowhereElse,
  ofAnother,
  oneOrigin,
  redirecting,
  refusing,
  telling,
} from './bearer.cases.js'
import { ruleOwnTokens } from './rules.js'

test(
  'calls the service with its access token as Bearer, and not in the URL',
  covers(bearer),
  async ({ consumer, judge }) => {
    const { serviceCalls } = await consumer.call()
    const sound = serviceCalls.filter((call) => call.bearer === 'valid' && !isInUrl(call))
    // One sound call makes up for none that shows the token in an address.
    const isKept = sound.length > 0 && !serviceCalls.some(isInUrl)
    judge.rule('Calls the service with its access token as Bearer', isKept, {
      expected: 'a call with the access token in the Authorization header',
      got:
        serviceCalls
          .map((call) => `${call.method} with bearer ${call.bearer}${isInUrl(call) ? ' and a token in the URL' : ''}`)
          .join(', ') || 'no call',
    })
  },
)

test(
  'keeps its access token out of the URL where the service does not take it, too',
  covers(bearerAfterRefusal),
  async ({ consumer, judge }) => {
    await consumer.call()
    for (const behaviour of refusing) {
      const shown = (await refused(consumer, behaviour)).flatMap(({ serviceCalls }) => serviceCalls).filter(isInUrl)
      judge.rule(`Keeps its access token out of the URL (${behaviour})`, shown.length === 0, {
        expected: 'no access token in an address',
        got: `one in ${shown.length} addresses`,
      })
    }
  },
)

test('shows no provider an access token that somebody else gave', covers(ofAnother), async ({ consumer, judge }) => {
  const first = await consumer.call()
  const second = await consumer.tries()
  const again = await consumer.tries({ at: first.provider })
  const calls = [first, second, again, ...(await refused(consumer, 'service: status 401'))]
  ruleOwnTokens(judge, calls)
  judge.observes('calls of services', calls.flatMap(({ serviceCalls }) => serviceCalls).length)
})

test(
  'shows its access tokens nowhere but in Authorization, and to nobody whom a service names',
  covers(nowhereElse),
  async ({ consumer, judge, lab }) => {
    const told = [await consumer.call(), await consumer.call({ behaviour: telling })]
    const calls = [...told]
    for (const behaviour of redirecting) calls.push(await consumer.call({ behaviour }))
    calls.push(await consumer.call())
    const lured = calls.flatMap((call) => call.lured)
    const [one] = [...calls.flatMap(({ tokenRequests, serviceCalls }) => [...tokenRequests, ...serviceCalls]), ...lured]
      .flatMap(({ kind, shows = [] }) => shows.map(({ where }) => ({ kind, where })))
      // Of that speaks another check.
      .filter(({ kind, where }) => kind !== 'service' || where !== 'the address')
    judge.rule('Shows its access tokens nowhere else', one === undefined, {
      expected: 'none but in Authorization',
      got: one ? `one in ${one.where} (${one.kind})` : 'none but in Authorization',
    })
    const issuers = calls.map(({ provider }) => provider.partyId)
    // Providers of other checks may be called at the same time.
    const subjects = [defaultScope, ...calls.map(({ provider }) => provider.scope)]
    const elsewhere = (await lab.ledger({ kinds: ['service'], subjects })).filter(
      ({ issuer = '', counterparty }) => issuers.includes(issuer) && issuer !== counterparty,
    )
    // Of redirects speak other checks.
    const carrying = told.flatMap((call) => call.lured).filter((call) => call.assertion ?? call.bearer)
    judge.rule('Sends nothing of its own to anybody else', elsewhere.length + carrying.length === 0, {
      expected: '0 requests',
      got: `${elsewhere.length} at other services, ${carrying.length} where a refusal points`,
    })
    judge.observes('requests at the places that services name', lured.length)
  },
)

/** Calls of two providers of one origin; ends the check where the second one is not called. */
async function atOneOrigin({ consumer, judge }: Pick<Fixtures, 'consumer' | 'judge'>) {
  const first = await consumer.call()
  const second = await consumer.tries({ nextTo: first.provider })
  // Some append the paths of a provider to its host alone.
  if (second.tokenRequests.length + second.serviceCalls.length === 0)
    judge.notApplicable('It calls no provider below a path of an origin.')
  return [first, second] as const
}

test(
  'addresses its assertions to each of two providers of one origin',
  covers(audienceOfOrigin),
  async ({ consumer, judge }) => {
    const [first, second] = await atOneOrigin({ consumer, judge })
    if (second.tokenRequests.length === 0) judge.notApplicable('It sends no assertion to the second one of an origin.')
    ruleAudience(judge, [first])
    ruleAudience(judge, [second])
  },
)

test(
  'shows each of two providers of one origin its own access tokens',
  covers(oneOrigin),
  async ({ consumer, judge }) => {
    const calls = await atOneOrigin({ consumer, judge })
    ruleOwnTokens(judge, [...calls, await consumer.tries({ at: calls[0].provider })])
  },
)

/** A provider that is called again knows none of its tokens of before; the ledger redacts them all the same. */
const isInUrl = ({ target, inUrl = [] }: LedgerEntry): boolean =>
  inUrl.length > 0 || /[?&](access_token=|[^=&]+=sha256:)/.test(target)

/** Calls of a provider whose service does not take the access token, and once more when it does again. */
async function refused(consumer: Fixtures['consumer'], behaviour: (typeof refusing)[number]) {
  const first = await consumer.call({ behaviour })
  const again = await consumer.tries({ behaviour, at: first.provider })
  return [first, again, await consumer.tries({ at: first.provider })]
}
