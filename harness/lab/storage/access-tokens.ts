import { randomBytes } from 'node:crypto'
import type { LedgerEntry } from '../../contracts/lab-protocol.js'
import { noteSecrets } from '../../evidence/leaks/note.js'

/** What the bearer of a request is. */
export interface BearerState {
  readonly bearer: NonNullable<LedgerEntry['bearer']>
  /** Party that the token was issued to. */
  readonly party?: string
}

/** The access tokens that a world's registry issued. */
export interface AccessTokens {
  readonly issue: (party: string) => string
  readonly read: (authorization: string | undefined) => BearerState
  /** Every token issued so far is unknown until `recall`. */
  readonly forget: () => void
  /** Forgotten tokens are known again: a target that does not authenticate anew must not suffer for the rest of the run. */
  readonly recall: () => void
  /** Every token issued so far is unknown for good. */
  readonly clear: () => void
}

/** Tokens kept at most; a target needs a handful. */
const limit = 10_000
/** Bytes of a token: long enough for evidence to know it anywhere, also where a target shows it to somebody else (`opaqueRun`, `ownToken`). */
const tokenBytes = 64

/** Tokens that live `seconds`. */
export const openAccessTokens = (seconds: number): AccessTokens => {
  const tokens = new Map<string, { party: string; expiresAt: number }>()
  const forgotten = new Set<string>()
  return {
    issue: (party) => {
      const token = randomBytes(tokenBytes).toString('base64url')
      noteSecrets('bearer token', [token])
      tokens.set(token, { party, expiresAt: Date.now() + seconds * 1000 })
      const [oldest] = tokens.keys()
      if (tokens.size > limit && oldest !== undefined) tokens.delete(oldest)
      return token
    },
    read: (authorization) => {
      if (authorization === undefined) return { bearer: 'none' }
      const token = /^bearer +(\S+)$/i.exec(authorization)?.[1] ?? ''
      const known = tokens.get(token)
      if (known === undefined || forgotten.has(token)) return { bearer: 'unknown' }
      return { bearer: known.expiresAt > Date.now() ? 'valid' : 'expired', party: known.party }
    },
    forget: () => {
      for (const token of tokens.keys()) forgotten.add(token)
    },
    recall: () => forgotten.clear(),
    clear: () => {
      tokens.clear()
      forgotten.clear()
    },
  }
}
