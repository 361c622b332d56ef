import { record } from '../../harness/mutations/mutation.js'
import type { PartiesTokenName } from '../../harness/mutations/parties-token.js'
import type { Mutation } from '../../harness/mutations/types.js'
import type { RequirementId } from '../../requirements/list.js'
import { type ConductRow, rowsAt } from '../client/client.cases.js'
import { refused as wrongTokens } from '../parties-token/parties-token.cases.js'
import { mutationsOf } from '../support/bodies.js'
import type { Coverage } from '../support/row.js'
import { partiesToken } from '../support/values/answers.js'
import { status } from '../support/values/records.js'
import { checkOfConsumer } from './consumer.cases.js'

/** What a ServiceConsumer sends to the registry, where it looks up whom it calls: other code may make it than that for providers. */
export const towardsRegistry: readonly ConductRow[] = rowsAt('byConsumer', ['ServiceConsumer'])

export const renewedAtRegistry = checkOfConsumer('consumer.registry-new-assertion', 'CLI-06', 'reuses-own-assertion', {
  last: true,
  exclusive: true,
})

/** A client of a registry authenticates there before it calls (L203). */
export const authenticatedThroughout = checkOfConsumer(
  'consumer.authenticated-throughout',
  'REGISTRY-AUTHENTICATE',
  'skips-registry-authentication',
  { level: 'must', last: true },
)

/** What the registry says of a provider that a consumer is not to call. */
export interface SaidOfProvider extends Coverage {
  readonly title: string
  readonly said: readonly Said[]
}

/** What the registry says in one call, and which requirement a consumer breaks that goes by it. */
interface Said {
  readonly like: Mutation
  readonly breaks: RequirementId
}

/**
 * One for each mistake of a reader: each takes a call of its own, for which a consumer may take a second. One of each
 * kind comes first.
 */
const toldWrongly: readonly PartiesTokenName[] = [
  'signature corrupted',
  'alg none',
  'HS256 with the public key as PEM',
  'RS256 by an EC key',
  'untrusted chain',
  'expired certificate',
  'certificate issued by a participant',
  'named after another participant',
  'issued by the client',
  'for another audience',
  'expired 5 minutes ago',
  'Active from before a suspension, expired 5 minutes ago',
  'Suspended beside a plain Active record',
  'plain record only',
  'no member',
  'without x5c',
  'jwk in the header',
  'jku in the header',
  'x5u in the header',
  'by another participant, whose certificate is the last',
  'HS256 with the certificate as PEM',
  'self-signed certificate alone',
  'chain of the same names',
  'untrusted chain before the trusted root',
  'signed by another participant',
  'no JWT',
]

/** The row of checks of servers that holds a wrong token, whose requirement a consumer breaks as well. */
const breaking = (name: PartiesTokenName): RequirementId =>
  wrongTokens.find((row) => mutationsOf(row).some((one) => one.name === name))?.requirements[0] ??
  'PARTIES-TOKEN-SIGNED'

/** The text has servers look their clients up; a client that looks a server up verifies what it reads (L209). */
export const saidOfProvider: readonly SaidOfProvider[] = [
  {
    ...checkOfConsumer(
      'consumer.parties-token',
      [
        'PARTIES-TOKEN-SIGNED',
        'PARTIES-TOKEN-ISSUER',
        'PARTIES-TOKEN-AUD',
        'PARTIES-TOKEN-FRESH',
        'PARTIES-TOKEN-REQUIRED',
      ],
      [
        'ignores-parties-token-signature',
        'honours-parties-token-jwk',
        'honours-parties-token-jku',
        'honours-parties-token-x5u',
        'tries-every-key-of-parties-token',
        'believes-parties-token-without-certificate',
        'accepts-unsigned-parties-token',
        'accepts-hs256-parties-token',
        'ignores-key-type-of-parties-token',
        'trusts-any-parties-token-chain',
        'trusts-self-signed-parties-token',
        'matches-parties-token-issuer-by-name',
        'trusts-last-certificate-of-parties-token',
        'accepts-expired-parties-token-certificate',
        'accepts-parties-token-under-leaf',
        'accepts-parties-token-of-another',
        'ignores-parties-token-issuer',
        'ignores-parties-token-audience',
        'accepts-expired-parties-token',
        'reads-status-beside-token',
        'accepts-plain-record',
        'accepts-missing-parties-token',
      ],
      { level: 'strict', profile: 'standard' },
    ),
    title: 'authenticates at no provider of which it read in a parties_token that is not sound',
    said: toldWrongly.map((name): Said => ({ like: partiesToken(name), breaks: breaking(name) })),
  },
  {
    ...checkOfConsumer('consumer.provider-status', 'REGISTRY-STATUS', 'ignores-status', { level: 'should' }),
    title: 'authenticates at no provider of which it read that it is not active',
    said: [
      ...['Inactive', 'Suspended', 'Revoked'].map(status),
      record('no status', ({ status: _, ...own }) => own),
    ].map((like): Said => ({ like, breaks: 'REGISTRY-STATUS' })),
  },
]
