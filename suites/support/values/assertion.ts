import type { Sent } from '../../../harness/check/types.js'
import type { Json } from '../../../harness/contracts/json.js'
import { decodeJwt, memberOf } from '../../../harness/wire/decode.js'

const claimOf = (sent: Sent, name: string): Json => memberOf(decodeJwt(sent.assertion).payload, name) ?? null

/** The `jti` of an assertion that was sent. */
export const jtiOf = (sent: Sent): Json => claimOf(sent, 'jti')

/** The `iat` of an assertion that was sent, seconds since epoch. */
export const issuedAt = (sent: Sent): number => Number(claimOf(sent, 'iat'))

/** The `iss` of an assertion that was sent, as text. */
export const issuerOf = (sent: Sent): string => String(claimOf(sent, 'iss'))
