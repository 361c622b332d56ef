/** What a CRL or an OCSP response is to say. */
export interface RevocationAnswer {
  /** Serial numbers, lower-case hex. */
  readonly revoked: readonly string[]
  /** Why they are revoked, a name of `revocationReasons`; nothing is said of it when absent. */
  readonly reason?: string | undefined
  /** Name of a row below; sound when absent. */
  readonly misbehaviour?: string | undefined
  /** How long the answer may be gone by, seconds; a day when absent. */
  readonly validSeconds?: number
  /** How many certificates of others a CRL lists before those; none when absent. */
  readonly others?: number
}

/** A way in which a revocation source misbehaves. */
interface Misbehaviour {
  readonly name: string
  readonly cases: readonly string[]
  /** Completes "a revocation source …". */
  readonly title: string
  /** Whose answer nobody has to go by then; that of the other source stays sound. */
  readonly spoils: 'crl' | 'ocsp' | 'both'
}

/** Every way in which the lab's revocation sources can misbehave. */
export const revocationMisbehaviours = [
  { name: 'silent', cases: ['CRT-24'], title: 'that never answers', spoils: 'both' },
  { name: 'stale', cases: ['CRT-25', 'CRT-27'], title: 'whose answer ran out two days ago', spoils: 'both' },
  {
    name: 'replayed',
    cases: ['CRT-25', 'CRT-27'],
    title: 'that repeats what it said before anything was revoked, and which ran out since',
    spoils: 'both',
  },
  { name: 'wrong-signer', cases: ['CRT-25', 'CRT-27'], title: 'whose answer an unrelated key signed', spoils: 'both' },
  { name: 'no-crl-number', cases: ['CRT-25'], title: 'whose CRL has no number', spoils: 'crl' },
  { name: 'critical-crl-number', cases: ['CRT-25'], title: 'whose CRL number is critical', spoils: 'crl' },
  {
    name: 'no-next-update',
    cases: ['CRT-25', 'CRT-27'],
    title: 'whose answer does not say until when it holds',
    spoils: 'crl',
  },
  {
    name: 'for-users',
    cases: ['CRT-25'],
    title: 'whose CRL says that it is about certificates of users only',
    spoils: 'crl',
  },
  { name: 'indirect', cases: ['CRT-25'], title: 'whose CRL is about certificates of several CAs', spoils: 'crl' },
  { name: 'empty', cases: ['CRT-25'], title: 'whose CRL is an answer of no bytes', spoils: 'crl' },
  { name: 'unknown', cases: ['CRT-27'], title: 'whose OCSP answer is "unknown"', spoils: 'ocsp' },
  { name: 'try-later', cases: ['CRT-27'], title: 'whose OCSP answer is "tryLater"', spoils: 'ocsp' },
  { name: 'other-serial', cases: ['CRT-27'], title: 'whose OCSP answer is about another certificate', spoils: 'ocsp' },
  {
    name: 'by-participant',
    cases: ['CRT-27'],
    title: 'whose OCSP answer a participant of the same authority signed, whose certificate comes with it',
    spoils: 'ocsp',
  },
  {
    name: 'other-nonce',
    cases: ['CRT-27'],
    title: 'whose OCSP answer carries another nonce than the question',
    spoils: 'ocsp',
  },
] as const satisfies readonly Misbehaviour[]

/** Name of a misbehaviour of a revocation source. */
export type RevocationMisbehaviour = (typeof revocationMisbehaviours)[number]['name']
