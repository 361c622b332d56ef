import { createHmac, type KeyObject } from 'node:crypto'
import type { Code } from './store.js'

/** What of a code is written in itself. */
type Sealable = Pick<Code, 'flow' | 'human' | 'expiresAt'>

/** A code that says all that it is good for, so that its issuer need remember nothing; only a fault makes one. */
export function sealed({ flow, human, expiresAt }: Sealable, key: KeyObject): string {
  const { clientId, redirectUri, nonce, scope, challenge, method, withoutPkce } = flow
  const said = { flow: { clientId, redirectUri, nonce, scope, challenge, method, withoutPkce }, human, expiresAt }
  // In hexadecimal, so that none of it is read as an address that the browser carries on.
  const text = Buffer.from(JSON.stringify(said)).toString('hex')
  return `${text}.${seal(text, key)}`
}

/** What such a code says; nothing where it is none of this issuer. */
export function opened(code: string, key: KeyObject): Code | undefined {
  const text = code.slice(0, code.indexOf('.'))
  if (code !== `${text}.${seal(text, key)}`) return undefined
  const said = JSON.parse(Buffer.from(text, 'hex').toString()) as Sealable
  return { ...said, browser: undefined, used: false, tokens: [] }
}

const seal = (text: string, key: KeyObject): string =>
  createHmac('sha256', key.export({ type: 'pkcs8', format: 'der' }))
    .update(text)
    .digest('base64url')
