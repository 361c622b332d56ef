import type { Json } from '../../harness/json.js'
import type { DelegationTokenName } from '../../harness/mutations/delegation-token.js'
import {
  evidence,
  evidenceBody,
  evidenceToken,
  inPolicies,
  inPolicy,
  inTarget,
  registryAnswers,
  type ServiceMutation,
  withRules,
} from '../../harness/mutations/evidence.js'
import { row, type ServiceRow } from './rows.js'

const hour = 3600

const signatureDefects: readonly DelegationTokenName[] = [
  'signature corrupted',
  'signature empty',
  'jwk in the header',
  'by another participant, whose certificate is the last',
  'alg none',
  'HS256 with the public key as PEM',
  'untrusted chain',
  'chain of the same names',
  'untrusted chain before the trusted root',
  'signed by another participant',
  'plain evidence only',
  'plain evidence in its place',
]

const answering = (...transports: readonly string[]): readonly ServiceMutation[] => transports.map(registryAnswers)

/** Evidence for something else than what was asked, or out of date; each by a fault of its own. */
const mismatches: readonly ServiceRow[] = [
  row({
    id: 'service.evidence-subject',
    title: 'on evidence about another consumer',
    requirements: ['SERVICE-EVIDENCE-MATCHES'],
    cases: ['DLG-32'],
    detects: ['ignores-evidence-subject'],
    mutate: [
      evidence('about another consumer', (own, { subject }) => ({ ...own, target: { accessSubject: `${subject}2` } })),
    ],
  }),
  row({
    id: 'service.evidence-resource',
    title: 'on evidence about another resource',
    requirements: ['SERVICE-EVIDENCE-MATCHES'],
    cases: ['DLG-32'],
    detects: ['ignores-evidence-resource'],
    mutate: [
      evidence(
        'about another resource',
        inTarget((target, { resource }) => ({ ...target, resource: { ...resource, identifiers: ['dataset-2'] } })),
      ),
      evidence(
        'about another type of resource',
        inTarget((target, { resource }) => ({ ...target, resource: { ...resource, type: 'invoice' } })),
      ),
    ],
  }),
  row({
    id: 'service.evidence-action',
    title: 'on evidence about another action',
    requirements: ['SERVICE-EVIDENCE-MATCHES'],
    cases: ['DLG-32'],
    detects: ['ignores-evidence-action'],
    mutate: [
      evidence(
        'about another action',
        inTarget((target) => ({ ...target, actions: ['delete'] })),
      ),
    ],
  }),
  row({
    id: 'service.evidence-expired',
    title: 'on evidence that has expired',
    requirements: ['SERVICE-EVIDENCE-MATCHES'],
    cases: ['DLG-32'],
    detects: ['ignores-evidence-end'],
    mutate: [
      evidence('expired an hour ago', (own, { now }) => ({
        ...own,
        notBefore: now - 2 * hour,
        notOnOrAfter: now - hour,
      })),
    ],
  }),
  row({
    id: 'service.evidence-not-yet',
    title: 'on evidence that is not valid yet',
    requirements: ['SERVICE-EVIDENCE-MATCHES'],
    cases: ['DLG-32'],
    detects: ['ignores-evidence-start'],
    mutate: [
      evidence('valid in an hour', (own, { now }) => ({ ...own, notBefore: now + hour, notOnOrAfter: now + 2 * hour })),
    ],
  }),
]

