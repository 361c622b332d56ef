import { isObject } from '../../contracts/json.js'
import { type Change, instead } from '../engine/rule.js'
import { chosenVariants, type RuleChanges, varied } from '../engine/variants.js'
import { obeying } from '../token-endpoint/obeying.js'
import { olderForm } from '../token-endpoint/older-form.js'
import type { Forwarded } from './forwarded.js'
import { holdFurtherMembers } from './further-members.js'
import type { Candidate, EvidenceRequest } from './request.js'
import { handingOutAll } from './rules/evidence.js'
import { askingRegistry } from './rules/forwarded-changes.js'
import { verifyingWhatComes } from './rules/forwarding.js'
import type { CandidateRule, DelegationRules, ForwardedRule, RequestRule } from './rules.js'
import { signing } from './signed-evidence.js'

interface Variant {
  readonly request?: RuleChanges<EvidenceRequest, RequestRule>
  readonly forwarded?: RuleChanges<Forwarded, ForwardedRule>
  readonly candidate?: RuleChanges<Candidate, CandidateRule>
}

const answered = 'there is evidence for everything that is asked for'
const forwarding = 'the caller asks about itself or its policies, or forwards sound JWTs only'
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

const answeringOnePolicy: Change<EvidenceRequest> = (right) => (request) =>
  request.asked.flat().length === 1 && right(request)

/** Of what is asked for together, what no policy of these parties names is left out; `*` stands for all that they name. */
const permittingInPart: Change<EvidenceRequest> = (right) => (request) => {
  const policies = request.participant.kit.policies.filter(
    ({ policyIssuer, accessSubject }) => policyIssuer === request.policyIssuer && accessSubject === request.subject,
  )
  const part = (asked: readonly string[], named: readonly string[]): readonly string[] => {
    const known = asked.includes('*') ? [...new Set(named)] : asked.filter((one) => named.includes(one))
    return known.length > 0 ? known : asked
  }
  const named = policies.flatMap(({ resource }) => resource.identifiers)
  request.asked = request.asked.map((set) =>
    set.map(({ resource, ...asked }) => {
      const identifiers = part(resource.identifiers, named)
      const about = policies.filter((policy) => identifiers.some((one) => policy.resource.identifiers.includes(one)))
      const actions = part(
        asked.actions,
        about.flatMap((policy) => policy.actions),
      )
      return { ...asked, resource: { ...resource, identifiers }, actions }
    }),
  )
  return right(request)
}

const wantingFurtherMembers: Change<EvidenceRequest> = (right) => async (request) => {
  const held = await right(request)
  const { delegationRequest: own } = request.body
  return held && isObject(own) && holdFurtherMembers(own.policySets)
}

const handingOut: Change<Candidate> = () => (candidate) => {
  candidate.handedOut = candidate.policy.conditions
  return true
}

const signingEvidence: Variant['request'] = { 'the evidence is answered as it is': signing() }

/** Ways to answer requests for evidence that conform and differ from what the reference does by itself. */
export const delegationVariants: Readonly<Record<string, Variant>> = {
  'answers-deny': { request: { [answered]: answeringDeny } },
  'answers-empty': { request: { [answered]: answeringNothing } },
  'permits-in-part': {
    request: { 'the policies are those for the party that is asked about': permittingInPart },
  },
  'answers-one-policy-alone': { request: { [answered]: answeringOnePolicy } },
  'hands-out-conditions': {
    candidate: {
      'evidence carries the conditions that the ServiceProvider evaluates': handingOut,
      'conditions that are not handed out hold': gone,
    },
  },
  'hands-out-all': {
    request: { 'the evidence says what is permitted': handingOutAll(({ conditions }) => conditions) },
  },
  'signs-evidence': { request: signingEvidence },
  'speaks-older-form': {
    request: signingEvidence,
    forwarded: { 'the registry is asked': instead(obeying(varied(askingRegistry, [olderForm]))) },
  },
  'wants-further-members': { request: { 'the body is a request for evidence': wantingFurtherMembers } },
  'needs-no-forwarded-jwt': { request: { [forwarding]: gone } },
  'asks-for-no-forwarded-jwt': { request: { [forwarding]: verifyingWhatComes } },
}

/** The rules as the variants of `ASSAY_REFERENCE_VARIANT` have them. */
export function withDelegationVariants(rules: DelegationRules, text: string | undefined): DelegationRules {
  const chosen = chosenVariants(delegationVariants, text)
  return {
    ...rules,
    request: varied(
      rules.request,
      chosen.map(({ request }) => request),
    ),
    forwarded: varied(
      rules.forwarded,
      chosen.map(({ forwarded }) => forwarded),
    ),
    candidate: varied(
      rules.candidate,
      chosen.map(({ candidate }) => candidate),
    ),
  }
}
