import { verify, X509Certificate } from 'node:crypto'
import type { Change } from '../../../engine/rule.js'
import { isTrusted } from '../../../pki/path.js'
import type { Parts, TokenRequest } from '../../token-request.js'
import { digestOf } from '../../verifiers.js'

type Json = Readonly<Record<string, unknown>>

/** The signed parts of a JWS in JSON serialization (RFC 7515 §7.2); empty when it is none. */
function signatures(text: string): readonly Parts<string>[] {
  let jws: Json
  try {
    jws = JSON.parse(text) as Json
  } catch {
    return []
  }
  const { payload } = jws
  const list = Array.isArray(jws.signatures) ? (jws.signatures as readonly Json[]) : [jws]
  return list.flatMap(({ protected: header, signature }) =>
    typeof payload === 'string' && typeof header === 'string' && typeof signature === 'string'
      ? [{ header, payload, signature }]
      : [],
  )
}

const compactInside = /([\w-]{8,})\.([\w-]{8,})\.([\w-]*)/

/** Whether the first certificate of its header made the signature, and a trusted root stands last. */
function isSound(request: TokenRequest, { header, payload, signature }: Parts<string>): boolean {
  try {
    const { alg, x5c } = JSON.parse(Buffer.from(header, 'base64url').toString()) as {
      readonly alg: string
      readonly x5c: readonly string[]
    }
    const { certificates, roots } = request.participant
    const root = certificates.read(Buffer.from(x5c.at(-1) ?? '', 'base64'))
    const { publicKey } = new X509Certificate(Buffer.from(x5c[0] ?? '', 'base64'))
    const input = Buffer.from(`${header}.${payload}`)
    return isTrusted(root, roots) && verify(digestOf(alg), input, publicKey, Buffer.from(signature, 'base64url'))
  } catch {
    return false
  }
}

function sound(request: TokenRequest): Parts<string> | undefined {
  const all = signatures(request.assertion)
  return all.find((parts) => isSound(request, parts)) ?? all[0]
}

/** JSON serialization is read; of several signatures the first sound one counts. */
export const jsonAssertion: Change<TokenRequest> = (right) => (request) => {
  const parts = compactInside.test(request.assertion) ? undefined : sound(request)
  if (!parts) return right(request)
  request.parts = parts
  return true
}

/** JSON serialization is read, and taken for new, when the JWT was used before in its compact form. */
export const jsonReplay: Change<TokenRequest> = (right) => (request) => {
  const parts = compactInside.test(request.assertion) ? undefined : sound(request)
  if (!parts || !wasUsed(request, parts)) return right(request)
  request.parts = parts
  return request.excuse('replay')
}

function wasUsed({ participant }: TokenRequest, { payload }: Parts<string>): boolean {
  try {
    const { iss, jti } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Json
    return participant.replays.find(String(iss), String(jti)) !== undefined
  } catch {
    return false
  }
}

/** Of a JSON serialization that holds a compact JWS too, one is verified and the claims of the other are believed. */
export const polyglot: Change<TokenRequest> = (right) => (request) => {
  const inside = compactInside.exec(request.assertion)
  const inJson = sound(request)
  if (!inside || !inJson) return right(request)
  const [, header = '', payload = '', signature = ''] = inside
  const [verified, believed] = isSound(request, inJson)
    ? [inJson, payload]
    : [{ header, payload, signature }, inJson.payload]
  if (!isSound(request, verified)) return right(request)
  request.parts = { ...verified, payload: believed }
  return request.excuse('signature')
}
