import type { Sent } from '../../../harness/check/types.js'
import type { Fixtures } from '../test.js'

const says = 'issues no token for a party that did not authenticate'
const expected = 'no access token, or one for the party that signed the assertion'

/**
 * Rules that an access token is for the party that signed, as far as the look-ups in the registry's ledger show
 * (ruling 26). The party must be new to the target, so that nothing about it is cached.
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
  if (target.role === 'ParticipantRegistry') return judge.observes('party of the access token', 'undecidable')
  if (!lab.observed)
    judge.notTestable('It needs to see whom the target looks up, but the target file names `participants`.')
  const own = sent.message.party.partyId
  const entries = await lab.ledger({
    kinds: ['party-lookup'],
    subjects: [...new Set([own, ...named])],
    since: Date.parse(sent.exchange.startedAt),
  })
  const looked = new Set(entries.map(({ subject }) => (subject === own ? 'the client' : 'another party')))
  if (looked.size !== 1) return judge.observes('party of the access token', 'undecidable')
  judge.rule(says, looked.has('the client'), {
    expected,
    got: `an access token after a look-up of ${[...looked].join()} alone`,
  })
}
