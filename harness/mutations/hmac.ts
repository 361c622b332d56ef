import { createHmac } from 'node:crypto'
import type { Json } from '../contracts/json.js'
import { signature } from './mutation.js'
import type { MintContext, Mutation } from './types.js'

/** HS256 with that secret, and with further header members where given. */
export const hmacSigned = (
  name: string,
  secret: (context: MintContext) => string | Buffer,
  members: (context: MintContext) => Readonly<Record<string, Json>> = () => ({}),
): Mutation =>
  signature(name, (signing, context) => {
    Object.assign(signing.header, { alg: 'HS256', ...members(context) })
    signing.sign = (input) => createHmac('sha256', secret(context)).update(input).digest()
  })
