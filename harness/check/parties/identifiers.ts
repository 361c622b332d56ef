import { createHmac } from 'node:crypto'

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'

/** Random-looking names that follow from the seed of the run, so that a run can be repeated and nobody can special-case them. */
export interface Identifiers {
  /** A fresh unique part of a Party Identifier; all of one check start alike. */
  party(): string
  /** A fresh `jti` in the form of a UUID, which the most narrow-minded receiver takes; all of one check start alike. */
  jti(): string
}

/**
 * @param seed Seed of the run.
 * @param check Target, role and check id, in one string.
 */
export function identifiers(seed: number, check: string): Identifiers {
  const prefix = partyPrefix(seed, check)
  const jtiStart = jtiPrefix(seed, check)
  let parties = 0
  let jtis = 0
  return {
    party: () => `${prefix}${base32(digest(seed, `${check} party ${parties++}`), 6)}`,
    jti: () => uuid(`${jtiStart}${digest(seed, `${check} jti ${jtis++}`).toString('hex')}`),
  }
}

/** The first ten characters of the unique part of every party of a check. */
export const partyPrefix = (seed: number, check: string): string => base32(digest(seed, check), 10)

/** The first eight characters of every `jti` of a check. */
export const jtiPrefix = (seed: number, check: string): string =>
  digest(seed, `${check} jti`).toString('hex').slice(0, 8)

const digest = (seed: number, text: string): Buffer => createHmac('sha256', `assay ${seed}`).update(text).digest()

const base32 = (bytes: Buffer, length: number): string =>
  [...bytes.subarray(0, length)].map((byte) => alphabet[byte % 32]).join('')

const uuid = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
