import { isObject } from '../../contracts/json.js'
import { atTimes } from '../engine/at-times.js'
import { global, party } from '../engine/fault.js'
import { removed } from '../engine/rule.js'
import {
  goingByFormer,
  keepingDenial,
  refreshingBehind,
  remembering,
  rememberingForAnyResource,
  rememberingForGood,
  rememberingInUse,
} from './kept-evidence.js'
import { parsed, rule, servesWhen, step } from './rule.js'
import { objects } from './service-call.js'
import { rememberingInSession } from './sessions.js'

const isFourth = atTimes(4)

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
      'asks-about-one-resource': party(
        'asks for evidence about one resource, whichever is called, and goes by that',
        (right) => (call) => {
          call.resource = call.world.service.resource
          return right(call)
        },
      ),
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
    'the request says that it is JSON',
    step((call) => {
      call.questionType = 'application/json'
    }),
    {
      'labels-question-as-text': global('calls its requests for evidence plain text', () =>
        step((call) => {
          call.questionType = 'text/plain'
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
    'shows-registry-token-to-evidence-registry': global(
      'shows the AuthorisationRegistry its access token of the Participant Registry first',
      (right) => async (call) => {
        const { registry, path, tokenOfParticipantRegistry } = call.world
        const headers = { 'content-type': call.questionType }
        const body = JSON.stringify({ delegationRequest: call.question })
        const asked = { method: 'POST', path, headers, body } as const
        await registry.send(asked, tokenOfParticipantRegistry()).catch(() => undefined)
        return right(call)
      },
    ),
    'asks-without-token': global('asks for evidence without an access token', () => (call) => call.ask(false)),
    'keeps-denial': party('goes for good by a Deny that it was given once', keepingDenial),
    'goes-by-former-evidence': party(
      'goes by the evidence of before where the AuthorisationRegistry fails',
      goingByFormer,
    ),
    'caches-evidence': party('remembers the evidence for a consumer', remembering),
    'caches-evidence-in-use': party(
      'remembers the evidence for a consumer until it has not called for six seconds',
      rememberingInUse,
    ),
    'refreshes-evidence-behind': party(
      'serves by the evidence that it keeps, and asks anew behind that once it is six seconds old',
      refreshingBehind,
    ),
    'keeps-evidence-for-any-resource': party(
      'goes by the evidence for another resource that the consumer has called',
      rememberingForAnyResource,
    ),
    'keeps-evidence-in-session': party(
      'remembers the evidence of an earlier call whose cookie is returned',
      rememberingInSession,
    ),
    'remembers-evidence-for-good': party(
      'remembers the evidence for a consumer, and not when that ends',
      rememberingForGood,
    ),
  }),
]

function expiryOf(compact: string): number {
  const payload = parsed(Buffer.from(compact.split('.')[1] ?? '', 'base64url'))
  return isObject(payload) ? Number(payload.exp) : 0
}
