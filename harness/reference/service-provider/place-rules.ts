import type { Json } from '../../contracts/json.js'
import { party } from '../engine/fault.js'
import { removed } from '../engine/rule.js'
import { rule } from './rule.js'
import { type Members, within } from './service-call.js'

/** The ServiceProviders that a policy is about, in either place where a request names one. */
const placesOf = (target: Members): readonly Json[] =>
  [within(target, 'context').serviceProvider, within(target, 'environment').serviceProviders]
    .flat()
    .filter((place) => place !== undefined)

/** Where the service is consumed, as evidence may say (L185). */
export const placeRules = [
  rule(
    'evidence',
    'a policy that says where the service is consumed names this ServiceProvider',
    (call) => {
      call.policies = call.policies.filter((policy) => {
        const places = placesOf(within(policy, 'target'))
        return places.length === 0 || places.includes(call.world.partyId)
      })
      return call.policies.length > 0
    },
    { 'ignores-evidence-place': party('takes evidence about what another ServiceProvider serves', removed) },
  ),
]
