import { placedContext } from '../../harness/check/delegation/context.js'
import type { Asking, Delegation } from '../../harness/check/delegation/types.js'
import type { Message } from '../../harness/check/types.js'
import type { JsonObject } from '../../harness/contracts/json.js'
import { joined } from '../../harness/wire/members.js'
import type { Tools } from './asking.js'
import { policySetsOf, withRequest } from './requests.js'

type Body = NonNullable<Asking['body']>
type Join = (other: JsonObject, own: JsonObject) => readonly (readonly JsonObject[])[]

/** A request about another policy as well; `join` says which policies each of its sets holds. */
const also = (
  name: string,
  delegation: Delegation,
  policy: string,
  join: Join,
  context: Readonly<Record<string, JsonObject>> = {},
): Body => {
  const other = delegation.policy(policy)
  return withRequest(`${name} the policy "${policy}"`, (request) => {
    const sets = policySetsOf(request)
    const [{ policies, ...set }] = request[sets] as unknown as [{ policies: readonly [JsonObject] }]
    const [own] = policies
    const { resource, actions } = other
    const placed = joined(own.target as JsonObject, context)
    const target = { ...placed, resource: { ...resource }, actions: [...actions] }
    const made = join({ ...own, target } as JsonObject, own).map((each) => ({ ...set, policies: each }))
    return { ...request, [sets]: made } as unknown as JsonObject
  })
}

/** A request that asks about another policy before its own. */
export const behind = (delegation: Delegation, policy: string): Body =>
  also('behind', delegation, policy, (other, own) => [[other, own]])

/** Requests that ask about another policy eleven times before their own: in one policy set, and in a set of its own each time. */
export const farBehind = (delegation: Delegation, policy: string): Body =>
  also('behind eleven times', delegation, policy, (other, own) => [[...elevenTimes(other), own]])
export const inSetFarBehind = (delegation: Delegation, policy: string): Body =>
  also('in a policy set behind eleven of', delegation, policy, (other, own) => [...elevenTimes([other]), [own]])

const elevenTimes = <T>(one: T): readonly T[] => Array.from({ length: 11 }, () => one)

/** A request that asks about another policy in a policy set before its own. */
export const inSetBehind = (delegation: Delegation, policy: string): Body =>
  also('in a policy set behind that of', delegation, policy, (other, own) => [[other], [own]])

/** Requests that ask about another policy, before or after their own, in the context of the ServiceProvider, whatever is that of their own. */
export const besideInContext = (delegation: Delegation, policy: string): readonly Body[] => {
  const { partyId: serviceProvider } = delegation.fixtures.provider
  const context = placedContext(delegation.settings.context, { serviceProvider }) as Readonly<
    Record<string, JsonObject>
  >
  return [
    also('behind, in the context of the ServiceProvider,', delegation, policy, (other, own) => [[other, own]], context),
    also('before, in the context of the ServiceProvider,', delegation, policy, (other, own) => [[own, other]], context),
  ]
}

/** Adds to the resources or actions of the one policy of a request. */
const naming = (what: string, change: (target: AskedTarget) => AskedTarget): Body =>
  withRequest(what, (request) => {
    const sets = policySetsOf(request)
    const [{ policies, ...set }] = request[sets] as unknown as [{ policies: readonly [JsonObject] }]
    const [{ target, ...own }] = policies
    const policy = { ...own, target: change(target as unknown as AskedTarget) }
    return { ...request, [sets]: [{ ...set, policies: [policy] }] } as unknown as JsonObject
  })

interface AskedTarget {
  readonly resource: { readonly identifiers: readonly string[] }
  readonly actions: readonly string[]
}

/** Both orders of two names. */
const orders = <T>(
  each: (order: string, join: (own: readonly string[], other: readonly string[]) => string[]) => T,
) => [each('before', (own, other) => [...other, ...own]), each('behind', (own, other) => [...own, ...other])]

/** What a policy of a request names beside its own, of another policy. */
export type Named = 'resources' | 'actions' | 'resources and actions'

/** Requests whose one policy names what another policy is about, too. */
export const besideOwn = (named: Named, delegation: Delegation, policy: string): readonly Body[] => {
  const { resource: other, actions } = delegation.policy(policy)
  return orders((order, join) =>
    naming(`the ${named} of the policy "${policy}" ${order} its own`, ({ resource, ...target }) => ({
      ...target,
      resource:
        named === 'actions' ? resource : { ...resource, identifiers: join(resource.identifiers, other.identifiers) },
      actions: named === 'resources' ? target.actions : join(target.actions, actions),
    })),
  )
}

/** Requests about the resources of two policies that are about another action each: whichever its own asks for, the other asks for the other one. */
export const crossed = (delegation: Delegation): readonly Body[] => {
  const both = ['unconditional', 'other-action'].flatMap((policy) => delegation.policy(policy).actions)
  const crossing = (other: JsonObject, own: JsonObject): JsonObject => {
    const asked = (own.target as unknown as AskedTarget).actions
    return {
      ...other,
      target: { ...(other.target as JsonObject), actions: both.filter((one) => !asked.includes(one)) },
    }
  }
  const how = 'with the action that it does not ask for itself,'
  return [
    also(`${how} behind`, delegation, 'other-action', (other, own) => [[crossing(other, own), own]]),
    also(`${how} in a policy set behind that of`, delegation, 'other-action', (other, own) => [
      [crossing(other, own)],
      [own],
    ]),
  ]
}

/**
 * Grants a request about two policies that both permit. Ends the check where no such request gets an answer, or the
 * answer does not say which of them is permitted.
 */
export const grantsBoth = async ({ delegation, judge }: Tools, both: Message, what = 'two policies'): Promise<void> => {
  const sent = await judge.applies(
    both,
    `a request about ${what} that are both permitted`,
    `It answers no request about ${what}.`,
  )
  if (sent.outcome.kind === 'granted' && !delegation.saysWhatAbout(sent))
    judge.notApplicable('Its evidence does not say what each policy is about.')
  await judge.grants(both)
}
