import type { Sent } from '../../harness/check/types.js'
import type { Json } from '../../harness/contracts/json.js'
import type { LedgerEntry } from '../../harness/contracts/lab-protocol.js'
import { memberOf, sha256 } from '../../harness/wire/decode.js'
import { recordMember } from '../../harness/wire/members.js'
import type { Fixtures } from '../support/test.js'

/** What the target asked about the consumer of a call; ends the check where it asked nobody. */
export async function askedAbout(
  { message: { party } }: Sent,
  { lab, judge }: Pick<Fixtures, 'lab' | 'judge'>,
): Promise<readonly LedgerEntry[]> {
  const asked = await lab.ledger({ kinds: ['delegation'], subjects: [party.partyId] })
  if (asked.length === 0) judge.inconclusive('The target served without asking for evidence about the consumer.')
  return asked
}

/** Every member of that name in a JSON value, at any depth. */
const membersNamed = (name: string, value: Json | undefined): readonly Json[] => {
  if (typeof value !== 'object' || value === null) return []
  const own = memberOf(value, name)
  return [...(own === undefined ? [] : [own]), ...Object.values(value).flatMap((inner) => membersNamed(name, inner))]
}

/** Whom a request for evidence names wherever its context stands (`interface.delegation.context`). */
export function namedInContext(body: Json | undefined, place: string): readonly (Json | undefined)[] {
  const [group = '', ...below] = place.split('.')
  return membersNamed(group, body).map((one) => recordMember(one, below.join('.')))
}

/** Whether each of those is that party, and there is one. */
export const isNamed = (named: readonly (Json | undefined)[], partyId: string): boolean =>
  named.length > 0 && named.every((one) => [one].flat().includes(partyId))

/** How far the clock of the target may be off, seconds. */
const clockSeconds = 5

/** Seconds after its `exp` at which a JWT was forwarded; 0 in time, or where clocks may tell that apart. */
export function forwardedLate(payload: Json | undefined, { at }: Pick<LedgerEntry, 'at'>): number {
  const late = at / 1000 - Number(memberOf(payload, 'exp'))
  return late > clockSeconds ? Math.round(late) : 0
}

/** What is wrong with the JWTs that were forwarded for a consumer, in words; those of other parties are let pass. */
export function misforwarded(
  asked: readonly LedgerEntry[],
  consumer: string,
  sent: readonly Sent[],
): readonly string[] {
  const genuine = new Set(sent.map(({ assertion }) => sha256(assertion)))
  return asked.flatMap(({ at, forwarded = [] }) =>
    forwarded.flatMap(({ payload, whole }) => {
      const issuer = memberOf(payload, 'iss')
      if (typeof issuer === 'string' && issuer !== consumer) return []
      if (!genuine.has(whole)) return ['another text than that of the JWT which the consumer sent']
      const late = forwardedLate(payload, { at })
      return late > 0 ? [`${late} s after its exp`] : []
    }),
  )
}

/** How many of the JWTs that were forwarded for a consumer are such as another consumer sent. */
export function forwardedOf(asked: readonly LedgerEntry[], sentByAnother: readonly Sent[]): number {
  const another = new Set(sentByAnother.map(({ assertion }) => sha256(assertion)))
  return asked.flatMap(({ forwarded = [] }) => forwarded).filter(({ whole }) => another.has(whole)).length
}
