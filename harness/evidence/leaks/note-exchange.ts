import type { Exchange } from '../../wire/types.js'
import { isFingerprint } from './fingerprints.js'
import { noteSecrets } from './note.js'
import { signaturesIn } from './signatures.js'

const payload = /eyJ[\w-]*\.([\w-]*)\./g

/**
 * Notes what no file may hold: the tokens of an exchange and the signatures in it.
 * @param tokens Without those that the request's own JWTs name: some targets use a `jti` as the token, or the
 * fingerprint of a certificate, which are no secrets.
 */
export function noteExchange({ request, response }: Exchange, tokens: readonly string[]): void {
  const sent = [request.url, ...request.headers.map(([, value]) => value), String(request.body ?? '')].join('\n')
  const claims = [...sent.matchAll(payload)].map(([, part = '']) => Buffer.from(part, 'base64url').toString('utf8'))
  noteSecrets(
    'bearer token',
    tokens.filter((token) => !claims.some((text) => text.includes(token)) && !isFingerprint(token, sent)),
  )
  noteSecrets('signature', [...signaturesIn(sent), ...signaturesIn(response?.body ?? '')])
}
