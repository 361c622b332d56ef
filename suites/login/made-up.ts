import { randomBytes, randomInt } from 'node:crypto'
import type { Json, JsonObject } from '../../harness/json.js'
import { decodeJwt } from '../../harness/wire/decode.js'
import { firstHalf, patternsOf, shortTokens } from '../support/short-tokens.js'
import { rewritten } from '../support/written-tokens.js'

const kinds = [/[a-z]/, /[A-Z]/, /[0-9]/]

/** A value of the same shape as another: each letter and digit is drawn from those of its kind in it. */
export function madeUp(value: string): string {
  const among = (kind: RegExp | undefined, own: string): string => {
    const those = kind ? [...value].filter((each) => kind.test(each)) : [own]
    return those[randomInt(those.length)] ?? own
  }
  const drawn = [...value].map((own) =>
    among(
      kinds.find((kind) => kind.test(own)),
      own,
    ),
  )
  return drawn.join('') === value ? `${value}x` : drawn.join('')
}

/** A value in the other letter case; as it is where it is written in one case alone, as hexadecimal digits are, for then nothing is told by the case. */
export const inOtherCase = (value: string): string =>
  /[a-z]/.test(value) && /[A-Z]/.test(value)
    ? value.replace(/[a-z]/gi, (letter) =>
        letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
      )
    : value

/** How much of an access token is changed, characters: more than the last bits that base64 leaves unused. */
const changed = 8

const turned = (value: string): string =>
  value
    .replace(/[a-z]/gi, (letter) => String.fromCharCode(letter.charCodeAt(0) + (/[a-m]/i.test(letter) ? 13 : -13)))
    .replace(/[0-9]/g, (digit) => String((Number(digit) + 5) % 10))

const turnedAt = (value: string, at: number): string =>
  `${value.slice(0, at)}${turned(value.slice(at, at + changed))}${value.slice(at + changed)}`

/** The same claims, signed by nobody (RFC 7519 §6). */
function unsigned(token: string, claims: JsonObject): string {
  const encoded = (value: Json) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const own = decodeJwt(token).payload
  const payload = typeof own === 'object' && own !== null ? own : claims
  return `${encoded({ alg: 'none', typ: 'JWT' })}.${encoded(payload)}.`
}

/** Access tokens that nobody issued, by how they differ from one that was. */
export const unissuedTokens = (token: string, claims: JsonObject): Readonly<Record<string, string>> => ({
  'a random string': randomBytes(32).toString('base64url'),
  'that of the control with another end': turnedAt(token, Math.max(0, token.length - changed)),
  'that of the control with another middle': turnedAt(token, Math.max(0, Math.floor((token.length - changed) / 2))),
  'the first half of that of the control': firstHalf(token),
  'what can be read in that of the control, written anew': rewritten(token, String(claims.client_id)),
  'an unsigned JWT': unsigned(token, claims),
  ...Object.fromEntries([...shortTokens, ...patternsOf(token)].map((one) => [one.name, one.token])),
})
