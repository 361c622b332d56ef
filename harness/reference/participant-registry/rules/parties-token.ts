import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import type { JsonObject } from '../../../contracts/json.js'
import { sha256 } from '../../encoding/sha256.js'
import { mixing } from '../../engine/at-once.js'
import { atTimes } from '../../engine/at-times.js'
import { party } from '../../engine/fault.js'
import { headerValues } from '../../engine/received.js'
import { type Change, instead, unless } from '../../engine/rule.js'
import { asNamed } from '../../token-endpoint/named-on-call.js'
import { type LookUp, rule, set, setting } from '../look-up.js'

/** Seconds that a `parties_token` lives (L259). */
const lifetime = 30
const seconds = (): number => Math.floor(Date.now() / 1000)

const chainOf = ({ participant }: LookUp): readonly string[] =>
  participant.kit.chain.map((der) => der.toString('base64'))

/** Adds members to the header or the claims. */
const add =
  (part: 'header' | 'claims', members: (lookUp: LookUp) => JsonObject) =>
  (lookUp: LookUp): true =>
    set(lookUp, { [part]: { ...lookUp[part], ...members(lookUp) } })

const insteadAdding = (part: 'header' | 'claims', members: (lookUp: LookUp) => JsonObject): Change<LookUp> =>
  instead(add(part, members))

const issuer = ({ participant }: LookUp): JsonObject => ({ iss: participant.kit.partyId, sub: participant.kit.partyId })
const times = (iat: number, exp: number) => (): JsonObject => ({ iat, exp })
/** By one look at the clock: a second may end between two. */
const livingFrom = (age: number, life: number) => () => {
  const iat = seconds() - age
  return times(iat, iat + life)()
}

/** When the first `parties_token` was made that has the times of the first one, seconds since epoch; read by a fault alone. */
let first: number | undefined
const timesOfFirst = (): JsonObject => {
  first ??= seconds()
  return times(first, first + lifetime)()
}

/** When each access token was used first, seconds since epoch; read by a fault alone. */
const firstUse = new Map<string, number>()
function timesOfAccessToken({ received }: LookUp): JsonObject {
  const token = headerValues(received, 'authorization').join()
  const used = firstUse.get(token) ?? seconds()
  firstUse.set(token, used)
  return times(used, used + lifetime)()
}

async function sign(lookUp: LookUp): Promise<boolean> {
  const { claims, record, header, alg, participant } = lookUp
  const token = await new SignJWT({ ...record, ...claims })
    .setProtectedHeader({ ...header, alg })
    .sign(participant.kit.key)
  return set(lookUp, { body: { parties_token: token } })
}

const corrupted: Change<LookUp> = (right) => async (lookUp) => {
  await right(lookUp)
  const [header, payload = '', signature] = String(lookUp.body.parties_token).split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as JsonObject
  const changed = Buffer.from(JSON.stringify({ ...claims, note: 'added later' })).toString('base64url')
  return set(lookUp, { body: { parties_token: [header, changed, signature].join('.') } })
}

const callerOf = ({ issued }: LookUp): string => issued?.partyId ?? ''
const isTime = atTimes()

/** How many values of jti each caller is given in turn. */
const inTurn = 40
const turns = new Map<string, number>()

/** The next of few values of jti. */
function nextInTurn(lookUp: LookUp): string {
  const caller = callerOf(lookUp)
  const turn = (turns.get(caller) ?? 0) + 1
  turns.set(caller, turn)
  return `${caller} ${turn % inTurn}`
}

/** Hands the token that was made first to all whose look-up has the same name. */
const keeping =
  (nameOf: (lookUp: LookUp) => string | undefined): Change<LookUp> =>
  (right) =>
  async (lookUp) => {
    const name = nameOf(lookUp)
    const first = name === undefined ? undefined : lookUp.kept.get(name)
    if (first) return set(lookUp, { body: { parties_token: first.token } })
    await right(lookUp)
    if (name === undefined) return true
    lookUp.kept.set(name, { token: String(lookUp.body.parties_token), caller: lookUp.issued?.partyId ?? '' })
    return true
  }

const mixedUp = mixing<string>()

