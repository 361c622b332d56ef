import { X509Certificate } from 'node:crypto'
import { levels } from '../../../requirements/types.js'
import type { Json } from '../../contracts/json.js'
import { validateJwt } from '../../documents/jwt.js'
import { decodeJwt, memberOf, readChain } from '../../wire/decode.js'

/** Between whom a signed `delegation_token` travels. */
export interface TokenParties {
  /** Party Identifier of the target. */
  readonly issuer: string
  readonly caller: string
  /** DER of the roots that the target trusts. */
  readonly roots: readonly Buffer[]
}

/** What contradicts the rules of signed JWTs in a `delegation_token` (L245–259, ruling 21), in words; and what is only noted. */
export interface TokenFindings {
  readonly problems: readonly string[]
  readonly notes: readonly string[]
}

/** Judges a signed `delegation_token`. `sub` is noted, since the text leaves room for it (L255). */
export function signedEvidence(token: string, { issuer, caller, roots }: TokenParties): TokenFindings {
  const { header, payload } = decodeJwt(token)
  const found = validateJwt(token)
  const weighs = ({ level, requirement }: (typeof found.problems)[number]): boolean =>
    requirement !== 'JWT-SUB' && levels.indexOf(level) <= levels.indexOf('strict')
  const words = ({ pointer, says }: { readonly pointer: string; readonly says: string }) => `${pointer} ${says}`
  const { iss, sub, aud } = Object.fromEntries(
    ['iss', 'sub', 'aud'].map((name) => [name, memberOf(payload, name)] as const),
  )
  return {
    problems: [
      ...found.problems.filter(weighs).map(words),
      ...(iss === issuer ? [] : [`iss is ${show(iss)}, not the target`]),
      ...([aud].flat()[0] === caller ? [] : [`aud is ${show(aud)}, not the caller`]),
      ...(isTrusted(header, roots) ? [] : ['x5c leads to no trusted root']),
    ],
    notes: [
      ...found.problems.filter((one) => !weighs(one)).map(words),
      ...found.notes.map(words),
      ...(sub === undefined || sub === iss ? [] : [`sub is ${show(sub)}`]),
    ],
  }
}

const show = (value: Json | undefined): string => JSON.stringify(value ?? null)

/** Whether the chain in a header ends at one of these roots. */
export function isTrusted(header: Json, roots: readonly Buffer[]): boolean {
  const last = readChain(memberOf(header, 'x5c')).at(-1)?.certificate
  return roots
    .map((der) => new X509Certificate(der))
    .some((root) => last !== undefined && (last.raw.equals(root.raw) || isIssuedBy(last, root)))
}

const isIssuedBy = (certificate: X509Certificate, root: X509Certificate): boolean => {
  try {
    return certificate.checkIssued(root) && certificate.verify(root.publicKey)
  } catch {
    return false
  }
}
