import type { LabClient } from '../../lab/channel/client.js'
import type { Party } from '../../mutations/types.js'
import { isSoundClient, readFixtures } from '../../target/kit/fixtures.js'
import { soundRecord } from './parties.js'

/** Where the relying parties of a kit are kept, and where they receive answers. */
export interface RelyingPartiesOf {
  /** Folder of the fixtures and their keys. */
  readonly fixtures: string
  readonly redirectUri: string
}

/** The parties that `relyingParties` of a kit lists for a target at which humans log in. */
export const relyingPartiesOf = ({ fixtures }: Pick<RelyingPartiesOf, 'fixtures'>): readonly Party[] =>
  readFixtures(fixtures)
    .filter(isSoundClient)
    .map(({ party }) => party)

/** Registers them at the lab's registry, in good standing and with their redirect URI (L283). */
export const registerRelyingParties = (target: RelyingPartiesOf, lab: LabClient): Promise<void> =>
  lab.register(
    relyingPartiesOf(target).map((party) => ({
      partyId: party.partyId,
      record: { ...soundRecord(party), redirect_uris: [target.redirectUri] },
    })),
  )
