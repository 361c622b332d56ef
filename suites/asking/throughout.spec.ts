import { isObject } from '../../harness/contracts/json.js'
import type { LedgerEntry } from '../../harness/contracts/lab-protocol.js'
import { memberOf } from '../../harness/wire/decode.js'
import { forwardedLate, isNamed, namedInContext } from '../service/asked.js'
import { timeForMore } from '../support/flows/patience.js'
import { check } from '../support/row.js'
import { covers, test } from '../support/test.js'
import { misplacedIn } from './question.js'

// Other checks look at what is asked about one consumer, or two. Here it is all that the target has asked in the run.

const throughout = check(
  'asking.requests-throughout',
  ['DELEGATION-CONTEXT-SELF', 'FORWARD-UNCHANGED'],
  ['asks-for-another-provider-at-times', 'forwards-jwt-of-another-at-times'],
  { level: 'strict', roles: ['ServiceProvider'], last: true, slow: 180 },
)

/** So many calls beside those of other checks show what goes wrong once in four times. */
const further = 8

/** What holds for each request for evidence. */
interface AskedRule {
  readonly says: string
  readonly expected: string
  readonly breaks: (typeof throughout.requirements)[number]
  /** Whether a request contradicts it. */
  readonly isBroken: (asked: LedgerEntry) => boolean
}

/** The rules; that of the context where requests have one. */
function rulesFor(asked: readonly LedgerEntry[], own: string, contextPlace: string | undefined): readonly AskedRule[] {
  const consumers = new Set(asked.map(({ subject }) => subject))
  const isOfAnother = (issuer: unknown, { subject }: LedgerEntry): boolean =>
    typeof issuer === 'string' && issuer !== subject && consumers.has(issuer)
  return [
    ...(contextPlace === undefined
      ? []
      : [
          {
            says: 'Names itself in the context of each request for evidence',
            expected: own,
            breaks: 'DELEGATION-CONTEXT-SELF',
            isBroken: ({ body }: LedgerEntry) => !isNamed(namedInContext(body, contextPlace), own),
          } as const,
        ]),
    {
      says: 'Forwards with no request the JWT of another consumer, or one that has expired',
      expected: 'JWTs of its consumer that live',
      breaks: 'FORWARD-UNCHANGED',
      isBroken: (request) =>
        (request.forwarded ?? []).some(
          ({ payload }) => isOfAnother(memberOf(payload, 'iss'), request) || forwardedLate(payload, request) > 0,
        ),
    },
  ]
}

test(
  'asks for evidence as it should, whomever it asks about and whatever came before, in the whole run',
  covers(throughout),
  async ({ service, judge, lab, target }) => {
    const control = await service.message()
    await judge.grants(control)
    const hasTime = timeForMore()
    for (let count = 0; count < further && hasTime(); count += 1)
      await judge.records(count % 2 === 0 ? await service.message() : service.next(control), 'one more call')
    const asked = await lab.ledger({ kinds: ['delegation'] })
    judge.observes('requests for evidence that were looked at', asked.length)
    if (asked.length < 2) judge.notApplicable('In this run the target has asked for evidence once at most.')
    const rules = rulesFor(asked, target.partyId, service.contextPlace)
    const judged = rules
      .map((rule) => ({ ...rule, broken: asked.filter(rule.isBroken) }))
      // What nearly all requests break, the checks of the usual one say.
      .filter(({ broken }) => broken.length < asked.length - 1)
    if (judged.length === 0) judge.notApplicable('What it breaks, it breaks in each request, as other checks say.')
    for (const { says, expected, breaks, broken } of judged)
      judge.rule(says, broken.length === 0, {
        expected,
        got:
          broken.length === 0 ? 'so' : `${broken.length} of ${asked.length} requests, one about ${broken[0]?.subject}`,
        breaks: [breaks],
      })
  },
)

const jsonType = /^application\/(.+\+)?json$/

const question = check(
  'asking.question-throughout',
  'DELEGATION-REQUEST-FORM',
  ['asks-without-policy-sets', 'puts-context-beside-target'],
  { level: 'strict', roles: ['ServiceProvider'], last: true },
)

test(
  'asks for evidence in the form that the interface gives to requests, in the whole run',
  covers(question),
  async ({ service, judge, lab }) => {
    await judge.grants(await service.message())
    const asked = await lab.ledger({ kinds: ['delegation'] })
    const bodies = asked.flatMap(({ method, body }) => (method === 'POST' && isObject(body) ? [body] : []))
    judge.observes('requests for evidence that were looked at', bodies.length)
    if (bodies.length === 0) judge.notApplicable('In this run the target has posted no JSON to ask for evidence.')
    const wrong = bodies.flatMap((body) => misplacedIn(body, service) ?? [])
    judge.rule('Asks in policy sets, policies and targets, with the context in a target', wrong.length === 0, {
      expected: 'so',
      got: wrong.length === 0 ? 'so' : `${wrong.length} of ${bodies.length} requests, one with ${wrong[0]}`,
    })
  },
)

// The text names JSON (L3), and no header field that says so.
const labelled = check('asking.question-type-throughout', 'DELEGATION-REQUEST-FORM', 'labels-question-as-text', {
  level: 'should',
  roles: ['ServiceProvider'],
  last: true,
})

test('says that its requests for evidence are JSON', covers(labelled), async ({ service, judge, lab }) => {
  await judge.grants(await service.message())
  const asked = (await lab.ledger({ kinds: ['delegation'] })).filter(({ method }) => method === 'POST')
  if (asked.length === 0) judge.notApplicable('In this run the target has posted no request for evidence.')
  const wrong = asked.find(({ contentType = '' }) => !jsonType.test(contentType))
  judge.rule('Names JSON as the media type of each request', wrong === undefined, {
    expected: 'Content-Type: application/json',
    got: wrong ? (wrong.contentType ?? 'none') : 'application/json',
  })
})

const ownTokens = check(
  'asking.own-tokens-throughout',
  ['DELEGATION-AUTHENTICATE', 'REGISTRY-AUTHENTICATE'],
  'shows-registry-token-to-evidence-registry',
  { level: 'should', roles: ['ServiceProvider'], last: true },
)

test(
  'shows no registry an access token that another server gave, in the whole run',
  covers(ownTokens),
  async ({ service, judge, lab }) => {
    await judge.grants(await service.message())
    const calls = await lab.ledger({ kinds: ['party-lookup', 'delegation'] })
    const astray = calls.find(
      ({ issuer, counterparty = lab.registry.partyId }) => issuer !== undefined && issuer !== counterparty,
    )
    judge.rule('Shows each registry access tokens of its own alone', astray === undefined, {
      expected: 'no access token of another',
      got: astray ? `one of ${astray.issuer}, with a ${astray.kind}` : 'no access token of another',
      ...(astray && { breaks: [astray.kind === 'delegation' ? 'DELEGATION-AUTHENTICATE' : 'REGISTRY-AUTHENTICATE'] }),
    })
  },
)
