import { type NearMiss, otherNames, otherSpellings } from './near-misses.js'
import type { PartiesTokenMutation } from './parties-token.js'

/** Which name of `parties_token` is nearly the right one. */
export type PartiesTokenClaim = 'iss' | 'aud'

/** What it is nearly: another name, or the same one in another spelling. */
export type Nearness = 'another name' | 'another spelling'

const misses: Readonly<Record<Nearness, readonly NearMiss[]>> = {
  'another name': otherNames,
  'another spelling': otherSpellings,
}

// `sub` follows, so that nothing but the comparison with the registry is left to refuse it.
const changed: Readonly<Record<PartiesTokenClaim, (name: string) => object>> = {
  iss: (name) => ({ iss: name, sub: name }),
  aud: (name) => ({ aud: name }),
}

const namesOf = (claim: PartiesTokenClaim, nearness: Nearness): readonly (readonly [string, PartiesTokenMutation])[] =>
  misses[nearness].map(({ name, of }) => [
    `${claim} ${name}`,
    { cases: [], claims: (claims) => ({ ...claims, ...changed[claim](of(String(claims[claim]))) }) },
  ])

const claims: readonly PartiesTokenClaim[] = ['iss', 'aud']

/** Answers of the registry in which one name is nearly the right one (L254, L256, L268), by the name that `RegistryAnswer.token` takes. */
export const nearlyNamed: ReadonlyMap<string, PartiesTokenMutation> = new Map(
  claims.flatMap((claim) => [...namesOf(claim, 'another name'), ...namesOf(claim, 'another spelling')]),
)

/** The names of those of one claim. */
export const nearNames = (claim: PartiesTokenClaim, nearness: Nearness): readonly string[] =>
  namesOf(claim, nearness).map(([name]) => name)
