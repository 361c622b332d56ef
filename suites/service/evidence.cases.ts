import type { DelegationTokenName } from '../../harness/mutations/delegation-token.js'
import {
  evidence,
  evidenceBody,
  evidenceToken,
  inPolicies,
  registryAnswers,
  type ServiceMutation,
  withRules,
} from '../../harness/mutations/evidence.js'
import { silentForLongSeconds, silentSeconds } from '../registry-transport/transport.cases.js'
import { insistingBound } from '../support/flows/insisting.js'
import { nearlyCertified, otherErrors } from '../support/values/answers.js'
import { row, type ServiceRow } from './rows.js'

const signatureMutations: readonly DelegationTokenName[] = [
  'signature corrupted',
  'signature empty',
  'jwk in the header',
  'jku in the header',
  'x5u in the header',
  'by another participant, whose certificate is the last',
  'without x5c',
  'empty x5c',
  'x5c that cannot be read',
  'alg none',
  'HS256 with the public key as PEM',
  'RS256 by an EC key',
  'self-signed certificate alone',
  'untrusted chain',
  'chain of the same names',
  'untrusted chain before the trusted root',
  'untrusted chain and its root before the trusted root',
  'expired certificate',
  'certificate issued by a participant',
  'signed by another participant',
  'plain evidence in its place',
]

const answering = (...transports: readonly string[]): readonly ServiceMutation[] => transports.map(registryAnswers)

export const refused: readonly ServiceRow[] = [
  row('service.no-evidence', 'SVC-04', 'serves-without-evidence').sends('when nothing is said about the consumer', [
    evidence('none: 404', () => null),
    evidenceBody('an answer {}', () => '{}'),
    evidence('{}', () => ({})),
    evidence('without policySets', ({ policySets: _, ...own }) => own),
    evidence('empty policySets', (own) => ({ ...own, policySets: [] })),
    evidence(
      'empty policies',
      inPolicies(() => []),
    ),
    evidence(
      'empty rules',
      withRules(() => []),
    ),
  ]),
]

const otherErrorsOpen = ['serves-when-registry-fails', 'serves-on-odd-registry-error'] as const

/** A target that asks it again is met several times. */
const insistently = { slow: insistingBound }

/** While the AuthorisationRegistry fails; an SP that asks it again before it gives up is given time. */
export const failing: readonly ServiceRow[] = [
  row('service.registry-error', 'SVC-05', 'serves-when-registry-fails', insistently).sends(
    'when the AuthorisationRegistry answers an error',
    answering('status 401', 'status 500', 'status 503'),
  ),
  row('service.registry-error-of-request', 'SVC-05', otherErrorsOpen, insistently).sends(
    'when the AuthorisationRegistry finds fault with the request',
    answering(...otherErrors['of the request']),
  ),
  row('service.registry-error-of-gateway', 'SVC-05', otherErrorsOpen, insistently).sends(
    'when a gateway answers in place of the AuthorisationRegistry',
    answering(...otherErrors['of a gateway']),
  ),
  row(
    'service.permit-in-error',
    'SVC-05',
    ['takes-evidence-in-error', 'takes-evidence-in-404', 'serves-when-registry-fails'],
    insistently,
  ).sends(
    'on a Permit in an answer of the AuthorisationRegistry that is an error',
    answering(...[403, 404, 500].map((status) => `status ${status} with the sound answer`)),
  ),
  row('service.registry-reset', 'SVC-05', 'serves-when-registry-fails', insistently).sends(
    'when the connection to the AuthorisationRegistry breaks',
    answering('reset before the answer', 'reset in the body', 'closed in the body'),
  ),
  row('service.registry-nonsense', 'SVC-05', 'serves-on-malformed-evidence', insistently).sends(
    'when the AuthorisationRegistry answers nonsense',
    answering('empty body', 'HTML', 'truncated JSON', 'JSON array', 'JSON null'),
  ),
]

const failingOpen = ['serves-when-registry-hangs', 'serves-late-when-registry-hangs'] as const

export const silent = row('service.registry-silent', 'SVC-05', failingOpen, {
  profile: 'standard',
  waits: silentSeconds,
}).sends('when the AuthorisationRegistry does not answer', answering('silent'))

export const silentForLong = row('service.registry-silent-for-long', 'SVC-05', failingOpen, {
  profile: 'deep',
  waits: silentForLongSeconds,
  slow: silentForLongSeconds + 120,
}).sends('when the AuthorisationRegistry does not answer for most of a minute', answering('silent'))

/** One that is not read to its end says nothing. */
export const tooLarge = row(
  'service.registry-too-large',
  'SVC-05',
  ['serves-on-evidence-too-large', 'serves-when-registry-fails'],
  {
    unsafe: 'large',
  },
).sends(
  'when the answer of the AuthorisationRegistry never ends or unpacks to a gigabyte',
  answering('gzip bomb', 'endless body'),
)

/** What a token around evidence has to say is a rule of every JWT, and a duty of who reads it by implication (ruling 21). */
const ofSigned = { level: 'strict' } as const

/** Only where the preset signs evidence. */
export const ofToken: readonly ServiceRow[] = [
  row('service.evidence-unsigned', 'DLG-32', [
    'accepts-unsigned-evidence',
    'believes-evidence-without-certificate',
  ]).sends('on evidence whose signature does not hold', signatureMutations.map(evidenceToken)),
  // That is the form of the text (L224), which says of no evidence that it is signed.
  row('service.evidence-plain', 'DLG-32', 'accepts-unsigned-evidence', { level: 'should' }).sends(
    'on evidence without a signature where its AuthorisationRegistry signs it',
    [evidenceToken('plain evidence only')],
  ),
  row('service.evidence-token-issuer', 'SERVICE-EVIDENCE-MATCHES', 'takes-evidence-token-of-another', ofSigned).sends(
    'on evidence that another participant signed in its own name, or the consumer',
    (['issued by another participant', 'issued by the client'] as const).map(evidenceToken),
  ),
  row(
    'service.evidence-token-certificate-near',
    'SERVICE-EVIDENCE-MATCHES',
    'takes-part-of-evidence-token-certificate',
    ofSigned,
  ).sends(
    'on evidence signed by a party whose id is nearly that of its AuthorisationRegistry',
    nearlyCertified.map(evidenceToken),
  ),
  row(
    'service.evidence-token-audience',
    'SERVICE-EVIDENCE-MATCHES',
    'takes-evidence-token-for-another',
    ofSigned,
  ).sends('on signed evidence that is addressed to another participant', [evidenceToken('for another audience')]),
  row('service.evidence-token-expired', 'SERVICE-EVIDENCE-MATCHES', 'takes-expired-evidence-token', ofSigned).sends(
    'on signed evidence whose token expired five minutes ago',
    [evidenceToken('expired 5 minutes ago')],
  ),
  row('service.evidence-token-revoked', 'SERVICE-EVIDENCE-MATCHES', 'takes-revoked-evidence-token', ofSigned).sends(
    'on evidence signed with a certificate of the AuthorisationRegistry that is revoked',
    [evidenceToken('revoked certificate')],
  ),
]
