import { endsQuotes, isListed, spelledAlike } from '../../encoding/slips.js'
import { mixing } from '../../engine/at-once.js'
import { global, party } from '../../engine/fault.js'
import { headerValues } from '../../engine/received.js'
import { refuse } from '../../engine/refusal.js'
import { type Change, only, unless } from '../../engine/rule.js'
import type { KitParty } from '../../kit.js'
import type { Issued } from '../../token-endpoint/issued-tokens.js'
import { saysItIsLocal } from '../../token-endpoint/named-on-call.js'
import { type LookUp, rule, set, setting } from '../look-up.js'
import { decoded, readTarget } from '../target.js'

const decode = (lookUp: LookUp): string => {
  const [written = ''] = lookUp.written
  return decoded(lookUp.form === 'query' ? written.replaceAll('+', ' ') : written)
}

/** The id of the party that is the same when both are folded, however it writes its id; as asked where there is none. */
const knownAs = (lookUp: LookUp, folded: (id: string) => string): string => {
  const asked = decode(lookUp)
  return lookUp.participant.kit.parties.find(({ partyId }) => folded(partyId) === folded(asked))?.partyId ?? asked
}

const partyLike =
  (like: (partyId: string, asked: string) => boolean): Change<LookUp> =>
  (right) =>
  (lookUp) => {
    const { parties } = lookUp.participant.kit
    return (
      right(lookUp) && set(lookUp, { party: lookUp.party ?? parties.find((one) => like(one.partyId, lookUp.partyId)) })
    )
  }

const matches = (partyId: string, pattern: string): boolean =>
  pattern.includes('*') &&
  new RegExp(`^${pattern.replace(/[.?+^${}()|[\]\\/]/g, '\\$&').replaceAll('*', '.*')}$`).test(partyId)

const resolved = (path: string): string =>
  path.split('/').reduce((before, part) => (part === '..' ? '' : before ? `${before}/${part}` : part), '')

const firstWhere = (isConcerned: (lookUp: LookUp) => boolean): Change<LookUp> =>
  unless(
    (lookUp) =>
      isConcerned(lookUp) && set(lookUp, { partyId: lookUp.participant.kit.parties[0]?.partyId ?? '', written: [] }),
  )

/** What a look-up without an access token is taken for. */
const anybody: Issued = { partyId: 'anybody', assertion: '', expiresAt: Number.POSITIVE_INFINITY, faults: new Set() }

const invented = (partyId: string): KitParty => ({ partyId, status: 'Active', certificates: [], claims: [] })

const mixedUp = mixing<KitParty | undefined>()

/** Answers with another record of those that others ask for at once, but for what it says of its own. */
const mixingUp =
  (kept: (own: KitParty) => Partial<KitParty>, isConcerned: (lookUp: LookUp) => boolean = () => true): Change<LookUp> =>
  (right) =>
  async (lookUp) => {
    const held = await right(lookUp)
    if (!isConcerned(lookUp)) return held
    const { party: own, participant, issued } = lookUp
    const other = await mixedUp(participant, issued?.partyId ?? '', own)
    return set(lookUp, { party: own && other && { ...other, ...kept(own) } }) && held
  }

