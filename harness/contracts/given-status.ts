/** What a revocation source gave: only a complete, current and sound answer has to be gone by (ruling 29). */
export interface GivenStatus {
  /** All of it went out, and the connection was not broken off since. */
  readonly complete: boolean
  /** It held at that time, by its own words. */
  readonly current: boolean
  /** The issuer signed it, and each client has to understand its form. */
  readonly sound: boolean
  /** Until when it holds by its own words, milliseconds since epoch; nothing where it does not, or does not say. */
  readonly until?: number
  /** Serial numbers that it calls revoked, lower-case hex; of a list those that were programmed. */
  readonly revoked: readonly string[]
}

/** Whether everybody has to go by it. */
export const isBinding = ({ complete, current, sound }: GivenStatus): boolean => complete && current && sound

/** For example `complete, current, sound: revoked`. */
export const statusInWords = ({ complete, current, sound, revoked }: GivenStatus): string =>
  `${[complete ? 'complete' : 'incomplete', current ? 'current' : 'out of date', sound ? 'sound' : 'unsound or of a rare form'].join(', ')}: ${revoked.length > 0 ? 'revoked' : 'not revoked'}`
