import type { Asking, Context, Delegation } from '../../harness/check/delegation/types.js'
import type { Json, JsonObject } from '../../harness/contracts/json.js'
import { type NearMiss, nearMisses, nearMissesBy } from '../../harness/mutations/near-misses.js'
import { joined } from '../../harness/wire/members.js'
import { policySetsOf, withRequest } from './requests.js'

/** A context whose `serviceProvider` is that value. */
export const serviceProvider = (name: string, value: Json): Context => ({ name, value: { serviceProvider: value } })

/** A context of any form. */
export const context = (name: string, value: Json | undefined): Context => ({ name, value })

/** A context as it is written; a reader that takes the last of two members of one name reads it as `value`. */
export const writtenAs = (name: string, text: string, value: Json): Context => ({ name, text, value })

/** Contexts that name a ServiceProvider by what is made of that identifier. */
export const naming = (misses: readonly NearMiss[], partyId: string): readonly Context[] =>
  misses.map(({ name, of }) => serviceProvider(name, of(partyId)))

/** Identifiers that hold a given one or are held by it, that are one of several, or that fit it as a pattern. */
export const nearly: readonly NearMiss[] = [
  ...nearMisses,
  ...nearMissesBy('cuts at a control character', 'splits a list', 'takes it for a pattern', 'puts it into a query'),
  { name: '*', of: () => '*' },
]

/** Contexts that name each of the parties which conditions name as the place of consumption. */
export const places = ({ fixtures }: Delegation): readonly Context[] =>
  Object.entries({
    'the ServiceProvider': fixtures.provider.partyId,
    'another ServiceProvider': fixtures.otherProvider.partyId,
    'the entitled party': fixtures.policyIssuer,
    'the consumer': fixtures.subject.partyId,
  }).map(([name, partyId]) => serviceProvider(name, partyId))

/** A request whose one policy has the context where the text has it (L185), and at no other place. */
export const withContextAsStated = ({ fixtures, settings }: Delegation): NonNullable<Asking['body']> =>
  withRequest('the context where the text has it', (request) => {
    const sets = policySetsOf(request)
    const [{ policies, ...set }] = request[sets] as unknown as [{ policies: readonly [JsonObject] }]
    const [{ target, ...policy }] = policies
    const { [settings.context?.place.split('.')[0] ?? '']: _, ...own } = target as JsonObject
    const context = { serviceProvider: fixtures.provider.partyId }
    const stated = joined(settings.members.target, { ...own, context } as JsonObject)
    return { ...request, [sets]: [{ ...set, policies: [{ target: stated, ...policy }] }] } as JsonObject
  })
