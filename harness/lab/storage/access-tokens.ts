import { randomBytes } from 'node:crypto'
import type { JsonObject } from '../../contracts/json.js'
import type { AccessTokenForm, LedgerEntry } from '../../contracts/lab-protocol.js'
import { noteSecrets } from '../../evidence/leaks/note.js'
import { keepOutOfTargets } from '../http/redact.js'
import { noticeToken } from '../http/shown.js'

/** What the bearer of a request is. */
export interface BearerState {
  readonly bearer: NonNullable<LedgerEntry['bearer']>
  /** Party that the token was issued to. */
  readonly party?: string
}

/** The access tokens that a world's registry issued. */
export interface AccessTokens {
  readonly issue: (party: string, form?: AccessTokenForm) => string
  readonly read: (authorization: string | undefined) => BearerState
  /** Whether a request target holds one of them, as it is or percent-encoded. */
  readonly standIn: (target: string) => boolean
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
const piece = (): string => randomBytes(tokenBytes).toString('base64url')
const part = (own: JsonObject): string => Buffer.from(JSON.stringify(own)).toString('base64url')

/** The other forms, of pieces that each are as long as a usual one. */
const written: Readonly<Record<AccessTokenForm, () => string>> = {
  'long with punctuation': () => `${['~', '+', '/', '.', '-', '_'].map((own) => own + piece()).join('')}==`,
  JWT: () => `${part({ alg: 'RS256', typ: 'at+jwt' })}.${part({ jti: piece(), scope: 'lab' })}.${piece()}`,
}

/**
 * The access tokens of an issuer.
 * @param issuer Its Party Identifier.
 * @param seconds How long each lives.
 */
export const openAccessTokens = (issuer: string, seconds: number): AccessTokens => {
  const tokens = new Map<string, { party: string; expiresAt: number }>()
  const forgotten = new Set<string>()
  return {
    issue: (party, form) => {
      const token = form === undefined ? piece() : written[form]()
      if (form !== undefined) keepOutOfTargets(token)
      noticeToken(token, issuer)
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
    standIn: (target) =>
      [...tokens.keys()].some((token) => target.includes(token) || target.includes(encodeURIComponent(token))),
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
