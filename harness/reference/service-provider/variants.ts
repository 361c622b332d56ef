import type { Answer } from '../token-endpoint/received.js'
import type { Change, Rule } from '../token-endpoint/rule.js'
import type { ServiceCall } from './service-call.js'

/** Other conforming conduct of the service. */
export interface ServiceVariant {
  /** Changes by the name of the rule that they concern. */
  readonly rules?: Readonly<Record<string, Change<ServiceCall>>>
  /** Another form of a refusal. */
  readonly refusal?: (answer: Answer, call: ServiceCall) => Answer
}

const forwardNothing: Change<ServiceCall> = () => (call) => {
  call.forwarded = []
  return true
}

const registryFails = ({ answer, failure }: ServiceCall): boolean =>
  failure !== undefined || (answer?.status ?? 200) >= 500

/** Ways to be a conforming service that differ from what the reference does by itself, by name. */
export const serviceVariants: Readonly<Record<string, () => ServiceVariant>> = {
  'forwards-nothing': () => ({ rules: { "the consumer's JWT is forwarded while it lives": forwardNothing } }),
  'refuses-service-with-404': () => ({ refusal: (answer) => ({ ...answer, status: 404, body: {} }) }),
  'pleads-for-patience': () => ({
    refusal: (answer, call) =>
      registryFails(call) ? { ...answer, status: 503, headers: { ...answer.headers, 'retry-after': '1' } } : answer,
  }),
}

/** The variants of `ASSAY_REFERENCE_VARIANT` (names separated by commas) that concern the service. */
export const chosenVariants = (text = ''): readonly ServiceVariant[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .flatMap((name) =>
      Object.hasOwn(serviceVariants, name) ? [(serviceVariants[name] as () => ServiceVariant)()] : [],
    )

/** Rules with variants worked in. */
export const varied = (
  rules: readonly Rule<ServiceCall>[],
  variants: readonly ServiceVariant[],
): readonly Rule<ServiceCall>[] =>
  rules.map((rule) => ({
    ...rule,
    check: variants.reduce((check, { rules: changes }) => changes?.[rule.name]?.(check) ?? check, rule.check),
  }))
