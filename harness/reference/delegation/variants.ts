import type { Change } from '../token-endpoint/rule.js'
import type { Candidate, EvidenceRequest } from './request.js'
import type { DelegationRules } from './rules.js'
import { signing } from './signed-evidence.js'

/** Changes by the name of the rule that they concern. */
interface Variant {
  readonly request?: Readonly<Record<string, Change<EvidenceRequest>>>
  readonly candidate?: Readonly<Record<string, Change<Candidate>>>
}

const answered = 'there is evidence for everything that is asked for'
const gone = (): (() => boolean) => () => true

const isPermitted = ({ decided }: EvidenceRequest): boolean => decided.flat().every(({ effect }) => effect === 'Permit')

const answeringDeny: Change<EvidenceRequest> = () => (request) => {
  for (const decided of request.decided.flat()) decided.effect ??= 'Deny'
  return true
}

const answeringNothing: Change<EvidenceRequest> = () => (request) => {
  if (!isPermitted(request)) request.decided = []
  return true
}

const handingOut: Change<Candidate> = () => (candidate) => {
  candidate.handedOut = candidate.policy.conditions
  return true
}

/** Ways to answer requests for evidence that conform and differ from what the reference does by itself. */
export const delegationVariants: Readonly<Record<string, Variant>> = {
  'answers-deny': { request: { [answered]: answeringDeny } },
  'answers-empty': { request: { [answered]: answeringNothing } },
  'hands-out-conditions': {
    candidate: {
      'evidence carries the conditions that the ServiceProvider evaluates': handingOut,
      'conditions that are not handed out hold': gone,
    },
  },
  'signs-evidence': { request: { 'the evidence is answered as it is': signing() } },
  'needs-no-forwarded-jwt': {
    request: { 'the caller asks about itself or its policies, or forwards sound JWTs only': gone },
  },
}

/** The rules as the variants of `ASSAY_REFERENCE_VARIANT` have them; names of other parts of a reference are passed over. */
export function withDelegationVariants(rules: DelegationRules, text: string | undefined): DelegationRules {
  const chosen = (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .flatMap((name) => (Object.hasOwn(delegationVariants, name) ? [delegationVariants[name] as Variant] : []))
  return {
    ...rules,
    request: rules.request.map((rule) => ({
      ...rule,
      check: chosen.reduce((check, { request }) => request?.[rule.name]?.(check) ?? check, rule.check),
    })),
    candidate: rules.candidate.map((rule) => ({
      ...rule,
      check: chosen.reduce((check, { candidate }) => candidate?.[rule.name]?.(check) ?? check, rule.check),
    })),
  }
}
