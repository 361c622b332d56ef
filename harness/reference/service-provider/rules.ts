import { isObject, type Json } from '../../contracts/json.js'
import { endsQuotes } from '../encoding/slips.js'
import { mixing } from '../engine/at-once.js'
import { atTimes } from '../engine/at-times.js'
import { global, party } from '../engine/fault.js'
import { headerValues, type Received } from '../engine/received.js'
import { only, removed, unless } from '../engine/rule.js'
import type { Issued } from '../token-endpoint/issued-tokens.js'
import { asNamed, saysItIsLocal } from '../token-endpoint/named-on-call.js'
import { holds } from './conditions.js'
import { goingByFormer, keepingDenial, remembering, rememberingForGood } from './kept-evidence.js'
import { parsed, rule, servesWhen, step } from './rule.js'
import { type Members, objects, type ServiceCall } from './service-call.js'

/** Whether JSON stands in the place of the access token that names a party. */
const isJsonAboutParty = (received: Received): boolean => {
  const [authorization = ''] = headerValues(received, 'authorization')
  const said = parsed(Buffer.from(authorization.replace(/^Bearer /, ''), 'base64url'))
  return isObject(said) && typeof said.sub === 'string'
}

/** What stands behind Bearer. */
const presented = (received: Received): string =>
  headerValues(received, 'authorization')[0]?.replace(/^Bearer */, '') ?? ''

const isFourth = atTimes(4)

const mixedUp = mixing<Issued | undefined>()

/** Whom the service answers (L230). */
export const callRules = [
  rule('call', 'the service is called with GET', ({ received }) => received.method === 'GET', {
    'serves-post-without-token': global(
      'serves a call by another method than GET without an access token',
      servesWhen(({ received }) => received.method !== 'GET' && !hasToken(received)),
    ),
    'serves-post-without-evidence': party(
      'serves a call by another method than GET without evidence',
      servesWhen(({ received, issued }) => received.method !== 'GET' && issued !== undefined),
    ),
  }),
  rule('call', 'a human who is logged in is nobody here', () => true, {
    'login-opens-service': global(
      'serves a human who is logged in, without an access token',
      servesWhen((call) => call.world.isLoggedIn(call.received)),
    ),
    'serves-consumers-in-sessions': global(
      'serves a consumer without evidence where a human is logged in with what calls',
      servesWhen(({ issued, received, world }) => issued !== undefined && world.isLoggedIn(received)),
    ),
    'serves-for-login-tokens': global(
      'takes a token that an IdentityProvider gave in a login for an access token of its own',
      servesWhen((call) => call.world.isOfLogin(presented(call.received))),
    ),
  }),
  rule('call', 'the call carries an access token', ({ received }) => hasToken(received), {
    'serves-without-token': global(
      'serves a call without an access token',
      servesWhen(({ received }) => !hasToken(received)),
    ),
    'serves-local-callers-without-token': global(
      'serves a call without an access token where a header says that it comes from the same machine',
      servesWhen(({ received }) => !hasToken(received) && saysItIsLocal(received)),
    ),
    'serves-by-named-path-without-token': global(
      'serves a call without an access token where a header names another path, by which it is let through',
      servesWhen(({ received }) => !hasToken(received) && headerValues(received, 'x-original-url')[0] === '/'),
    ),
    'serves-behind-slash-without-token': global(
      'serves a call with a slash after its path without an access token',
      servesWhen(({ received }) => !hasToken(received) && received.path.endsWith('/')),
    ),
  }),
  rule('call', 'the access token was issued here', ({ issued }) => issued !== undefined, {
    'mixes-up-consumers': party('takes consumers that call at once for one another', (right) => async (call) => {
      call.issued = await mixedUp(call.world, call.consumer, call.issued)
      return right(call)
    }),
    'takes-consumer-from-call': party(
      'takes the party that the query or a header names for the consumer that calls',
      (right) => (call) => {
        call.issued = asNamed(call.issued, call.received)
        return right(call)
      },
    ),
    'takes-latest-for-consumer': party(
      'takes the party that authenticated last for the consumer that calls',
      (right) => (call) => {
        call.issued = call.world.latestLike(call.issued)
        return right(call)
      },
    ),
    'serves-unasked-at-times': global(
      'serves every fourth call with an access token without asking for evidence',
      servesWhen(({ issued }) => issued !== undefined && isFourth('call')),
    ),
    'serves-any-token': global(
      'serves a call with an access token that it did not issue',
      servesWhen(({ issued }) => issued === undefined),
    ),
    'serves-file-for-token': global(
      'takes whatever the folder of its access tokens holds for one',
      servesWhen(({ received }) => ['', '.', '..'].includes(presented(received))),
    ),
    'serves-beginning-of-token': global(
      'takes the beginning of an access token of its own for one',
      servesWhen(({ received, world }) => world.hasBegun(presented(received))),
    ),
    'serves-pattern-for-token': global(
      'takes a pattern that an access token of its own fits for one',
      servesWhen(({ received }) => /^[*%]$/.test(presented(received))),
    ),
    'takes-token-into-query': global(
      'looks an access token up by a query into which it puts it as it is',
      servesWhen(({ received }) => endsQuotes(presented(received))),
    ),
    'serves-json-for-token': global(
      'takes JSON that names a party, which anybody can write, for an access token',
      servesWhen(({ issued, received }) => issued === undefined && isJsonAboutParty(received)),
    ),
  }),
  rule('call', 'the access token lives', ({ issued }) => (issued?.expiresAt ?? 0) > Date.now(), {
    'serves-expired-token': party(
      'serves a call with an access token after its end',
      unless(({ issued }) => issued !== undefined),
    ),
  }),
]

