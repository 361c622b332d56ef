import type { Json } from '../../json.js'
import { headerValues, type Received } from '../token-endpoint/received.js'
import { type Change, type Check, only, removed, ruleAbout, unless } from '../token-endpoint/rule.js'
import { holds } from './conditions.js'
import { isObject, objects, type ServiceCall, within } from './service-call.js'

const rule = ruleAbout<ServiceCall>()
const step = (does: (call: ServiceCall) => void): Check<ServiceCall> => {
  return (call) => {
    does(call)
    return true
  }
}
/** Whether JSON stands in the place of the access token that names a party. */
const isJsonAboutParty = (received: Received): boolean => {
  const [authorization = ''] = headerValues(received, 'authorization')
  const said = parsed(Buffer.from(authorization.replace(/^Bearer /, ''), 'base64url'))
  return isObject(said) && typeof said.sub === 'string'
}
const servesWhen = (wrong: (call: ServiceCall) => boolean) => unless<ServiceCall>((call) => wrong(call) && call.serve())

/** Believes a token without verifying it, and what stands in its place or beside it. */
const unsigned: Change<ServiceCall> = (right) => (call) => {
  if (!call.world.signed) return right(call)
  const { delegation_token: token } = call.json
  const claims = typeof token === 'string' ? parsed(Buffer.from(token.split('.')[1] ?? '', 'base64url')) : token
  if (isObject(claims)) call.json = claims
  return true
}

/** Whom the service answers (L230). */
export const callRules = [
  rule('call', 'the service is called with GET', ({ received }) => received.method === 'GET', {
    'serves-post-without-token': servesWhen(({ received }) => received.method !== 'GET' && !hasToken(received)),
  }),
  rule('call', 'a human who is logged in is nobody here', () => true, {
    'login-opens-service': servesWhen((call) => call.world.isLoggedIn(call.received)),
  }),
  rule('call', 'the call carries an access token', ({ received }) => hasToken(received), {
    'serves-without-token': servesWhen(({ received }) => !hasToken(received)),
  }),
  rule('call', 'the access token was issued here', ({ issued }) => issued !== undefined, {
    'serves-any-token': servesWhen(({ issued }) => issued === undefined),
    'serves-json-for-token': servesWhen(({ issued, received }) => issued === undefined && isJsonAboutParty(received)),
  }),
  rule('call', 'the access token lives', ({ issued }) => (issued?.expiresAt ?? 0) > Date.now(), {
    'serves-expired-token': unless(({ issued }) => issued !== undefined),
  }),
]

/** How evidence is asked for (L16, L185, L203, L267). */
export const questionRules = [
  rule('evidence', 'it authenticates with an assertion of its own', () => true, {
    'asks-as-consumer': () => async (call) => {
      await call.world.registry.present(call.issued?.assertion ?? '').catch(() => undefined)
      return true
    },
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
      'asks-without-context': removed,
      'asks-for-another-provider': () =>
        step((call) => {
          call.context = { serviceProvider: call.world.registryId }
        }),
    },
  ),
  rule(
    'evidence',
    "the consumer's JWT is forwarded as it came",
    step((call) => {
      call.forwarded = [call.issued?.assertion ?? '']
    }),
    {
      're-encodes-forwarded-jwt': () =>
        step((call) => {
          call.forwarded = [`${call.issued?.assertion}=`]
        }),
    },
  ),
  rule(
    'evidence',
    "the consumer's JWT is forwarded while it lives",
    step((call) => {
      call.forwarded = call.forwarded.filter((compact) => expiryOf(compact) > call.now + 1)
    }),
    { 'forwards-expired-jwt': removed },
  ),
  rule('evidence', 'evidence is asked for at each call', (call) => call.ask(), {
    'asks-without-token': () => (call) => call.ask(false),
    'caches-evidence': (right) => async (call) => {
      const { evidence } = call.world
      call.answer = evidence.get(call.consumer)
      if (call.answer === undefined) await right(call)
      if (call.answer !== undefined) evidence.set(call.consumer, call.answer)
      return true
    },
  }),
]

