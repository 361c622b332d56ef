import { levels } from '../../../requirements/types.js'
import type { Json } from '../../contracts/json.js'
import { validateJwt } from '../../documents/jwt.js'
import { decodeJwt, memberOf, readCertificate, readChain } from '../../wire/decode.js'
import { isIssuedBy } from '../../wire/issued.js'

/** Between whom a JWT travels that a target has signed. */
export interface JwtParties {
  /** Party Identifier of the target. */
  readonly issuer: string
  readonly caller: string
  /** DER of the roots that the target trusts. */
  readonly roots: readonly Buffer[]
}

/** What contradicts a rule of signed JWTs. */
export interface JwtProblem {
  readonly requirement: string
  /** What it is, in words. */
  readonly says: string
}

/**
 * Judges an id_token or `delegation_token` by the rules of every signed JWT (L245–259, ruling 21). Nothing is said of `sub`,
 * for which the text leaves room (L255).
 */
export function jwtProblems(token: string, { issuer, caller, roots }: JwtParties): readonly JwtProblem[] {
  const { header, payload } = decodeJwt(token)
  const [iss, aud] = ['iss', 'aud'].map((name) => memberOf(payload, name))
  const found = validateJwt(token).problems.filter(
    ({ level, requirement }) => requirement !== 'JWT-SUB' && levels.indexOf(level) <= levels.indexOf('strict'),
  )
  return [
    ...found.map(({ requirement, pointer, says }) => ({ requirement, says: `${pointer} ${says}` })),
    ...(iss === issuer ? [] : [{ requirement: 'JWT-ISS', says: `iss is ${show(iss)}, not the target` }]),
    ...([aud].flat()[0] === caller
      ? []
      : [{ requirement: 'ASSERTION-AUD', says: `aud is ${show(aud)}, not the caller` }]),
    ...(isTrusted(header, roots) ? [] : [{ requirement: 'JWT-X5C-CHAIN', says: 'x5c leads to no trusted root' }]),
  ]
}

/** Whether a JWT brings the certificate with which its signature is verified. */
export function hasLeaf(token: string): boolean {
  const x5c = memberOf(decodeJwt(token).header, 'x5c')
  const [leaf] = Array.isArray(x5c) ? x5c : []
  return typeof leaf === 'string' && readCertificate(leaf) !== undefined
}

const show = (value: Json | undefined): string => JSON.stringify(value ?? null)

/** Whether the chain in a header ends at one of these roots. */
function isTrusted(header: Json, roots: readonly Buffer[]): boolean {
  const last = readChain(memberOf(header, 'x5c')).at(-1)?.certificate
  return roots
    .map((der) => readCertificate(der.toString('base64'))?.certificate)
    .some((root) => root !== undefined && (last?.raw.equals(root.raw) === true || isIssuedBy(last, root)))
}
