import type { Delegation } from '../../harness/check/delegation/types.js'
import { elementsOf, type Json } from '../../harness/contracts/json.js'
import { conditionsHold } from '../../harness/judge/conditions.js'
import { memberOf } from '../../harness/wire/decode.js'
import { listed } from './lists.js'

type Policy = ReturnType<Delegation['policy']>

/** A resource and an action that evidence permits; what a policy of it leaves out, it does not restrict. */
interface Permitted {
  readonly identifier: string | undefined
  readonly action: string | undefined
  readonly conditions: Json | undefined
}

/** Whether a rule of evidence has the effect Permit. */
export const isPermit = (rule: Json): boolean => String(memberOf(rule, 'effect')).toLowerCase() === 'permit'

const named = (list: Json | undefined): readonly (string | undefined)[] => {
  const names = elementsOf(list).map(String)
  return names.length > 0 ? names : [undefined]
}

/** Each resource with each action that evidence permits, whether under conditions or not. */
export const permittedIn = (evidence: Json | undefined): readonly Permitted[] =>
  listed(elementsOf(memberOf(evidence, 'policySets')), 'policies').flatMap((policy) => {
    const target = memberOf(policy, 'target')
    const identifiers = named(memberOf(memberOf(target, 'resource'), 'identifiers'))
    const actions = named(memberOf(target, 'actions'))
    return listed([policy], 'rules')
      .filter(isPermit)
      .map((rule) => memberOf(rule, 'conditions') ?? undefined)
      .flatMap((conditions) =>
        identifiers.flatMap((identifier) => actions.map((action) => ({ identifier, action, conditions }))),
      )
  })

/** Whether the text says what comes of conditions (ruling 16). */
function isSettled(tree: Json): boolean {
  const children = memberOf(tree, 'anyOf') ?? memberOf(tree, 'allOf')
  if (children !== undefined)
    return (
      Object.keys(tree as object).length === 1 &&
      elementsOf(children).length > 0 &&
      elementsOf(children).every(isSettled)
    )
  return (
    memberOf(tree, 'leftOperand') === 'serviceProvider' &&
    memberOf(tree, 'operator') === 'equal' &&
    typeof memberOf(tree, 'rightOperand') === 'string'
  )
}

/** Whether a policy permits what evidence does: without conditions only where its own hold, or the text does not say whether they do. */
export const permits =
  ({ identifier, action, conditions: told }: Permitted, context: Json) =>
  ({ effect, resource, actions, conditions }: Policy): boolean =>
    effect === 'Permit' &&
    (identifier === undefined || resource.identifiers.includes(identifier)) &&
    (action === undefined || actions.includes(action)) &&
    (conditions === undefined || told !== undefined || conditionsHold(conditions, context) || !isSettled(conditions))