/** How evidence is asked for (L16, L185, L203, L267). */
export const questionRules = [
  rule('evidence', 'it authenticates with an assertion of its own', () => true, {
    'asks-as-consumer': party(
      "authenticates at the AuthorisationRegistry with the consumer's JWT",
      () => async (call) => {
        await call.world.registry.present(call.issued?.assertion ?? '').catch(() => undefined)
        return true
      },
    ),
  }),
  rule(
    'evidence',
    'the request names the consumer',
    step((call) => {
      call.target = { accessSubject: call.consumer }
    }),
    {},
  ),
  rule(
    'evidence',
    'the context names this ServiceProvider',
    step((call) => {
      call.context = { serviceProvider: call.world.partyId }
    }),
    {
      'asks-without-context': party('asks for evidence without a context', removed),
      'asks-for-another-provider': party('names the AuthorisationRegistry as the ServiceProvider of the context', () =>
        step((call) => {
          call.context = { serviceProvider: call.world.registryId }
        }),
      ),
      'asks-for-another-provider-at-times': global(
        'names the AuthorisationRegistry as the ServiceProvider of the context, in every fourth request for evidence',
        () =>
          step((call) => {
            call.context = { serviceProvider: isFourth('context') ? call.world.registryId : call.world.partyId }
          }),
      ),
    },
  ),
  rule(
    'evidence',
    'what is asked for stands in the target of a policy, in a policy set',
    step((call) => {
      call.question = call.ownQuestion()
    }),
    {
      'asks-without-policy-sets': party('asks for evidence about policies without policy sets', () =>
        step((call) => {
          const { policySets, ...own } = call.ownQuestion()
          call.question = { ...own, policies: objects(policySets).flatMap(({ policies }) => objects(policies)) }
        }),
      ),
      'puts-context-beside-target': party('puts the context beside the policy sets', () =>
        step((call) => {
          const { context } = call
          call.context = {}
          call.question = { ...call.ownQuestion(), context }
        }),
      ),
    },
  ),
  rule(
    'evidence',
    "the consumer's JWT is forwarded as it came",
    step((call) => {
      call.forwarded = [call.issued?.assertion ?? '']
    }),
    {
      'forwards-jwt-of-another': party('forwards the JWT of the consumer that called before', () =>
        step((call) => {
          const { assertion = '' } = call.issued ?? {}
          call.forwarded = [call.world.former.assertion ?? assertion]
          call.world.former.assertion = assertion
        }),
      ),
      'forwards-jwt-of-another-at-times': global(
        'forwards the JWT of the consumer that called before, with every fourth request for evidence',
        () =>
          step((call) => {
            const { assertion = '' } = call.issued ?? {}
            const former = call.world.former.assertion ?? assertion
            call.world.former.assertion = assertion
            call.forwarded = [isFourth('forwarded') ? former : assertion]
          }),
      ),
      're-encodes-forwarded-jwt': party("adds = to the consumer's JWT that it forwards", () =>
        step((call) => {
          call.forwarded = [`${call.issued?.assertion}=`]
        }),
      ),
    },
  ),
  rule(
    'evidence',
    "the consumer's JWT is forwarded while it lives",
    step((call) => {
      call.forwarded = call.forwarded.filter((compact) => expiryOf(compact) > call.now + 1)
    }),
    { 'forwards-expired-jwt': party("forwards the consumer's JWT after its lifetime", removed) },
  ),
  rule('evidence', 'evidence is asked for at each call', (call) => call.ask(), {
    'serves-behind-slash-without-evidence': party(
      'serves a call with a slash after its path without evidence',
      servesWhen(({ received }) => received.path.endsWith('/')),
    ),
    'asks-without-token': global('asks for evidence without an access token', () => (call) => call.ask(false)),
    'keeps-denial': party('goes for good by a Deny that it was given once', keepingDenial),
    'goes-by-former-evidence': party(
      'goes by the evidence of before where the AuthorisationRegistry fails',
      goingByFormer,
    ),
    'caches-evidence': party('remembers the evidence for a consumer', remembering),
    'remembers-evidence-for-good': party(
      'remembers the evidence for a consumer, and not when that ends',
      rememberingForGood,
    ),
  }),
]

