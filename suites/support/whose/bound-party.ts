import type { Sent } from '../../../harness/check/types.js'
import { decodeJwt, memberOf } from '../../../harness/wire/decode.js'
import type { Fixtures } from '../test.js'

const says = 'issues no token for a party that did not authenticate'
const expected = 'no access token, or one for the party that signed the assertion'

/**
 * Rules that an access token is for the party that signed, as far as it can be read in the token and the look-ups in
 * the registry's ledger show (ruling 26). The party must be new to the target, so that nothing about it is cached.
 * @param named Other names in the message; participants among them are those that a token could wrongly be for.
 */
export const ruleBoundToClient = async (
  { judge, lab, target }: Pick<Fixtures, 'judge' | 'lab' | 'target'>,
  sent: Sent,
  named: readonly string[],
): Promise<void> => {
  const { kind } = sent.outcome
  if (kind === 'no-answer' || kind === 'deferred') return judge.inconclusive(`No complete answer: ${kind}.`)
  if (kind === 'refused') return judge.rule(says, true, { expected, got: 'no access token' })
  const own = sent.message.party.partyId
  const others = named.filter((one) => one !== own)
  const written = nameIn(sent, own, others)
  if (written !== undefined) return judge.rule(says, false, { expected, got: `an access token whose ${written}` })
  if (target.role === 'ParticipantRegistry') return judge.observes('party of the access token', 'undecidable')
  if (lab.outOfHands) judge.notTestable(`It needs to see whom the target looks up, but ${lab.outOfHands}.`)
  const entries = await lab.ledger({
    kinds: ['party-lookup'],
    subjects: [...new Set([own, ...others])],
    since: Date.parse(sent.exchange.startedAt),
  })
  const looked = new Set(entries.map(({ subject }) => (subject === own ? 'the client' : 'another party')))
  if (looked.size !== 1) return judge.observes('party of the access token', 'undecidable')
  judge.rule(says, looked.has('the client'), {
    expected,
    got: `an access token after a look-up of ${[...looked].join()} alone`,
  })
}

/** What says in a readable access token (RFC 9068 §2.2) that it is for another party; nothing where it names the own one too. */
function nameIn({ accessToken = '' }: Sent, own: string, others: readonly string[]): string | undefined {
  const { payload } = decodeJwt(accessToken)
  const claims = ['sub', 'client_id'].map((name) => [name, memberOf(payload, name)] as const)
  if (claims.some(([, value]) => value === own)) return undefined
  const wrong = claims.find(([, value]) => typeof value === 'string' && others.includes(value))
  return wrong && `${wrong[0]} is another party`
}

/** Rules that what a grant brings beside or behind the access token is addressed to the party that signed. */
export const ruleAddressed = (
  { judge }: Pick<Fixtures, 'judge'>,
  sent: Sent,
  [what, jwt]: readonly [what: string, jwt: string | undefined],
): void => {
  if (jwt === undefined) return
  const aud = [memberOf(decodeJwt(jwt).payload, 'aud')].flat()
  const own = sent.message.party.partyId
  judge.rule(`${what} is for the party that signed`, aud.length === 1 && aud[0] === own, {
    expected: own,
    got: JSON.stringify(aud),
  })
}
