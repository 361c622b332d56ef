import type { LabClient } from '../../lab/channel/client.js'
import type { Party } from '../../mutations/types.js'
import { type Fixture, isSoundClient, readFixtures } from '../../target/kit/fixtures.js'
import { soundRecord } from './parties.js'

/** Where the relying parties of a kit are kept, and where they receive answers. */
export interface RelyingPartiesOf {
  /** Folder of the fixtures and their keys. */
  readonly fixtures: string
  readonly redirectUri: string
}

/** The parties that `relyingParties` of a kit lists for a target at which humans log in. */
const relyingPartiesOf = ({ fixtures }: Pick<RelyingPartiesOf, 'fixtures'>): readonly Fixture[] =>
  readFixtures(fixtures).filter(({ use }) => use === undefined)

/** Those of them that are as they should be. */
export const soundRelyingParties = (target: Pick<RelyingPartiesOf, 'fixtures'>): readonly Party[] =>
  relyingPartiesOf(target)
    .filter(isSoundClient)
    .map(({ party }) => party)

/** Party Identifiers of those with a defect: whether a target has registered them is seen by the codes that they get. */
export const doubtfulRelyingParties = (target: Pick<RelyingPartiesOf, 'fixtures'>): ReadonlySet<string> =>
  new Set(
    relyingPartiesOf(target)
      .filter((fixture) => !isSoundClient(fixture))
      .map(({ party }) => party.partyId),
  )

/** Registers all at the lab's registry, in good standing and with their redirect URI (L283). */
export const registerRelyingParties = (target: RelyingPartiesOf, lab: LabClient): Promise<void> =>
  lab.register(
    relyingPartiesOf(target).map(({ party }) => ({
      partyId: party.partyId,
      record: { ...soundRecord(party), redirect_uris: [target.redirectUri] },
    })),
  )
