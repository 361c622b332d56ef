import { HarnessError } from '../../contracts/errors.js'
import { type CertifiedOtherwise, otherwise } from '../../contracts/kit-consumers.js'
import type { Party } from '../../mutations/types.js'
import { type Fixture, type FixtureUse, fixtureOf, readMaterial } from './fixtures.js'
import { fixturePolicies, type Policy } from './policies.js'

/** Service consumers of which each has an unconditional policy of its own, for checks that spoil what the registry says of one. */
export const spareSubjects = 18

/** Fixture parties that the kit of an AuthorisationRegistry or EntitledParty names beside the sound clients. */
export const delegationUses: readonly FixtureUse[] = [
  'provider',
  'other provider',
  'subject',
  ...Array.from({ length: spareSubjects }, (): FixtureUse => 'spare'),
  ...otherwise,
]

/** The fixture policies of a kit with the parties they name, private keys included. No registry knows the parties before somebody tells it. */
export interface DelegationFixtures {
  /** Party Identifier under which the policies stand: the target itself where it is an EntitledParty. */
  readonly policyIssuer: string
  /** The policy issuer, unless it is the target itself. */
  readonly entitledParty?: Party
  /** ServiceProvider that the conditions name. */
  readonly provider: Party
  readonly otherProvider: Party
  /** Service consumer whom the policies are about. */
  readonly subject: Party
  /** Service consumers with one unconditional policy each, about `spareResource`. */
  readonly spares: readonly Party[]
  /** Service consumers with two unconditional policies each, of whom nothing is ever spoiled. */
  readonly otherwise: ReadonlyMap<CertifiedOtherwise, Party>
  readonly policies: readonly Policy[]
}

/** Those of the fixture parties that the policies of a kit are about; `undefined` where it has none. */
export function delegationOf(target: string, fixtures: readonly Fixture[]): DelegationFixtures | undefined {
  const parties = (use: FixtureUse): readonly Party[] =>
    fixtures.filter((fixture) => fixture.use === use).map(({ party }) => party)
  const [provider] = parties('provider')
  const [otherProvider] = parties('other provider')
  const [subject] = parties('subject')
  const [entitledParty] = parties('entitled party')
  if (!provider || !otherProvider || !subject) return undefined
  const spares = parties('spare')
  const otherOnes = new Map(otherwise.flatMap((form) => parties(form).map((party) => [form, party] as const)))
  const policyIssuer = entitledParty?.partyId ?? target
  const policies = fixturePolicies({
    policyIssuer,
    subject: subject.partyId,
    provider: provider.partyId,
    otherProvider: otherProvider.partyId,
    ...(entitledParty && { otherIssuer: otherProvider.partyId }),
    spares: spares.map(({ partyId }) => partyId),
    otherwise: [...otherOnes.values()].map(({ partyId }) => partyId),
  })
  const named = { provider, otherProvider, subject, spares, otherwise: otherOnes }
  return { policyIssuer, ...(entitledParty && { entitledParty }), ...named, policies }
}

/** Reads them from the folder that keeps the keys of a kit (`RunTarget.fixtures`). Throws a `HarnessError` where the kit has no policies. */
export function readDelegationFixtures(folder: string): DelegationFixtures {
  const { target, fixtures } = readMaterial(folder)
  const found = delegationOf(target.partyId, fixtures.map(fixtureOf))
  if (!found) throw new HarnessError('The kit of this target has no fixture policies.')
  return found
}
