import type { Exchange } from '../wire/types.js'
import { noteSecrets } from './note.js'
import { signaturesIn } from './signatures.js'

const payload = /eyJ[\w-]*\.([\w-]*)\./g

/**
 * Notes what must stand in no file: the tokens of an exchange and the signatures in it.
 * @param tokens A token that the JWTs of the request name themselves, as some targets make them of a `jti`, is no secret.
 */
export function noteExchange({ request, response }: Exchange, tokens: readonly string[]): void {
  const sent = [request.url, ...request.headers.map(([, value]) => value), String(request.body ?? '')].join('\n')
  const claims = [...sent.matchAll(payload)].map(([, part = '']) => Buffer.from(part, 'base64url').toString('utf8'))
  noteSecrets(
    'bearer token',
    tokens.filter((token) => !claims.some((text) => text.includes(token))),
  )
  noteSecrets('signature', [...signaturesIn(sent), ...signaturesIn(response?.body ?? '')])
}
