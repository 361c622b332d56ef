import type { DelegationSettings } from '../../contracts/interface.js'
import type { Json, JsonObject } from '../../contracts/json.js'
import type { Policy } from '../../target/kit/policies.js'
import { spelled } from '../../wire/member-case.js'
import { placedContext } from './context.js'
import type { Context } from './types.js'

/** Stands for a context that is written as text. */
const placeholder = '\u2039context\u203a'

/** The body of a request for evidence under a policy (L223), in the names of the preset. */
export function delegationBody(
  policy: Policy,
  accessSubject: string,
  context: Context,
  forwarded: Json | undefined,
  settings: DelegationSettings,
): JsonObject {
  const { policyIssuer, resource, actions } = policy
  const inContext = context.text === undefined ? context.value : placeholder
  const target = { resource, actions, ...placedContext(settings.context, inContext) }
  const request = {
    policyIssuer,
    target: { accessSubject },
    policySets: [{ policies: [{ target, rules: [{ effect: 'Permit' }] }] }],
  }
  const steps = forwarded === undefined ? {} : { [settings.forwardedField]: forwarded }
  const own = spelled(request as unknown as Json, settings.memberCase) as JsonObject
  return settings.forwardedIn === 'request'
    ? { [settings.requestField]: { ...own, ...steps } }
    : { [settings.requestField]: own, ...steps }
}

/** A body as text, with the context as it is to be written. */
export const written = (body: JsonObject, { text }: Context): string => {
  const json = JSON.stringify(body)
  return text === undefined ? json : json.replace(JSON.stringify(placeholder), () => text)
}
