import type { DelegationSettings } from '../../contracts/interface.js'
import { isObject, type Json, type JsonObject } from '../../contracts/json.js'
import type { Policy } from '../../target/kit/policies.js'
import { spelled } from '../../wire/member-case.js'
import { joined } from '../../wire/members.js'
import { placedContext } from './context.js'
import type { Context } from './types.js'

/** Stands for a context that is written as text. */
const placeholder = '\u2039context\u203a'

/** What a request for evidence is about. */
export interface Question {
  readonly policy: Policy
  readonly accessSubject: string
  readonly context: Context
  readonly forwarded: Json | undefined
}

/**
 * The body of a request for evidence under a policy (L223), in the names of the preset.
 * @param sets The policy sets that its own policy stands in; in the one of its only set where absent.
 */
export function delegationBody(
  { policy, accessSubject, context, forwarded }: Question,
  settings: DelegationSettings,
  sets: (made: (policy: Policy) => Json) => readonly Json[] = (made) => [{ policies: [made(policy)] }],
): JsonObject {
  const inContext = context.text === undefined ? context.value : placeholder
  const made = ({ resource, actions }: Policy): Json => {
    const own = { resource, actions, ...placedContext(settings.context, inContext) } as unknown as JsonObject
    const target = joined(settings.members.target, own)
    return { target, rules: [{ effect: 'Permit' }] } as unknown as Json
  }
  const policySets = sets(made).map((set) => (isObject(set) ? joined(settings.members.policySet, set) : set))
  const request = { policyIssuer: policy.policyIssuer, target: { accessSubject }, policySets }
  const steps = forwarded === undefined ? {} : { [settings.forwardedField]: forwarded }
  // Members of the target file are written as they stand there, as they are in evidence.
  const own = (settings.memberCase === 'camel'
    ? request
    : spelled(request as unknown as Json, settings.memberCase)) as unknown as JsonObject
  return settings.forwardedIn === 'request'
    ? { [settings.requestField]: { ...own, ...steps } }
    : { [settings.requestField]: own, ...steps }
}

/** A body as text, with the context as it is to be written. */
export const written = (body: JsonObject, { text }: Context): string => {
  const json = JSON.stringify(body)
  return text === undefined ? json : json.replaceAll(JSON.stringify(placeholder), () => text)
}
