import type { PlaceId } from './places.js'

/** The checks that try a rule at a place, or why there is none. */
export type Cell = readonly string[] | { readonly reason: string }

/** A rule of a signed JWT, with its cell at each place. */
export interface EntranceRule {
  readonly clauses: string
  readonly says: string
  readonly at: Readonly<Record<PlaceId, Cell>>
}

/** The cells of a rule; an assertion beside a code meets the checks of the client assertion that concern a login, where nothing else is said. */
export const ruleAt = (
  clauses: string,
  says: string,
  at: Omit<EntranceRule['at'], 'code'> & { readonly code?: Cell },
): EntranceRule => ({ clauses, says, at: { ...at, code: at.code ?? at.assertion } })

/** Checks of an id_token are played at a ServiceProvider and at an IdentityBroker. */
export const ofIdToken = (...words: readonly string[]): Cell =>
  words.flatMap((word) => [`relying-party.${word}`, `broker.${word}`])

const because = (reason: string): Cell => ({ reason })

/** Nothing to gain: who could send it could as well send a sound one. */
export const bySignerAlone = because(
  'only the rightful signer can make such a token, and gains nothing by it that a sound one would not give',
)
/** One check shows by many defects whether evidence is verified at all. */
export const likeSignature = because(
  'strict at most (ruling 21); `service.evidence-unsigned` shows by seventeen defects how a signature and its chain are verified',
)
/** Evidence has times and names of its own. */
export const ownMembers = because(
  'whether evidence is signed, and with which claims, is not shown (ruling 21); evidence has names and times of its own, which count: `service.evidence-*`',
)
/** Request objects are no part of the text. */
export const noObjects = because(
  'the text names no request objects (L287); `login.request-object-unsigned` and `login.request-object-forged` show whether one is heeded that nobody signed, that is for another or that has expired',
)
/** What a forwarder may do with a JWT of its own spelling. */
export const gainsNothing = because(
  'should at most, and a forwarder gains nothing by it; `forwarding.re-encoded` records it',
)
/** A reason of one cell. */
export const since = because
