import { isObject } from '../../contracts/json.js'
import { holdFurtherMembers } from '../delegation/further-members.js'
import type { Answer } from '../engine/received.js'
import { type Change, type NamesOf, removed } from '../engine/rule.js'
import type { RuleChanges } from '../engine/variants.js'
import type { RegistryAnswer } from '../registry/transport.js'
import type { callRules } from './call-rules.js'
import type { evidenceRules } from './evidence-rules.js'
import type { permissionRules } from './permission-rules.js'
import type { questionRules } from './question-rules.js'
import type { ServiceCall } from './service-call.js'

type ServiceRule = NamesOf<typeof callRules | typeof questionRules | typeof evidenceRules | typeof permissionRules>

/** Other conforming conduct of the service. */
export interface ServiceVariant {
  readonly rules?: RuleChanges<ServiceCall, ServiceRule>
  /** Another form of a refusal. */
  readonly refusal?: (answer: Answer, call: ServiceCall) => Answer
}

const forwardNothing: Change<ServiceCall> = () => (call) => {
  call.forwarded = []
  return true
}

/** Goes by evidence about a consumer for so many seconds. */
function remembering(seconds: number): Change<ServiceCall> {
  const known = new Map<string, { readonly answer: RegistryAnswer; readonly until: number }>()
  return (right) => async (call) => {
    const { answer, until = 0 } = known.get(call.consumer) ?? {}
    if (until > call.now) {
      call.answer = answer
      return true
    }
    const held = await right(call)
    if (call.answer?.status === 200) known.set(call.consumer, { answer: call.answer, until: call.now + seconds })
    return held
  }
}

/** Takes evidence for an answer to something else where it says more than was asked. */
const onePolicyAlone: Change<ServiceCall> = (right) => async (call) => (await right(call)) && call.policies.length === 1

const wantingFurtherMembers: Change<ServiceCall> = (right) => async (call) =>
  (await right(call)) && holdFurtherMembers(call.evidence.policySets)

/** Reads evidence as the text has it (L224) beside that which is signed. */
const readingPlainToo: Change<ServiceCall> = (right) => (call) =>
  isObject(call.json.delegationEvidence) && call.json.delegation_token === undefined ? true : right(call)

const registryFails = ({ answer, failure }: ServiceCall): boolean =>
  failure !== undefined || (answer?.status ?? 200) >= 500

/** Ways to be a conforming service that differ from what the reference does by itself, by name. */
export const serviceVariants: Readonly<Record<string, ServiceVariant>> = {
  'forwards-nothing': { rules: { "the consumer's JWT is forwarded while it lives": forwardNothing } },
  'names-consumer-by-jwt': { rules: { 'the request names the consumer': removed } },
  'goes-by-evidence-for-two-seconds': { rules: { 'evidence is asked for at each call': remembering(2) } },
  'takes-one-policy-alone': { rules: { 'there is evidence with a rule': onePolicyAlone } },
  'reads-plain-evidence-too': { rules: { 'evidence is signed where that is the form': readingPlainToo } },
  'wants-further-members': { rules: { 'there is evidence with a rule': wantingFurtherMembers } },
  'refuses-service-with-404': { refusal: (answer) => ({ ...answer, status: 404, body: {} }) },
  // Something else than the service, though it says a word of it.
  'takes-posts-of-anybody': {
    refusal: (answer, { received }) =>
      received.method === 'POST' ? { ...answer, status: 200, body: { measurements: 'thank you for these' } } : answer,
  },
  'pleads-for-patience': {
    refusal: (answer, call) =>
      registryFails(call) ? { ...answer, status: 503, headers: { ...answer.headers, 'retry-after': '1' } } : answer,
  },
  'passes-on-limit-of-registry': {
    refusal: (answer, call) => (call.answer?.status === 429 ? { ...answer, status: 429 } : answer),
  },
}
