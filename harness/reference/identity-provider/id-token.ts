import { SignJWT } from 'jose'
import type { JsonObject } from '../../contracts/json.js'
import type { Kit } from '../kit.js'
import { withOtherSignature } from '../registry/own-assertion.js'
import type { Human } from './human.js'

/** An id_token while it is put together. */
export interface IdToken {
  readonly kit: Kit
  readonly clientId: string
  readonly sub: string
  /** When the human logged in, seconds since epoch. */
  readonly authTime: number
  /** The access token that comes with it. */
  readonly accessToken: string
  readonly nonce: string | undefined
  /** What the client asked for; read by a fault alone. */
  readonly scope: string
  /** The latest that came from the client, though not with this login; read by a fault alone. */
  readonly earlierNonce: string | undefined
  /** Of the latest login for the client; read by a fault alone. */
  readonly latestNonce: string | undefined
  /** `sub` of the human who logged in last; read by a fault alone. */
  readonly latestHuman: string | undefined
  /** The browser of the login, where that is known; read by a fault alone. */
  readonly browser: string | undefined
  /** `sub` of the human who logged in last in the browser of the code; read by a fault alone. */
  readonly humanOfBrowser: string | undefined
  readonly human: Human | undefined
  /** Seconds since epoch. */
  now: number
  claims: JsonObject
  /** Units of its times in a second. */
  unitsPerSecond: number
  alg: 'RS256' | 'PS256'
  header: Readonly<Record<string, unknown>>
  signedSoundly: boolean
}

/** Signs what the rules filled in. */
export async function signIdToken({
  kit,
  alg,
  header,
  claims,
  unitsPerSecond,
  signedSoundly,
}: IdToken): Promise<string> {
  const times = Object.entries(claims)
    .filter(([name]) => ['iat', 'exp', 'auth_time'].includes(name))
    .map(([name, value]) => [name, Number(value) * unitsPerSecond] as const)
  const signed = await new SignJWT({ ...claims, ...Object.fromEntries(times) })
    .setProtectedHeader({ alg, ...header })
    .sign(kit.key)
  return signedSoundly ? signed : withOtherSignature(signed)
}
