import type { Json } from '../../contracts/json.js'
import { party } from '../engine/fault.js'
import { headerValues } from '../engine/received.js'
import { type Change, only, removed, unless } from '../engine/rule.js'
import { mixingRules } from './at-once.js'
import { holds } from './conditions.js'
import { rule, servesWhen, step } from './rule.js'
import { type Members, objects, type ServiceCall } from './service-call.js'

const namedIn = (query: URLSearchParams): string | undefined =>
  query.get('serviceProvider') ?? query.get('context[serviceProvider]') ?? undefined

/** Holds conditions against a ServiceProvider that the caller names, where it names one. */
const placedBy =
  (named: (call: ServiceCall) => string | undefined): Change<ServiceCall> =>
  () =>
  (call) => {
    const serviceProvider = named(call) ?? call.world.partyId
    call.rules = allRules(call).filter(
      ({ conditions }) => conditions === undefined || holdsAt(call, conditions, serviceProvider),
    )
    return call.rules.length > 0
  }

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
      'mixes-up-conditions-at-service': party(
        'goes by the conditions of another consumer that calls at once',
        mixingRules,
      ),
      'takes-context-from-query': party(
        'holds conditions against the ServiceProvider that the query names',
        placedBy((call) => namedIn(new URLSearchParams(call.received.query))),
      ),
      'takes-context-from-header': party(
        'holds conditions against the ServiceProvider that a header names',
        placedBy((call) => headerValues(call.received, 'x-service-provider')[0]),
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
    'reads-effect-as-place': party(
      'takes the effect 0, as a number or as text, for the first word of its list',
      unless(({ rules }) => rules.some(({ effect }) => effect === 0 || effect === '0')),
    ),
  }),
]

const isKnownEffect = ({ effect }: Members): boolean => effect === 'Permit' || effect === 'Deny'

/** Those of all policies that the evidence holds about what is asked. */
const allRules = ({ policies }: ServiceCall) => policies.flatMap((policy) => objects(policy.rules))

const holdsAt = ({ semantics }: ServiceCall, conditions: Json, serviceProvider: string): boolean =>
  holds(conditions, { serviceProvider }, semantics)

const holdsHere = (call: ServiceCall, conditions: Json): boolean => holdsAt(call, conditions, call.world.partyId)

/** Those of all policies that the evidence holds, about whatever they are. */
const conditionsOf = ({ evidence }: ServiceCall): readonly Json[] =>
  objects(evidence.policySets)
    .flatMap(({ policies }) => objects(policies))
    .flatMap(({ rules }) => objects(rules))
    .flatMap(({ conditions }) => conditions ?? [])
