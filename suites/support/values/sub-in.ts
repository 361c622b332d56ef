import type { Sent } from '../../../harness/check/types.js'
import { decodeJwt, memberOf } from '../../../harness/wire/decode.js'

/** `sub` of the id_token that a login was answered with, whatever stands there. */
export const subIn = ({ json }: Sent): unknown => memberOf(decodeJwt(String(memberOf(json, 'id_token'))).payload, 'sub')