/** What it permits (L186). */
export const permissionRules = [
  rule(
    'permission',
    'the conditions of a rule hold',
    (call) => {
      call.rules = allRules(call).filter(({ conditions }) => conditions === undefined || holdsHere(call, conditions))
      return call.rules.length > 0
    },
    {
      'ignores-conditions-at-service': party('does not evaluate conditions', () =>
        step((call) => {
          call.rules = allRules(call)
        }),
      ),
      'pools-conditions-at-service': party(
        'serves where any conditions in the evidence hold, of whichever policy they are',
        () =>
          step((call) => {
            const isMet = conditionsOf(call).some((one) => holdsHere(call, one))
            call.rules = allRules(call).filter(({ conditions }) => conditions === undefined || isMet)
          }),
      ),
      'serves-unless-denied': party(
        'takes a Deny whose conditions do not hold as Permit',
        (right) => async (call) =>
          (await right(call)) || (allRules(call).some(({ effect }) => effect === 'Deny') && call.serve()),
      ),
      'serves-on-conditions-alone': party(
        'serves on a rule whose conditions hold, whatever its effect',
        (right) => async (call) => {
          const held = await right(call)
          return held && call.rules.some(({ conditions }) => conditions !== undefined) ? call.serve() : held
        },
      ),
      'refuses-conditions': party(
        'refuses evidence with conditions',
        only(({ policies }) =>
          policies.every((policy) => objects(policy.rules).every(({ conditions }) => conditions === undefined)),
        ),
      ),
      'requires-conditions': party('refuses a Permit without conditions', (right) => async (call) => {
        const held = await right(call)
        call.rules = call.rules.filter(({ conditions }) => conditions !== undefined)
        return held && call.rules.length > 0
      }),
    },
  ),
  rule('permission', 'no rule denies', ({ rules }) => !rules.some(({ effect }) => effect === 'Deny'), {
    'permit-overrides-deny-at-service': party(
      'lets one Permit win over a Deny',
      unless(({ rules }) => rules.some(({ effect }) => effect === 'Permit')),
    ),
    'ignores-deny': party(
      'takes Deny as Permit',
      servesWhen(({ rules }) => rules.some(({ effect }) => effect === 'Deny')),
    ),
    'reads-further-decision': party(
      'takes a rule with a further member that speaks for a Permit as one',
      servesWhen(({ rules }) => rules.some(({ decision, permit }) => decision === 'Permit' || permit === true)),
    ),
  }),
  rule(
    'permission',
    'nothing that it does not know stands beside a Permit',
    ({ rules }) => rules.every(isKnownEffect) || !rules.some(({ effect }) => effect === 'Permit'),
    { 'overlooks-unknown-effects': party('lets a Permit win over a rule whose effect it does not know', removed) },
  ),
  rule('permission', 'a rule permits', ({ rules }) => rules.some(({ effect }) => effect === 'Permit'), {
    'takes-unknown-effects': party('takes whatever is no Deny as Permit', removed),
  }),
]

const isKnownEffect = ({ effect }: Members): boolean => effect === 'Permit' || effect === 'Deny'

/** Those of all policies that the evidence holds about what is asked. */
const allRules = ({ policies }: ServiceCall) => policies.flatMap((policy) => objects(policy.rules))

const holdsHere = ({ world, semantics }: ServiceCall, conditions: Json): boolean =>
  holds(conditions, { serviceProvider: world.partyId }, semantics)

/** Those of all policies that the evidence holds, about whatever they are. */
const conditionsOf = ({ evidence }: ServiceCall): readonly Json[] =>
  objects(evidence.policySets)
    .flatMap(({ policies }) => objects(policies))
    .flatMap(({ rules }) => objects(rules))
    .flatMap(({ conditions }) => conditions ?? [])

const hasToken = (received: ServiceCall['received']): boolean => headerValues(received, 'authorization').length > 0

function expiryOf(compact: string): number {
  const payload = parsed(Buffer.from(compact.split('.')[1] ?? '', 'base64url'))
  return isObject(payload) ? Number(payload.exp) : 0
}