export const refused: readonly ServiceRow[] = [
  row({
    id: 'service.deny',
    title: 'on a Deny',
    requirements: ['SERVICE-EVIDENCE'],
    cases: ['SVC-03'],
    detects: ['ignores-deny'],
    mutate: [
      evidence(
        'Deny',
        withRules(() => [{ effect: 'Deny' }]),
      ),
    ],
  }),
  row({
    id: 'service.policies-apart',
    title: 'on a Permit for another resource beside one for its own whose conditions do not hold',
    requirements: ['DELEGATION-CONDITIONS'],
    cases: [],
    level: 'must',
    detects: ['mixes-policies'],
    mutate: [
      evidence(
        'a conditional Permit for this resource, an unconditional one for another',
        inPolicies((policy, { otherProvider: rightOperand, resource, actions }) => {
          const conditions = { leftOperand: 'serviceProvider', operator: 'equal', rightOperand }
          const elsewhere = { resource: { ...resource, identifiers: ['dataset-2'] }, actions: [...actions] }
          return [
            { ...policy, rules: [{ effect: 'Permit', conditions }] },
            { ...policy, target: elsewhere, rules: [{ effect: 'Permit' }] },
          ]
        }),
      ),
    ],
  }),
  row({
    id: 'service.no-evidence',
    title: 'when nothing is said about the consumer',
    requirements: ['SERVICE-EVIDENCE'],
    cases: ['SVC-04'],
    detects: ['serves-without-evidence'],
    mutate: [
      evidence('none: 404', () => null),
      evidenceBody('an answer {}', () => '{}'),
      evidence('{}', () => ({})),
      evidence('without policySets', ({ policySets: _, ...own }) => own),
      evidence('empty policySets', (own) => ({ ...own, policySets: [] })),
      evidence('empty policies', (own) => ({ ...own, policySets: [{ policies: [] }] })),
      evidence(
        'empty rules',
        withRules(() => []),
      ),
    ],
  }),
  row({
    id: 'service.deny-wins',
    title: 'when one policy permits and another denies',
    requirements: ['DELEGATION-DENY'],
    cases: ['DLG-28'],
    detects: ['permit-overrides-deny-at-service'],
    mutate: [
      evidence('Permit and Deny', twoPolicies('Permit', 'Deny')),
      evidence('Deny and Permit', twoPolicies('Deny', 'Permit')),
    ],
  }),
  ...mismatches,
]

/** While the AuthorisationRegistry fails; an SP that asks it again before it gives up is given time. */
export const failing: readonly ServiceRow[] = [
  row({
    id: 'service.registry-error',
    title: 'when the AuthorisationRegistry answers an error',
    requirements: ['SERVICE-FAIL-CLOSED'],
    cases: ['SVC-05'],
    detects: ['serves-when-registry-fails'],
    mutate: answering('status 401', 'status 500', 'status 503'),
  }),
  row({
    id: 'service.registry-reset',
    title: 'when the connection to the AuthorisationRegistry breaks',
    requirements: ['SERVICE-FAIL-CLOSED'],
    cases: ['SVC-05'],
    detects: ['serves-when-registry-fails'],
    mutate: answering('reset before the answer', 'reset in the body', 'closed in the body'),
  }),
  row({
    id: 'service.registry-nonsense',
    title: 'when the AuthorisationRegistry answers nonsense',
    requirements: ['SERVICE-FAIL-CLOSED'],
    cases: ['SVC-05'],
    detects: ['serves-on-malformed-evidence'],
    mutate: answering('empty body', 'HTML', 'truncated JSON', 'JSON array', 'JSON null'),
  }),
]

export const silent = row({
  id: 'service.registry-silent',
  title: 'when the AuthorisationRegistry does not answer',
  requirements: ['SERVICE-FAIL-CLOSED'],
  cases: ['SVC-05'],
  profile: 'standard',
  detects: ['serves-when-registry-hangs'],
  mutate: answering('silent'),
})

/** Only where the preset signs evidence. */
export const unsigned = row({
  id: 'service.evidence-unsigned',
  title: 'on evidence whose signature does not hold',
  requirements: ['SERVICE-EVIDENCE-MATCHES'],
  cases: ['DLG-32'],
  detects: ['accepts-unsigned-evidence'],
  mutate: signatureDefects.map(evidenceToken),
})

function twoPolicies(...effects: readonly [string, string]) {
  return inPolicy((policy) => ({ ...policy, rules: effects.map((effect): Json => ({ effect })) }))
}
