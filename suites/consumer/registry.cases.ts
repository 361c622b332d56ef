import { record } from '../../harness/mutations/mutation.js'
import type { Mutation } from '../../harness/mutations/types.js'
import type { RequirementId } from '../../requirements/list.js'
import { type ConductRow, rowsAt } from '../client/client.cases.js'
import { refused as wrongTokens } from '../parties-token/parties-token.cases.js'
import { mutationsOf } from '../support/bodies.js'
import type { Coverage } from '../support/row.js'
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

/** Each takes a call of its own, for which a consumer may take a second; the first of each kind come first. */
const mostOfKind = 2

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
        'accepts-unsigned-parties-token',
        'trusts-any-parties-token-chain',
        'accepts-parties-token-of-another',
        'ignores-parties-token-audience',
        'accepts-expired-parties-token',
        'accepts-missing-parties-token',
      ],
      { level: 'strict', profile: 'standard' },
    ),
    title: 'authenticates at no provider of which it read in a parties_token that is not sound',
    said: Array.from({ length: mostOfKind }, (_, place) =>
      wrongTokens
        .filter(({ level }) => level === undefined)
        .flatMap((row) =>
          mutationsOf(row)
            .slice(place, place + 1)
            .map((like): Said => ({ like, breaks: row.requirements[0] as RequirementId })),
        ),
    ).flat(),
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
