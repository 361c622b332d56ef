import { setTimeout as sleep } from 'node:timers/promises'
import { isObject, type Json } from '../../contracts/json.js'
import { isListed, spelledAlike } from '../encoding/slips.js'
import { global, party } from '../engine/fault.js'
import { type Change, type Check, removed, unless } from '../engine/rule.js'
import type { KitService } from '../kit.js'
import { mixingEvidence } from './at-once.js'
import { parsed, rule, servesWhen } from './rule.js'
import { type Members, objects, type ServiceCall, within } from './service-call.js'
import { signedEvidenceRules } from './signed-evidence-rules.js'

const subjectOf = ({ evidence }: ServiceCall): Json | undefined => within(evidence, 'target').accessSubject

/** Milliseconds that it goes on waiting after a short time-out. */
const longMs = 16_000

const servingLate: Change<ServiceCall> = (right) => async (call) => {
  if (call.failure !== 'timeout') return right(call)
  await sleep(longMs)
  return call.serve()
}

/** A time in seconds; NaN, which compares with nothing, for anything else than a number. */
const isTime = (value: Json | undefined): number => (value === undefined ? 0 : typeof value === 'number' ? value : NaN)

/** Whether a granted value is as good as an asked one. */
type Like = (granted: string, asked: string) => boolean

const same: Like = (granted, asked) => granted === asked
const beginsWith: Like = (granted, asked) => granted.startsWith(asked)
const standsWithin: Like = (granted, asked) => granted.includes(asked) || asked.includes(granted)

const covers = (granted: Json | undefined, asked: readonly string[], like = same): boolean => {
  const list = (Array.isArray(granted) ? (granted as readonly Json[]) : []).filter((one) => typeof one === 'string')
  return list.includes('*') || asked.every((one) => list.some((has) => like(has, one)))
}

const isEmpty = (list: Json | undefined): boolean => Array.isArray(list) && list.length === 0

/** Keeps the policies whose target is as it has to be. */
const policiesWith =
  (isRight: (target: Members, service: Pick<KitService, 'resource' | 'actions'>) => boolean): Check<ServiceCall> =>
  (call) => {
    const { actions } = call.world.service
    const { resource } = call
    call.policies = call.policies.filter((policy) => isRight(within(policy, 'target'), { resource, actions }))
    return call.policies.length > 0
  }
const aboutResource = (isRight: (resource: Members, own: KitService['resource']) => boolean) =>
  policiesWith((target, { resource }) => isRight(within(target, 'resource'), resource))
const aboutLike = (like: Like) =>
  aboutResource(
    ({ type, identifiers }, own) => like(String(type), own.type) && covers(identifiers, own.identifiers, like),
  )
const aboutActions = (isRight: (actions: Json | undefined, asked: readonly string[]) => boolean) =>
  policiesWith((target, { actions }) => isRight(target.actions, actions))

const policiesOf = ({ policySets }: Members): readonly Members[] =>
  objects(policySets).flatMap((set) => objects(set.policies))

const hasRule = ({ policies }: ServiceCall): boolean => policies.some((policy) => objects(policy.rules).length > 0)