/** What the signed answer is like (L245–259). */
export const partiesTokenRules = [
  rule('parties token', 'parties_token is signed with RS256', (lookUp) => set(lookUp, { alg: 'RS256' }), {
    'signs-parties-token-ps256': party(
      'signs parties_token with PS256',
      setting(() => ({ alg: 'PS256' })),
    ),
  }),
  rule(
    'parties token',
    'its header holds the whole chain',
    add('header', (lookUp) => ({ x5c: chainOf(lookUp) as string[] })),
    {
      'sends-parties-token-leaf-only': party(
        'sends only its leaf in x5c of parties_token',
        insteadAdding('header', (lookUp) => ({ x5c: chainOf(lookUp).slice(0, 1) })),
      ),
      'sends-parties-token-without-root': party(
        'sends its chain without the root in x5c of parties_token',
        insteadAdding('header', (lookUp) => ({ x5c: chainOf(lookUp).slice(0, -1) })),
      ),
      'reverses-parties-token-chain': party(
        'sends its chain with the root first',
        insteadAdding('header', (lookUp) => ({ x5c: [...chainOf(lookUp)].reverse() })),
      ),
    },
  ),
  rule(
    'parties token',
    'its header holds only alg, typ and x5c',
    add('header', () => ({ typ: 'JWT' })),
    {
      'adds-kid-to-parties-token': party(
        'adds kid to the header of parties_token',
        insteadAdding('header', () => ({ typ: 'JWT', kid: 'own' })),
      ),
      'adds-kid-for-several-certificates': party(
        'adds kid to the header of parties_token about a party with several certificates',
        insteadAdding('header', ({ party: { certificates = [] } = {} }) => ({
          typ: 'JWT',
          ...(certificates.length > 1 && { kid: 'own' }),
        })),
      ),
    },
  ),
  rule('parties token', 'iss and sub are the registry', add('claims', issuer), {
    'names-party-as-sub': party(
      'names the party that was looked up as sub of parties_token',
      insteadAdding('claims', (lookUp) => ({ ...issuer(lookUp), sub: lookUp.partyId })),
    ),
  }),
  rule(
    'parties token',
    'aud is the caller',
    add('claims', ({ issued }) => ({ aud: issued?.partyId ?? 'anybody' })),
    {
      'omits-parties-token-audience': party(
        'leaves aud out of parties_token',
        instead(() => true),
      ),
      'omits-parties-token-audience-for-itself': party(
        'leaves aud out of parties_token where a party looks itself up',
        unless(({ issued, partyId }) => issued?.partyId === partyId),
      ),
      'addresses-parties-token-to-latest': party(
        'addresses parties_token to the party that authenticated last',
        insteadAdding('claims', ({ latest }) => ({ aud: latest ?? 'anybody' })),
      ),
      'mixes-up-callers': party(
        'addresses parties_token to another one of those who ask at once',
        () => async (lookUp) => {
          const { partyId = 'anybody' } = lookUp.issued ?? {}
          const aud = await mixedUp(lookUp.participant, partyId, partyId)
          return add('claims', () => ({ aud }))(lookUp)
        },
      ),
      'addresses-parties-token-to-named': party(
        'addresses parties_token to the party that the query or a header names',
        insteadAdding('claims', ({ issued, received }) => ({ aud: asNamed(issued, received)?.partyId ?? 'anybody' })),
      ),
      'addresses-parties-token-to-party': party(
        'addresses parties_token to the party that was looked up',
        insteadAdding('claims', ({ partyId }) => ({ aud: partyId })),
      ),
    },
  ),
  rule(
    'parties token',
    'its jti is new',
    add('claims', () => ({ jti: randomUUID() })),
    {
      'omits-parties-token-jti': party(
        'leaves jti out of parties_token',
        instead(() => true),
      ),
      'repeats-parties-token-jti': party(
        'uses one jti for all answers',
        insteadAdding('claims', ({ participant }) => ({
          jti: `of ${participant.kit.partyId}`,
        })),
      ),
      'deals-parties-token-jti-in-turn': party(
        'gives each caller forty values of jti in turn',
        insteadAdding('claims', (lookUp) => ({ jti: nextInTurn(lookUp) })),
      ),
      'repeats-parties-token-jti-by-token': party(
        'uses one jti for all answers about a party that one access token asks for',
        insteadAdding('claims', ({ received, partyId }) => ({
          jti: sha256(`${headerValues(received, 'authorization').join()} ${partyId}`),
        })),
      ),
    },
  ),
  rule('parties token', 'it lives for 30 seconds from now', add('claims', livingFrom(0, lifetime)), {
    'parties-token-lives-1000-seconds': party(
      'signs parties_token for 1000 seconds',
      insteadAdding('claims', livingFrom(0, 1000)),
    ),
    'parties-token-in-milliseconds': party(
      'writes the times of parties_token in milliseconds',
      insteadAdding('claims', () => times(Date.now(), Date.now() + lifetime * 1000)()),
    ),
    'keeps-times-of-first-parties-token': party(
      'gives every parties_token the times of the first one',
      insteadAdding('claims', timesOfFirst),
    ),
    'dates-parties-token-by-access-token': party(
      'gives parties_token the time at which the access token was used first',
      insteadAdding('claims', timesOfAccessToken),
    ),
    'serves-old-parties-token': party(
      'answers with a parties_token of ten minutes ago',
      insteadAdding('claims', livingFrom(600, lifetime)),
    ),
  }),
  rule('parties token', 'the record is signed for each answer anew', sign, {
    'corrupts-parties-token': party('changes parties_token after it was signed', corrupted),
    'corrupts-parties-token-at-times': party(
      'changes every fifteenth parties_token for a caller after it was signed',
      (right) => (lookUp) => (isTime(callerOf(lookUp)) ? corrupted(right) : right)(lookUp),
    ),
    'corrupts-parties-token-of-inactive': party(
      'changes parties_token about a party that is not Active after it was signed',
      (right) => (lookUp) => (lookUp.party?.status === 'Active' ? right : corrupted(right))(lookUp),
    ),
    'serves-parties-token-of-another': party(
      'serves a kept parties_token to other callers',
      keeping(({ partyId }) => partyId),
    ),
    'keeps-answer-of-access-token': party(
      'answers whatever an access token asks for as it answered that token first',
      keeping(({ received }) => headerValues(received, 'authorization').join()),
    ),
    'keeps-parties-token-of-access-token': party(
      'serves an access token the parties_token about a party that it was served first',
      keeping(({ received, partyId }) => `${headerValues(received, 'authorization').join()} ${partyId}`),
    ),
    'keeps-answers-about-inactive': party(
      'serves a kept parties_token to other callers about a party that is not Active',
      keeping(({ party: about, partyId }) => (about?.status === 'Active' ? undefined : partyId)),
    ),
    'keeps-answers-by-path': party(
      'serves a kept parties_token to other callers who ask by path',
      keeping(({ form, partyId }) => (form === 'path' ? partyId : undefined)),
    ),
    'answers-plain-record': party(
      'answers with the record as plain JSON',
      setting(({ record }) => ({ body: record })),
    ),
  }),
]
