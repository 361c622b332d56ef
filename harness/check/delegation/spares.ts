/**
 * What the spare consumers of the kit are used for, in order. Only one check changes what the registry says of each,
 * since a target may remember it. The one that is suspended later serves two checks: one runs alone, the other only
 * records.
 */
export const spareUses = [
  'Suspended',
  'unknown',
  'unregistered certificate',
  'untrusted chain',
  'revoked certificate',
  'looked at for revocation',
  'sound',
  'suspended later',
  'table: Suspended',
  'table: unknown',
  'table: unregistered certificate',
  'table: untrusted chain',
  'unsound certificates',
  'looked up in vain',
  'resembling certificates',
  'other keys',
  'other paths',
  'remembered',
] as const

/** One use of a spare consumer. */
export type SpareUse = (typeof spareUses)[number]
