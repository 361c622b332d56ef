import { levels } from '../../../requirements/types.js'
import type { Json } from '../../contracts/json.js'
import { validateJwt } from '../../documents/jwt.js'
import { decodeJwt, memberOf, readCertificate } from '../../wire/decode.js'
import { isTrusted, type TokenParties } from '../delegation/signed-evidence.js'

/** What contradicts a rule of signed JWTs in an id_token, in words. */
export interface IdTokenProblem {
  readonly requirement: string
  readonly says: string
}

/** Judges an id_token by the rules of every signed JWT (L245–259, ruling 21). `sub` names the human, so that its rule does not hold (L255). */
export function idTokenProblems(token: string, { issuer, caller, roots }: TokenParties): readonly IdTokenProblem[] {
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
      : [{ requirement: 'ASSERTION-AUD', says: `aud is ${show(aud)}, not the client` }]),
    ...(isTrusted(header, roots) ? [] : [{ requirement: 'JWT-X5C-CHAIN', says: 'x5c leads to no trusted root' }]),
  ]
}

/** Whether an id_token brings the certificate with which its signature is verified. */
export function hasLeaf(token: string): boolean {
  const x5c = memberOf(decodeJwt(token).header, 'x5c')
  const [leaf] = Array.isArray(x5c) ? x5c : []
  return typeof leaf === 'string' && readCertificate(leaf) !== undefined
}

const show = (value: Json | undefined): string => JSON.stringify(value ?? null)
