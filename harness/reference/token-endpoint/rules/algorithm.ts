import type { Json } from '../../../contracts/json.js'
import { party } from '../../engine/fault.js'
import { type Change, only } from '../../engine/rule.js'
import { rule, type TokenRequest, type Verifier } from '../token-request.js'
import { anyOf, curve, digests, hmac, pemInOneLine, pkcs1, pss, publicSecrets } from '../verifiers.js'

const alg = ({ header }: TokenRequest): Json | undefined => header.get('alg')

/** Accepts with another verifier where there is one for the request. */
const verifying =
  (choose: (alg: string, request: TokenRequest) => Verifier | undefined): Change<TokenRequest> =>
  (right) =>
  (request) => {
    const value = alg(request)
    const verifier = typeof value === 'string' ? choose(value, request) : undefined
    if (!verifier) return right(request)
    request.verifier = verifier
    return true
  }

/** Reads `alg` as another value, where there is one, before the rule sees it. */
const reading =
  (as: (value: Json | undefined) => Json | undefined): Change<TokenRequest> =>
  (right) =>
  (request) => {
    const value = alg(request)
    const other = as(value)
    if (other !== value) request.header = request.header.with('alg', other)
    return right(request)
  }

const allDigests = ['sha1', 'sha224', ...Object.values(digests)]
const allowed = (name: string): boolean => Object.hasOwn(digests, name)
const isPss = (name: string): boolean => /^PS(256|384|512)$/.test(name)
const digestNamed = (name: string): string => `sha${name.slice(2)}`

const ellipticCurve = (name: string): Verifier | undefined => {
  if (/^(EdDSA|Ed25519)$/.test(name)) return curve(undefined)
  return /^ES(256|384|512)$/.test(name) ? curve(digestNamed(name)) : undefined
}

const isOther = (name: string): boolean =>
  !/^(none|[RPEH]S(256|384|512)|EdDSA|Ed25519)$/i.test(name.trim().replace(/\0/g, ''))

/** The algorithm of the signature (L246). */
export const algorithmRules = [
  rule(
    'algorithm',
    'alg is RS256, RS384 or RS512',
    (request) => {
      const value = alg(request)
      if (typeof value !== 'string' || !allowed(value)) return false
      request.verifier = pkcs1(digests[value] ?? '')
      return true
    },
    {
      'normalises-alg': party(
        'ignores letter case and space of alg',
        reading((value) =>
          typeof value === 'string' && allowed(value.replace(/\0/g, '').trim().toUpperCase())
            ? value.replace(/\0/g, '').trim().toUpperCase()
            : value,
        ),
      ),
      'accepts-missing-alg': party(
        'assumes RS256 when alg is missing',
        reading((value) => (value === undefined ? 'RS256' : value)),
      ),
      'coerces-alg': party(
        'turns an alg of another JSON type into a string',
        reading((value) => (value === undefined || typeof value === 'string' ? value : 'RS256')),
      ),
      'accepts-alg-none': party(
        'takes alg none in any letter case',
        (right) => (request) => (/^none$/i.test(String(alg(request))) ? request.excuse('signature') : right(request)),
      ),
      'accepts-hs256-public-key': party(
        'verifies HS256 with the public key as the secret',
        verifying((name) => (name === 'HS256' ? hmac(publicSecrets) : undefined)),
      ),
      'accepts-hs256-made-pem': party(
        'verifies HS256 with a PEM of the certificate in one line, which it made of x5c',
        verifying((name) => (name === 'HS256' ? hmac(pemInOneLine) : undefined)),
      ),
      'accepts-hs256-empty-key': party(
        'verifies HS256 with an empty secret',
        verifying((name) => (name === 'HS256' ? hmac(() => ['']) : undefined)),
      ),
      'honours-kid': party(
        'reads the key file that kid names',
        verifying((name, request) => {
          if (name !== 'HS256' || !request.header.has('kid')) return undefined
          request.header = request.header.with('kid', undefined)
          // What the likes of /dev/null hold, and what a query of the attacker's making selects.
          return hmac(() => ['', 'key'])
        }),
      ),
      'accepts-ps256': party(
        'takes RSASSA-PSS algorithms',
        verifying((name) => (isPss(name) ? pss(digestNamed(name)) : undefined)),
      ),
      'accepts-es256': party(
        'takes elliptic curve algorithms',
        verifying((name, request) => {
          const verifier = ellipticCurve(name)
          if (verifier) request.excuse('key')
          return verifier
        }),
      ),
      'accepts-unknown-alg': party(
        'maps other algorithm names to RSA signatures',
        verifying((name) => (isOther(name) ? anyOf(...allDigests.map(pkcs1)) : undefined)),
      ),
      'ignores-alg-digest': party(
        'tries every digest whatever alg says',
        verifying((name) => (allowed(name) ? anyOf(...Object.values(digests).map(pkcs1)) : undefined)),
      ),
      'ignores-alg-padding': party(
        'tries both RSA paddings whatever alg says',
        verifying((name) => {
          if (isPss(name)) return pkcs1(digestNamed(name))
          return allowed(name) ? anyOf(pkcs1(digests[name] ?? ''), pss(digests[name] ?? '')) : undefined
        }),
      ),
      'refuses-rs384': party(
        'takes RS256 only',
        only((request) => alg(request) === 'RS256'),
      ),
    },
  ),
]
