import type { DelegationTokenName } from '../../harness/mutations/delegation-token.js'
import {
  evidence,
  evidenceBody,
  evidenceToken,
  registryAnswers,
  type ServiceMutation,
  withRules,
} from '../../harness/mutations/evidence.js'
import { silentSeconds } from '../registry-transport/transport.cases.js'
import { row, type ServiceRow } from './rows.js'

const signatureMutations: readonly DelegationTokenName[] = [
  'signature corrupted',
  'signature empty',
  'jwk in the header',
  'jku in the header',
  'x5u in the header',
  'by another participant, whose certificate is the last',
  'alg none',
  'HS256 with the public key as PEM',
  'untrusted chain',
  'chain of the same names',
  'untrusted chain before the trusted root',
  'expired certificate',
  'certificate issued by a participant',
  'signed by another participant',
  'plain evidence only',
  'plain evidence in its place',
]

const answering = (...transports: readonly string[]): readonly ServiceMutation[] => transports.map(registryAnswers)

export const refused: readonly ServiceRow[] = [
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
    id: 'service.permit-in-error',
    title: 'on a Permit in an answer of the AuthorisationRegistry that is an error',
    requirements: ['SERVICE-FAIL-CLOSED'],
    cases: ['SVC-05'],
    detects: ['takes-evidence-in-error', 'takes-evidence-in-404', 'serves-when-registry-fails'],
    mutate: answering(...[403, 404, 500].map((status) => `status ${status} with the sound answer`)),
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
  waits: silentSeconds,
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
  mutate: signatureMutations.map(evidenceToken),
})
