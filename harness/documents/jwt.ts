import { constants, verify, type X509Certificate } from 'node:crypto'
import { isObject } from '../contracts/json.js'
import { type CertificateForm, type DecodedJwt, decodeJwt, readCertificate } from '../wire/decode.js'
import { isIssuedBy } from '../wire/issued.js'
import type { JsonMembers } from './claim-shape.js'
import { note, problem, together } from './collect.js'
import { jwtClaims } from './jwt-claims.js'
import { show } from './show.js'
import type { DocumentNote, DocumentProblem, Findings } from './types.js'

const algorithms = ['RS256', 'RS384', 'RS512']
const canonical = (part: string): boolean => Buffer.from(part, 'base64url').toString('base64url') === part

/**
 * Everything found in one signed JWT (L242–259): form, header, chain, signature, claims. Pointers lead into an object
 * of its three parts. Trusted root and revocation take more than the JWT.
 */
export function validateJwt(text: string): Findings {
  const jwt = decodeJwt(text.trim())
  const { header, payload, parts } = jwt
  if (parts.length !== 3)
    return only(problem([], 'JWS-COMPACT', `has ${parts.length} parts between dots, but must have three`))
  const spelling = ['header', 'payload', 'signature']
    .filter((_, index) => !canonical(parts[index] ?? ''))
    .map((name) => problem([name], 'JWS-BASE64URL', 'is no canonical base64url without padding'))
  if (!isObject(header)) return only(...spelling, problem(['header'], 'JWT-SIGNED', 'is no JSON object'))
  const chain = chainOf(header)
  return together([
    only(...spelling, ...headerProblems(header)),
    chain,
    only(...signatureProblems(jwt, header, chain.certificates)),
    isObject(payload) ? jwtClaims(payload) : only(problem(['payload'], 'JWT-SIGNED', 'is no JSON object')),
  ])
}

const only = (...problems: readonly DocumentProblem[]): Findings => ({ problems, notes: [] })

function headerProblems(header: JsonMembers): readonly DocumentProblem[] {
  const { alg, typ } = header
  return [
    ...(typeof alg === 'string' && algorithms.includes(alg)
      ? []
      : [problem(['header', 'alg'], 'JWT-ALG', `is ${show(alg)}, but must be one of ${algorithms.join(', ')}`)]),
    ...(typ === undefined || typ === 'JWT'
      ? []
      : [problem(['header', 'typ'], 'JWT-TYP', `is ${show(typ)}, but must be "JWT"`)]),
    ...Object.keys(header)
      .filter((name) => !['alg', 'typ', 'x5c'].includes(name))
      .map((name) => problem(['header', name], 'JWT-HEADER-ONLY', 'is not allowed in the header')),
  ]
}

const forms: Readonly<Record<CertificateForm, string | undefined>> = {
  der: undefined,
  'line-breaks': 'base64 of the DER with line breaks',
  pem: 'PEM text',
  'base64-of-pem': 'base64 of PEM text',
  loose: 'no base64, but read all the same by a decoder that skips what it does not know',
}

interface Chain extends Findings {
  readonly certificates: readonly X509Certificate[]
}

function chainOf({ x5c }: JsonMembers): Chain {
  const at = ['header', 'x5c']
  if (!Array.isArray(x5c)) {
    const says = x5c === undefined ? 'is missing' : `is ${show(x5c)}, but must be a list of certificates`
    return { ...only(problem(at, 'JWT-X5C-CHAIN', says)), certificates: [] }
  }
  const read = x5c.map((element) => readCertificate(element as string))
  const unreadable = read.flatMap((one, index) =>
    one ? [] : [problem([...at, index], 'JWT-X5C-READABLE', 'is no certificate in base64')],
  )
  const notes: readonly DocumentNote[] = read.flatMap((one, index) => {
    const form = one && forms[one.form]
    return form === undefined ? [] : [note([...at, index], 'JWT-X5C-ENCODING', `is ${form}`)]
  })
  const certificates = read.flatMap((one) => (one ? [one.certificate] : []))
  if (x5c.length === 0) return { ...only(problem(at, 'JWT-X5C-READABLE', 'is an empty list')), certificates }
  return {
    problems: [...unreadable, ...(unreadable.length === 0 ? linkProblems(certificates) : [])],
    notes,
    certificates,
  }
}

function linkProblems(chain: readonly X509Certificate[]): readonly DocumentProblem[] {
  const at = ['header', 'x5c']
  const gaps = chain
    .slice(0, -1)
    .flatMap((certificate, index) =>
      isIssuedBy(certificate, chain[index + 1])
        ? []
        : [problem([...at, index], 'JWT-X5C-CHAIN', 'is not issued by the certificate behind it')],
    )
  const last = chain.at(-1)
  if (gaps.length > 0 || isIssuedBy(last, last)) return gaps
  return chain.length === 1
    ? [problem(at, 'JWT-X5C-CHAIN', 'holds the leaf alone')]
    : [problem(at, 'JWT-X5C-COMPLETE', 'lacks the root at its end')]
}

const leastBits = 2048

function signatureProblems(
  { parts }: DecodedJwt,
  { alg }: JsonMembers,
  [leaf]: readonly X509Certificate[],
): readonly DocumentProblem[] {
  if (!leaf) return []
  const at = ['header', 'x5c', 0]
  const [, padded, size] = /^(RS|PS)(256|384|512)$/.exec(String(alg)) ?? []
  if (size === undefined)
    return [
      problem(['signature'], 'JWT-SIGNED', `cannot be made with ${show(alg)} and the key of the first certificate`),
    ]
  try {
    const { publicKey: key } = leaf
    if (key.asymmetricKeyType !== 'rsa') return [problem(at, 'JWT-SIGNED', 'holds no RSA key')]
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
    const [header = '', payload = '', signature = ''] = parts
    // An algorithm that is not permitted is one problem; a signature that is none would be another.
    const padding = padded === 'PS' ? constants.RSA_PKCS1_PSS_PADDING : constants.RSA_PKCS1_PADDING
    const signed = Buffer.from(`${header}.${payload}`)
    const holds = verify(`sha${size}`, signed, { key, padding }, Buffer.from(signature, 'base64url'))
    return [
      ...(bits < leastBits ? [problem(at, 'KEY-SIZE', `has an RSA key of ${bits} bits`)] : []),
      ...(holds ? [] : [problem(['signature'], 'JWT-SIGNED', 'does not verify with the key of the first certificate')]),
    ]
  } catch {
    return [problem(at, 'JWT-SIGNED', 'holds a key that cannot be read')]
  }
}
