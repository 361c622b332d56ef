import type { Exchange } from '../../wire/types.js'
import { fingerprintsIn } from './fingerprints.js'
import { noteOpen, noteSecrets } from './note.js'
import { signaturesIn } from './signatures.js'

const payload = /eyJ[\w-]*\.([\w-]*)\./g

/**
 * Notes what no file may hold: the tokens of an exchange and the signatures in it. Some targets use as a token what the
 * JWT of the request tells, such as its `jti` or the fingerprint of a certificate: that is no secret anywhere.
 */
export function noteExchange({ request, response }: Exchange, tokens: readonly string[]): void {
  const sent = [request.url, ...request.headers.map(([, value]) => value), String(request.body ?? '')].join('\n')
  // A form may write any character as its number.
  const plain = sent.replace(/%([0-9a-f]{2})/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  )
  const claims = [...plain.matchAll(payload)].map(([, part = '']) => Buffer.from(part, 'base64url').toString('utf8'))
  const isFingerprint = fingerprintsIn(plain)
  noteOpen(tokens.filter((token) => claims.some((text) => text.includes(token)) || isFingerprint(token)))
  noteSecrets('bearer token', tokens)
  noteSecrets('signature', [...signaturesIn(sent), ...signaturesIn(response?.body ?? '')])
}