/** What has to come back, and what it has to be about (L16, L224). */
export const evidenceRules = [
  rule(
    'evidence',
    'the AuthorisationRegistry answers',
    ({ answer }) => answer !== undefined && (answer.status < 300 || answer.status === 404),
    {
      'serves-when-registry-fails': servesWhen(({ answer, failure }) => {
        const failed = answer === undefined ? failure !== 'timeout' : answer.status >= 400 && answer.status !== 404
        return failed
      }),
      'serves-when-registry-hangs': servesWhen(({ failure }) => failure === 'timeout'),
    },
  ),
  rule(
    'evidence',
    'the answer is a JSON object',
    (call) => {
      const json = parsed(call.answer?.body)
      if (isObject(json)) call.json = json
      return isObject(json)
    },
    { 'serves-on-malformed-evidence': servesWhen(({ answer }) => !isObject(parsed(answer?.body))) },
  ),
  rule(
    'evidence',
    'evidence is signed where that is the form',
    (call) => {
      const { signed } = call.world
      if (!signed) return true
      const json = signed(call.json)
      if (json) call.json = json
      return json !== undefined
    },
    { 'accepts-unsigned-evidence': unsigned },
  ),
  rule(
    'evidence',
    'there is evidence with a rule',
    (call) => {
      call.evidence = within(call.json, 'delegationEvidence')
      call.policies = objects(call.evidence.policySets).flatMap((set) => objects(set.policies))
      return call.answer?.status !== 404 && call.policies.some((policy) => objects(policy.rules).length > 0)
    },
    { 'serves-without-evidence': (right) => async (call) => (await right(call)) || call.serve() },
  ),
  rule('evidence', 'it is about the consumer', (call) => subjectOf(call) === call.consumer, {
    'ignores-evidence-subject': removed,
  }),
  rule('evidence', 'it is valid already', ({ evidence, now }) => isTime(evidence.notBefore) <= now + 5, {
    'ignores-evidence-start': removed,
  }),
  rule('evidence', 'it is valid still', ({ evidence, now }) => isTime(evidence.notOnOrAfter ?? now + 1) > now, {
    'ignores-evidence-end': removed,
  }),
  rule(
    'evidence',
    'a policy is about the resource',
    (call) => {
      const { type, identifiers } = call.world.service.resource
      call.policies = call.policies.filter((policy) => {
        const resource = within(within(policy, 'target'), 'resource')
        return resource.type === type && covers(resource.identifiers, identifiers)
      })
      return call.policies.length > 0
    },
    {
      'ignores-evidence-resource': removed,
      'mixes-policies': (right) => async (call) => {
        const all = call.policies
        const held = await right(call)
        call.policies = all
        return held
      },
    },
  ),
  rule(
    'evidence',
    'a policy is about the action',
    (call) => {
      const { actions } = call.world.service
      call.policies = call.policies.filter((policy) => covers(within(policy, 'target').actions, actions))
      return call.policies.length > 0
    },
    { 'ignores-evidence-action': removed },
  ),
]

/** What it permits (L186). */
export const permissionRules = [
  rule(
    'permission',
    'the conditions of a rule hold',
    (call) => {
      const rules = call.policies.flatMap((policy) => objects(policy.rules))
      call.rules = rules.filter(
        ({ conditions }) =>
          conditions === undefined || holds(conditions, { serviceProvider: call.world.partyId }, call.semantics),
      )
      return call.rules.length > 0
    },
    {
      'ignores-conditions-at-service': () =>
        step((call) => {
          call.rules = call.policies.flatMap((policy) => objects(policy.rules))
        }),
      'refuses-conditions': only(({ policies }) =>
        policies.every((policy) => objects(policy.rules).every(({ conditions }) => conditions === undefined)),
      ),
      'requires-conditions': (right) => async (call) => {
        const held = await right(call)
        call.rules = call.rules.filter(({ conditions }) => conditions !== undefined)
        return held && call.rules.length > 0
      },
    },
  ),
  rule('permission', 'no rule denies', ({ rules }) => !rules.some(({ effect }) => effect === 'Deny'), {
    'permit-overrides-deny-at-service': unless(({ rules }) => rules.some(({ effect }) => effect === 'Permit')),
    'ignores-deny': servesWhen(({ rules }) => rules.some(({ effect }) => effect === 'Deny')),
  }),
  rule('permission', 'a rule permits', ({ rules }) => rules.some(({ effect }) => effect === 'Permit'), {}),
]

const hasToken = (received: ServiceCall['received']): boolean => headerValues(received, 'authorization').length > 0

const subjectOf = ({ evidence }: ServiceCall): Json | undefined => within(evidence, 'target').accessSubject

/** A time in seconds; NaN, which compares with nothing, for anything else than a number. */
const isTime = (value: Json | undefined): number => (value === undefined ? 0 : typeof value === 'number' ? value : NaN)

const covers = (granted: Json | undefined, asked: readonly string[]): boolean => {
  const list = Array.isArray(granted) ? (granted as readonly Json[]) : []
  return list.includes('*') || asked.every((one) => list.includes(one))
}

function expiryOf(compact: string): number {
  const payload = parsed(Buffer.from(compact.split('.')[1] ?? '', 'base64url'))
  return isObject(payload) ? Number(payload.exp) : 0
}

function parsed(body: Buffer | undefined): Json | undefined {
  try {
    return JSON.parse(body?.toString() ?? '') as Json
  } catch {
    return undefined
  }
}