/** What has to come back, and what it has to be about (L16, L224). */
export const evidenceRules = [
  rule(
    'evidence',
    'the AuthorisationRegistry answers',
    ({ answer }) => answer !== undefined && (answer.status < 300 || answer.status === 404),
    {
      'serves-when-registry-fails': party(
        'serves when the AuthorisationRegistry answers an error or not at all',
        servesWhen(({ answer, failure }) => {
          const failed = answer === undefined ? failure !== 'timeout' : answer.status >= 400 && answer.status !== 404
          return failed
        }),
      ),
      'serves-when-registry-is-not-trusted': party(
        'serves when the TLS certificate of the AuthorisationRegistry is not to be trusted',
        servesWhen(({ failure }) => failure === 'tls'),
      ),
      'serves-on-evidence-too-large': party(
        'serves when the answer of the AuthorisationRegistry is too large to be read',
        servesWhen(({ failure }) => failure === 'unreadable'),
      ),
      'serves-on-odd-registry-error': party(
        'serves when the AuthorisationRegistry answers with status 405, 410, 429, 501 or 504',
        servesWhen(({ answer }) => [405, 410, 429, 501, 504].includes(answer?.status ?? 0)),
      ),
      'takes-evidence-in-error': party(
        'takes evidence in an answer of the AuthorisationRegistry that is an error',
        () => (call) => call.answer !== undefined,
      ),
      'serves-when-registry-hangs': party(
        'serves when the AuthorisationRegistry does not answer in time',
        servesWhen(({ failure }) => failure === 'timeout'),
      ),
      'serves-late-when-registry-hangs': party(
        'serves some twenty seconds after it has asked an AuthorisationRegistry that hangs',
        servingLate,
      ),
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
    {
      'serves-on-malformed-evidence': party(
        'serves when the answer of the AuthorisationRegistry is no JSON',
        servesWhen(({ answer }) => !isObject(parsed(answer?.body))),
      ),
    },
  ),
  ...signedEvidenceRules,
  rule(
    'evidence',
    'there is evidence with a rule',
    (call) => {
      call.evidence = within(call.json, 'delegationEvidence')
      call.policies = policiesOf(call.evidence)
      return call.answer?.status !== 404 && hasRule(call)
    },
    {
      'takes-evidence-in-404': party(
        'takes evidence in an answer 404 of the AuthorisationRegistry',
        (right) => async (call) => (await right(call)) || hasRule(call),
      ),
      'serves-without-evidence': party(
        'serves when nothing is said about the consumer',
        (right) => async (call) => (await right(call)) || call.serve(),
      ),
      'reads-first-policy-at-service': party('reads the first policy of the evidence only', (right) => async (call) => {
        const held = await right(call)
        call.policies = call.policies.slice(0, 1)
        return held
      }),
      'reads-first-policy-set-at-service': party(
        'reads the first policySet of the evidence only',
        (right) => async (call) => {
          const held = await right(call)
          call.policies = objects(objects(call.evidence.policySets)[0]?.policies)
          return held
        },
      ),
    },
  ),
  rule('evidence', 'it is about the consumer', (call) => subjectOf(call) === call.consumer, {
    'ignores-evidence-subject': party('takes evidence about another consumer', removed),
    'mixes-up-consumers-evidence': party(
      'goes by the evidence about another consumer that calls at once, once it has seen that its own is about the consumer',
      mixingEvidence,
    ),
    'takes-evidence-about-known': party(
      'takes evidence about a consumer who was served before',
      (right) => async (call) => {
        const { served } = call.world.former
        const held = await right(call)
        if (held) served.add(call.consumer)
        return held || served.has(String(subjectOf(call)))
      },
    ),
    'takes-evidence-about-nobody': party(
      'takes evidence that does not say about whom it is',
      unless((call) => subjectOf(call) === undefined),
    ),
    'takes-evidence-subject-for-list': party(
      'takes the consumer in evidence for a list',
      unless((call) => isListed(String(subjectOf(call)), call.consumer)),
    ),
    'spells-evidence-subject-alike': party(
      'decodes, folds and trims the consumer in evidence before it compares',
      unless((call) => spelledAlike(String(subjectOf(call)), call.consumer)),
    ),
    'ignores-letter-case-of-evidence-subject': party(
      'ignores the letter case of the consumer in evidence',
      unless((call) => String(subjectOf(call)).toLowerCase() === call.consumer.toLowerCase()),
    ),
  }),
  rule(
    'evidence',
    'the entitled party issued it',
    ({ evidence, world }) => evidence.policyIssuer === world.service.policyIssuer,
    {
      'ignores-evidence-issuer': party('takes evidence of any issuer', removed),
      'takes-evidence-issuer-for-list': party(
        'takes the issuer of evidence for a list',
        unless(({ evidence, world }) => isListed(String(evidence.policyIssuer), world.service.policyIssuer)),
      ),
      'spells-evidence-issuer-alike': party(
        'decodes, folds and trims the issuer of evidence before it compares',
        unless(({ evidence, world }) => spelledAlike(String(evidence.policyIssuer), world.service.policyIssuer)),
      ),
      'takes-evidence-of-consumer': party(
        'takes evidence that the consumer issued for itself',
        unless((call) => call.evidence.policyIssuer === call.consumer),
      ),
    },
  ),
  rule('evidence', 'it is valid already', ({ evidence, now }) => isTime(evidence.notBefore) <= now + 5, {
    'ignores-evidence-start': party('takes evidence that is not valid yet', removed),
  }),
  rule('evidence', 'it is valid still', ({ evidence, now }) => isTime(evidence.notOnOrAfter ?? now + 1) > now, {
    'ignores-evidence-end': party('takes evidence that has expired', removed),
    'takes-text-for-end-of-evidence': party(
      'takes evidence whose end is no number as one without end',
      unless(({ evidence }) => typeof evidence.notOnOrAfter === 'string'),
    ),
  }),
  rule(
    'evidence',
    'a policy is about the resource',
    aboutResource(({ type, identifiers }, own) => type === own.type && covers(identifiers, own.identifiers)),
    {
      'ignores-evidence-resource': party('takes evidence about another resource', removed),
      'takes-policies-without-resource': party('takes a policy without a resource as one about its own', () =>
        aboutResource(
          (resource, own) =>
            Object.keys(resource).length === 0 ||
            (resource.type === own.type && covers(resource.identifiers, own.identifiers)),
        ),
      ),
      'takes-policies-with-empty-identifiers': party(
        'takes a policy with an empty list of identifiers as one about each',
        () =>
          aboutResource(
            ({ type, identifiers }, own) =>
              type === own.type && (isEmpty(identifiers) || covers(identifiers, own.identifiers)),
          ),
      ),
      'takes-resource-for-list': party('takes what evidence names as a resource for a list', () => aboutLike(isListed)),
      'spells-resource-alike': party(
        'decodes, folds and trims what evidence names as a resource before it compares',
        () => aboutLike(spelledAlike),
      ),
      'takes-longer-resource': party('takes evidence about a resource whose id begins with that of its own', () =>
        aboutResource(
          ({ type, identifiers }, own) => type === own.type && covers(identifiers, own.identifiers, beginsWith),
        ),
      ),
      'finds-resource-within': party(
        'takes evidence about a resource whose id or type is a part of that of its own, or holds it',
        () => aboutLike(standsWithin),
      ),
      'reads-rules-of-first-policy': party(
        'finds the policy about its resource, and goes by the rules of the first one',
        (right) => async (call) => {
          const [first] = call.policies
          const held = await right(call)
          if (first !== undefined)
            call.policies = call.policies.map((policy) => ({ ...policy, rules: first.rules ?? [] }))
          return held
        },
      ),
      'mixes-policies': global(
        'serves on a Permit for another resource beside a policy about its own',
        (right) => async (call) => {
          const all = call.policies
          const held = await right(call)
          call.policies = all
          return held
        },
      ),
    },
  ),
  rule(
    'evidence',
    'a policy is about the attributes',
    aboutResource(({ attributes }) => attributes === undefined || covers(attributes, ['*'])),
    { 'ignores-evidence-attributes': party('does not compare the attributes of evidence', removed) },
  ),
  rule(
    'evidence',
    'a policy is about the action',
    aboutActions((actions, asked) => covers(actions, asked)),
    {
      'ignores-evidence-action': party('takes evidence about another action', removed),
      'takes-policies-without-actions': party('takes a policy without actions as one about each', () =>
        aboutActions((actions, asked) => actions === undefined || covers(actions, asked)),
      ),
      'takes-policies-with-empty-actions': party('takes a policy with an empty list of actions as one about each', () =>
        aboutActions((actions, asked) => isEmpty(actions) || covers(actions, asked)),
      ),
      'crosses-policies': party(
        'serves on a Permit for its resource where a policy about another one names the action',
        (right) => async (call) => {
          const ofResource = call.policies
          call.policies = policiesOf(call.evidence)
          const held = await right(call)
          call.policies = ofResource
          return held
        },
      ),
      'takes-action-for-list': party('takes what evidence names as an action for a list', () =>
        aboutActions((actions, asked) => covers(actions, asked, isListed)),
      ),
      'spells-action-alike': party('decodes, folds and trims what evidence names as an action before it compares', () =>
        aboutActions((actions, asked) => covers(actions, asked, spelledAlike)),
      ),
      'takes-longer-action': party('takes evidence about an action that begins with the asked one', () =>
        aboutActions((actions, asked) => covers(actions, asked, beginsWith)),
      ),
    },
  ),
]
