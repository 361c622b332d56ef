import type { Json } from '../../contracts/json.js'
import type { Answer } from '../../judge/outcome.js'
import { decodeJwt, memberOf } from '../../wire/decode.js'

/** A claim of the id_token in an answer; `undefined` where there is none. */
export const claimIn = ({ json }: Answer, name: string): Json | undefined => {
  const token = memberOf(json, 'id_token')
  return typeof token === 'string' ? memberOf(decodeJwt(token).payload, name) : undefined
}
