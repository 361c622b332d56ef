import { elementsOf, isObject, type Json } from '../../harness/contracts/json.js'
import { spelledIn } from '../../harness/judge/evidence.js'
import { memberOf } from '../../harness/wire/decode.js'
import { recordMember } from '../../harness/wire/members.js'
import { namedInContext } from '../service/asked.js'
import type { Fixtures } from '../support/test.js'

type Names = Pick<Fixtures['service'], 'names' | 'contextPlace'>

/** What of a request for evidence does not have the form that L223 and L185 give it, in words; nothing where all has. */
export function misplacedIn(body: Json, { names, contextPlace }: Names): string | undefined {
  const { requestField, memberCase } = names
  const [setsName, own] = [spelledIn(memberCase)('policySets'), memberOf(body, requestField)]
  if (!isObject(own)) return `no object ${requestField}`
  const sets = elementsOf(own[setsName])
  if (sets.length === 0) return `no list ${setsName} in ${requestField}`
  if (sets.some((set) => elementsOf(memberOf(set, 'policies')).length === 0))
    return `a set in ${setsName} without policies`
  const targets = sets
    .flatMap((set) => elementsOf(memberOf(set, 'policies')))
    .map((policy) => memberOf(policy, 'target'))
  if (!targets.every(isObject)) return 'a policy without a target'
  const isSaid = contextPlace !== undefined && namedInContext(body, contextPlace).some((named) => named !== undefined)
  const isInPlace = targets.some((target) => recordMember(target, contextPlace ?? '') !== undefined)
  return isSaid && !isInPlace ? `${contextPlace} elsewhere than in the target of a policy` : undefined
}