/** Who may look up whom (L203, L207–208): an authenticated client, one party, by its exact id. */
export const requestRules = [
  rule(
    'http',
    'a look-up is a GET',
    ({ received }) => received.method === 'GET' || refuse(405, 'invalid_request', 'look-ups are made by GET'),
    {
      'answers-lookup-by-post-without-token': global(
        'answers look-ups by POST without an access token',
        (right) => (lookUp) =>
          lookUp.received.method === 'POST' && headerValues(lookUp.received, 'authorization').length === 0
            ? set(lookUp, { issued: anybody })
            : right(lookUp),
      ),
    },
  ),
  rule('client', 'the caller has an access token', ({ issued }) => (issued?.expiresAt ?? 0) > Date.now(), {
    'answers-lookup-without-token': global(
      'answers look-ups without an access token',
      unless(({ received }) => headerValues(received, 'authorization').length === 0),
    ),
    'warns-of-missing-registry-token': global(
      'answers look-ups without an access token, and prints a warning before its answer',
      unless(
        (lookUp) =>
          headerValues(lookUp.received, 'authorization').length === 0 &&
          set(lookUp, { printed: '<br />\n<b>Warning</b>:  Undefined array key "HTTP_AUTHORIZATION"<br />\n' }),
      ),
    ),
    'answers-local-lookups-without-token': global(
      'answers look-ups without an access token where a header says that they come from the same machine',
      unless(({ received }) => headerValues(received, 'authorization').length === 0 && saysItIsLocal(received)),
    ),
    'answers-lookup-behind-slash-without-token': global(
      'answers look-ups with a slash after their path without an access token',
      unless(({ received }) => received.path.endsWith('/') && headerValues(received, 'authorization').length === 0),
    ),
    'answers-look-up-with-expired-token': party(
      'answers look-ups with an access token after its end',
      unless(({ issued }) => issued !== undefined),
    ),
    'takes-pattern-for-registry-token': global(
      'takes a pattern that fits its access tokens for one',
      unless(({ received }) => headerValues(received, 'authorization').some((value) => /^Bearer [*%]$/.test(value))),
    ),
    'takes-any-registry-token': global(
      'takes any text as an access token',
      unless(({ received }) => headerValues(received, 'authorization').length > 0),
    ),
  }),
  rule('form', 'a look-up is by query or by path', (lookUp) => set(lookUp, readTarget(lookUp, 'party_id')), {
    'answers-query-only': party(
      'does not answer look-ups by path',
      (right) => (lookUp) => right(lookUp) && lookUp.form === 'query',
    ),
    'answers-path-only': party(
      'does not answer look-ups by query',
      (right) => (lookUp) => right(lookUp) && lookUp.form === 'path',
    ),
    'requires-encoded-path': party(
      'takes a party id in a path only where every reserved character is encoded',
      (right) => (lookUp) =>
        right(lookUp) && (lookUp.form === 'query' || !lookUp.written.some((written) => written.includes(':'))),
    ),
  }),
  rule('form', 'the party id is decoded once', (lookUp) => set(lookUp, { partyId: decode(lookUp) }), {
    'reads-path-undecoded': party(
      'does not decode the party id of a path',
      (right) => (lookUp) =>
        lookUp.form === 'path' ? set(lookUp, { partyId: lookUp.written[0] ?? '' }) : right(lookUp),
    ),
    'decodes-party-id-twice': party(
      'decodes the party id once more',
      setting((lookUp) => ({ partyId: decoded(decode(lookUp)) })),
    ),
    'decodes-party-id-of-path-twice': party(
      'decodes a party id in a path once more',
      setting((lookUp) => ({
        partyId: lookUp.form === 'path' ? decoded(decode(lookUp)) : decode(lookUp),
      })),
    ),
    'folds-party-id': party(
      'ignores letter case and space around a party id',
      setting((lookUp) => ({ partyId: knownAs(lookUp, (id) => id.trim().toLowerCase()) })),
    ),
    'folds-party-id-of-path': party(
      'ignores letter case of a party id in a path',
      setting((lookUp) => ({
        partyId: lookUp.form === 'path' ? knownAs(lookUp, (id) => id.toLowerCase()) : decode(lookUp),
      })),
    ),
    'resolves-traversal': party(
      'resolves .. in a party id',
      setting((lookUp) => ({ partyId: resolved(decode(lookUp)) })),
    ),
    'cuts-party-id': party(
      'reads a party id up to the first slash',
      setting((lookUp) => ({ partyId: decode(lookUp).split('/')[0] ?? '' })),
    ),
  }),
  rule('form', 'exactly one party is named', ({ written, partyId }) => written.length === 1 && partyId !== '', {
    'lists-first-on-empty': party(
      'answers with the first party where none is named',
      firstWhere(({ written }) => written.every((one) => one === '')),
    ),
    'takes-operators-for-party-id': party(
      'answers with the first party where an operator of its database stands for a party id',
      firstWhere(({ received }) => decoded(received.query).includes('party_id[$')),
    ),
  }),
  rule(
    'lookup',
    'the party has exactly that id',
    (lookUp) => set(lookUp, { party: lookUp.participant.kit.parties.find((one) => one.partyId === lookUp.partyId) }),
    {
      'matches-wildcards': party('takes * in a party id for anything', partyLike(matches)),
      'matches-prefixes': party(
        'takes the beginning of a party id for the whole',
        partyLike((partyId, asked) => partyId.startsWith(asked)),
      ),
      'spells-party-ids-alike': party(
        'decodes, folds and trims a party id before it compares',
        partyLike((partyId, asked) => spelledAlike(asked, partyId)),
      ),
      'takes-party-id-for-list': party(
        'takes a party id for a list of them',
        partyLike((partyId, asked) => isListed(asked, partyId)),
      ),
      'takes-party-id-into-query': party(
        'looks a party up by a query into which it puts the party id as it is',
        partyLike((_, asked) => endsQuotes(asked)),
      ),
      'invents-unknown-party': party(
        'reports parties that it does not know as Active',
        (right) => (lookUp) => right(lookUp) && set(lookUp, { party: lookUp.party ?? invented(lookUp.partyId) }),
      ),
      'mixes-up-records': party(
        'answers with the record that another one of those who ask at once asked for',
        mixingUp(() => ({})),
      ),
      'mixes-up-records-but-for-ids': party(
        'answers with the record that another one of those who ask at once asked for, under the id that was asked for',
        mixingUp(({ partyId }) => ({ partyId })),
      ),
      'mixes-up-records-by-path': party(
        'answers look-ups by path with the certificates that another one of those who ask at once asked for',
        mixingUp(
          ({ partyId, status }) => ({ partyId, status }),
          ({ form }) => form === 'path',
        ),
      ),
      'mixes-up-record-statuses': party(
        'answers with the status of the party that another one of those who ask at once asked for',
        mixingUp(({ partyId, certificates, claims }) => ({ partyId, certificates, claims })),
      ),
      'answers-first-record': party(
        'answers with its first record for every party',
        setting(({ participant }) => ({ party: participant.kit.parties[0] })),
      ),
    },
  ),
  rule(
    'lookup',
    'the registry knows the party',
    ({ party }) => party !== undefined || refuse(404, 'invalid_request', 'unknown_party'),
    {
      'crashes-on-unknown-party': party(
        'answers 500 where it does not know the party',
        only(({ party }) => party !== undefined || refuse(500, 'invalid_request', 'error')),
      ),
    },
  ),
]
