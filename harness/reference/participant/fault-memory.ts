import type { JsonObject } from '../../contracts/json.js'
import type { Certificate } from '../pki/certificate.js'

/** What faults remember and no rule does. Kept for one process, in sets that tests do not fill. */
export class FaultMemory {
  /** Status by party, as first looked up. */
  readonly statuses = new Map<string, unknown>()
  /** When a party came last of which something is remembered, or when that was remembered, milliseconds since epoch. */
  readonly cameAt = new Map<string, number>()
  /** Parties that were not Active once. */
  readonly refused = new Set<string>()
  /** Party and fingerprint of certificates that were found to be registered. */
  readonly registered = new Set<string>()
  /** Parties a certificate of which was found to be registered. */
  readonly known = new Set<string>()
  /** Fingerprint of the certificate with which a party came first. */
  readonly first = new Map<string, string>()
  /** Parties that were seen. */
  readonly seen = new Set<string>()
  /** Clients for which an entry was made. */
  readonly entered = new Set<string>()
  /** Clients of which assertions are remembered. */
  readonly remembered = new Set<string>()
  /** Parties that were granted a token. */
  readonly granted = new Set<string>()
  /** Party and second of `iat` of granted assertions. */
  readonly seconds = new Set<string>()
  /** Source and serial number of certificates that were found not to be revoked. */
  readonly unrevoked = new Set<string>()
  /** Texts of assertions that were used. */
  readonly texts = new Set<string>()
  /** Texts of assertions that were grants. */
  readonly grants = new Set<string>()
  /** `iss` and `jti` that were remembered before anything was verified. */
  readonly unverified = new Set<string>()
  /** When an assertion came for the first time, seconds since epoch, by `iss` and `jti`. */
  readonly received = new Map<string, number>()
  /** The latest jti of a client, by `iss`, newest first. */
  readonly latest = new Map<string, readonly string[]>()
  /** Texts of JWTs that were forwarded. */
  readonly forwarded = new Set<string>()
  /** Texts of forwarded JWTs that were found sound. */
  readonly taken = new Set<string>()
  /** `iss` and `jti` of forwarded JWTs whose signature held. */
  readonly verified = new Set<string>()
  /** What was found of a request, with what it is kept under. */
  readonly found = new Set<string>()
  /** Signed evidence, by who was answered with it, and to what. */
  readonly signedEvidence = new Map<string, JsonObject>()
  /** How often in a row no connection to the registry held. */
  failures = 0
  /** Certificates whose key made a signature, by what they are kept under. */
  readonly signers = new Map<string, Certificate>()
  /** Texts of assertions whose access token was used. */
  readonly opened = new Set<string>()
  /** Texts of assertions that the token endpoint was given, whatever came of them. */
  readonly presented = new Set<string>()
}

/** Whether a text was in the set before; it is afterwards. */
export function seenBefore(set: Set<string>, text: string): boolean {
  const before = set.has(text)
  set.add(text)
  return before
}

/** How long something is remembered: while nobody asks for it, or at all. Milliseconds. */
const idleMs = 6000

/** Whether what is remembered under a key goes on: it was asked for a while ago. Each time counts as one. */
export function isInUse(cameAt: Map<string, number>, key: string): boolean {
  const last = cameAt.get(key) ?? 0
  cameAt.set(key, Date.now())
  return Date.now() - last < idleMs
}

/** Whether what is kept under a key is older than that, or is not there yet; if so, it counts as kept anew. */
export function isOver(keptAt: Map<string, number>, key: string): boolean {
  const over = Date.now() - (keptAt.get(key) ?? 0) >= idleMs
  if (over) keptAt.set(key, Date.now())
  return over
}
