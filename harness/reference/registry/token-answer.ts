import { global, party } from '../engine/fault.js'
import { type Rulebook, removed, ruleAbout } from '../engine/rule.js'
import type { RegistryAnswer } from './transport.js'

/** What a token endpoint answered, and the members of it that count. */
export interface TokenAnswer extends Pick<RegistryAnswer, 'status' | 'length'> {
  readonly value: unknown
  readonly type: unknown
  /** Seconds. */
  readonly lifetime: unknown
}

const rule = ruleAbout<TokenAnswer, 'token answer'>()

/** Which answers give an access token (RFC 6749 §5.1). */
export const tokenAnswerRules = [
  rule('token answer', 'an access token comes with status 200', ({ status }) => status === 200, {
    'takes-token-of-refusal': party('takes the access token that stands in a refusal', removed),
  }),
  rule('token answer', 'its type may be written in any letters', () => true, {
    'wants-bearer-as-written': global(
      'takes no access token whose type is bearer in small letters',
      () =>
        ({ type }) =>
          type === 'Bearer',
    ),
  }),
  rule('token answer', 'it may leave the lifetime out', () => true, {
    'wants-expires-in': global(
      'takes no access token without expires_in',
      () =>
        ({ lifetime }) =>
          lifetime !== undefined,
    ),
  }),
  rule('token answer', 'it may come in pieces', () => true, {
    'wants-content-length': global(
      'takes no answer of a token endpoint without Content-Length',
      () =>
        ({ length }) =>
          length !== undefined,
    ),
  }),
]

/** An access token as its client keeps it. */
export interface AccessToken {
  readonly value: string
  /** Milliseconds since epoch after which it is not used any more. */
  readonly until: number
}

/** The access token in an answer; nothing where that gives none. */
export function readToken(
  { status, length, body }: RegistryAnswer,
  rules: Rulebook<TokenAnswer>,
): AccessToken | undefined {
  const read = membersOf(body)
  if (read === undefined) return undefined
  const { access_token: value, token_type: type, expires_in: lifetime } = read
  const answer: TokenAnswer = { status, ...(length !== undefined && { length }), value, type, lifetime }
  if (typeof value !== 'string' || value === '' || !rules.every(({ check }) => check(answer))) return undefined
  const ms = typeof lifetime === 'number' ? lifetime * 1000 : 0
  return { value, until: Date.now() + ms - Math.min(5000, ms / 4) }
}

function membersOf(body: Buffer): Record<string, unknown> | undefined {
  try {
    const read = JSON.parse(body.toString()) as unknown
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
