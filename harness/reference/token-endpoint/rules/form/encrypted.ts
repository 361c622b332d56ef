import { compactDecrypt } from 'jose'
import type { Change } from '../../../engine/rule.js'
import type { TokenRequest } from '../../token-request.js'

async function decrypted(request: TokenRequest): Promise<string | undefined> {
  if (request.assertion.split('.').length !== 5) return undefined
  try {
    const { plaintext } = await compactDecrypt(request.assertion, request.participant.kit.key)
    return Buffer.from(plaintext).toString()
  } catch {
    return undefined
  }
}

/** Three parts, none of them empty. */
const isSigned = (text: string): boolean => /^[^.{]+\.[^.]+\.[^.]+$/.test(text)

/** A JWE around claims that nobody signed is taken at its word. */
export const encryptedClaims: Change<TokenRequest> = (right) => async (request) => {
  const text = await decrypted(request)
  if (text === undefined || isSigned(text)) return right(request)
  const payload = text.startsWith('{') ? Buffer.from(text).toString('base64url') : (text.split('.')[1] ?? '')
  request.parts = { header: Buffer.from('{"alg":"none"}').toString('base64url'), payload, signature: '' }
  return request.excuse(
    'algorithm',
    'x5c',
    'signature',
    'key',
    'header',
    'chain',
    'certificate',
    'revocation',
    'matching',
  )
}

/** A JWE around a signed JWT is opened, and the JWT judged. */
export const encryptedAssertion: Change<TokenRequest> = (right) => async (request) => {
  const text = await decrypted(request)
  if (text !== undefined && isSigned(text)) request.assertion = text
  return right(request)
}
