import type { KitPolicy } from '../../kit.js'
import { Refusal, refuse } from '../../token-endpoint/refusal.js'
import { obey } from '../../token-endpoint/rule.js'
import { type Asked, type Candidate, type Decided, type EvidenceRequest, rule } from '../request.js'

type Selection = (request: EvidenceRequest, asked: Asked) => readonly KitPolicy[]

/** The policies of the issuer that are about everything that is asked, whoever they are for. */
const ofIssuer: Selection = ({ participant, policyIssuer }, { resource, actions }) =>
  participant.kit.policies.filter(
    (policy) =>
      policy.policyIssuer === policyIssuer &&
      policy.resource.type === resource.type &&
      resource.identifiers.every((identifier) => policy.resource.identifiers.includes(identifier)) &&
      actions.every((action) => policy.actions.includes(action)),
  )

const ofSubject: Selection = (request, asked) =>
  ofIssuer(request, asked).filter(({ accessSubject }) => accessSubject === request.subject)

const whateverTheAction: Selection = (request, asked) => ofSubject(request, { ...asked, actions: [] })

const selecting =
  (select: Selection) =>
  (request: EvidenceRequest): boolean => {
    request.decided = request.asked.map((set) => set.map((asked) => ({ asked, policies: select(request, asked) })))
    return true
  }

const has = ({ policies }: Decided, effect: KitPolicy['effect']): boolean =>
  policies.some((policy) => policy.effect === effect)

const denying =
  (denied: (decided: Decided) => boolean) =>
  (request: EvidenceRequest): boolean => {
    for (const decided of request.decided.flat()) if (denied(decided)) decided.effect = 'Deny'
    return true
  }

async function permit(request: EvidenceRequest): Promise<boolean> {
  for (const decided of request.decided.flat()) {
    if (decided.effect) continue
    for (const policy of decided.policies.filter(({ effect }) => effect === 'Permit')) {
      const candidate: Candidate = { request, policy, asked: decided.asked, context: {}, handedOut: undefined }
      if (!(await passes(candidate))) continue
      decided.effect = 'Permit'
      decided.conditions = candidate.handedOut
      break
    }
  }
  return true
}

async function passes(candidate: Candidate): Promise<boolean> {
  try {
    await obey(candidate.request.partRules.candidate, candidate)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** What the policies say about what is asked for. */
export const policyRules = [
  rule('policy', 'the policies are those for the party that is asked about', selecting(ofSubject), {
    'ignores-access-subject': () => selecting(ofIssuer),
    'ignores-actions': () => selecting(whateverTheAction),
  }),
  rule(
    'policy',
    'a Deny wins over any Permit',
    denying((decided) => has(decided, 'Deny')),
    {
      'permit-overrides-deny': () => denying((decided) => has(decided, 'Deny') && !has(decided, 'Permit')),
    },
  ),
  rule('policy', 'a Permit is given where nothing stands against it', permit, {
    'permits-unnamed-resource': (right) => (request) => {
      const { policies } = request.participant.kit
      const isKnown = policies.some(({ accessSubject }) => accessSubject === request.subject)
      for (const decided of request.decided.flat())
        if (isKnown && whateverTheAction(request, decided.asked).length === 0) decided.effect = 'Permit'
      return right(request)
    },
    'decides-first-policy-for-all': (right) => async (request) => {
      const held = await right(request)
      const [first, ...others] = request.decided.flat()
      for (const decided of others) if (first?.effect) decided.effect = first.effect
      return held
    },
  }),
  rule(
    'policy',
    'there is evidence for everything that is asked for',
    ({ decided }) =>
      decided.flat().every(({ effect }) => effect) || refuse(403, 'access_denied', 'no policy permits this'),
    {},
  ),
]
