import type { FaultName } from '../../harness/faults/faults.js'
import type { Role } from '../../requirements/types.js'

/** Faults that nobody outside can notice at a ParticipantRegistry, which makes no look-ups that show for whom a token is (ruling 26). */
const undecidableAtRegistry: readonly FaultName[] = [
  'binds-token-to-repeated-client-id',
  'looks-up-first-issuer',
  'looks-up-claimed-client',
  'looks-up-issuer-in-capitals',
]

const whereSigned =
  'shows where a preset signs evidence, as that of the older form does: `selftest/whole/targets/service-variants.test.ts`'

/** Faults that the references do not show by themselves, and who plays them instead. */
const playedElsewhere: Readonly<Partial<Record<FaultName, string>>> = {
  'accepts-unsigned-evidence': whereSigned,
  'believes-evidence-without-certificate': whereSigned,
  'takes-evidence-token-of-another': whereSigned,
  'takes-part-of-evidence-token-certificate': whereSigned,
  'takes-evidence-token-for-another': whereSigned,
  'takes-expired-evidence-token': whereSigned,
  'takes-revoked-evidence-token': whereSigned,
  'takes-expired-token': 'shows where access tokens live for seconds: `selftest/whole/access-tokens.test.ts`',
  'answers-look-up-with-expired-token':
    'shows where access tokens live for seconds: `selftest/whole/access-tokens.test.ts`',
  'serves-expired-token': 'shows where access tokens live for seconds: `selftest/whole/access-tokens.test.ts`',
  'accepts-expired-code': 'shows where codes live for seconds: `selftest/whole/access-tokens.test.ts`',
}

/** Checks that take one target in two roles, which the references are not; `evidence-targets.test.ts` plays them. */
export const ofTwoRoles: readonly string[] = ['forwarding.several-servers']

/**
 * Whether a check judges all that a target has done in a run. What it does under the fault of another check is part of
 * that: such a check meets each fault in a run of its own, and is no other one that a fault must not reach.
 */
export const judgesWholeRun = (check: string): boolean => /^answers\.|-of-run$|-throughout$/.test(check)

/**
 * Faults that cannot be switched on for one check at a ParticipantRegistry, whose clients are the kit's parties in
 * every check: their messages have no readable `jti`, or other parties undo their omission for the same certificate.
 */
const alone: readonly FaultName[] = [
  'accepts-missing-assertion',
  'accepts-public-client',
  'takes-any-client-secret',
  'takes-basic-authentication',
  'trusts-certificate-header',
  'answers-other-grants',
  'guesses-refresh-grant',
  'takes-bearer-for-assertion',
  'accepts-encrypted-plaintext',
  'accepts-signed-encryption',
  'accepts-missing-jti',
  'warns-of-missing-jti',
  'accepts-odd-jti',
  'compares-64-characters-of-jti',
  'ignores-crl',
  'ignores-ocsp',
]

/**
 * How a fault for one client is played at a role: beside others, for a check's parties; alone, for everybody; or not
 * at all.
 */
export function playedAt(role: Role, fault: FaultName): 'beside others' | 'alone' | 'never' {
  if (fault in playedElsewhere) return 'never'
  if (role !== 'ParticipantRegistry') return 'beside others'
  if (undecidableAtRegistry.includes(fault)) return 'never'
  return alone.includes(fault) ? 'alone' : 'beside others'
}

/** Why a pair is not on the page. */
export function whyNotPlayed(fault: FaultName, check: string): string {
  if (ofTwoRoles.includes(check)) return 'takes one target in two roles: `selftest/whole/evidence-targets.test.ts`'
  if (undecidableAtRegistry.includes(fault)) return 'nobody outside can notice it there'
  return playedElsewhere[fault] ?? 'not yet'
}
