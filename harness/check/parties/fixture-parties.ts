import type { Authority } from '../../../ca/index.js'
import type { CertifiedKey, LeafRequest } from '../../../ca/types.js'
import { HarnessError, NotTestable } from '../../contracts/errors.js'
import type { Mutation, Party } from '../../mutations/types.js'
import { readFixtures } from '../../target/kit/fixtures.js'
import { serialNumberOf } from '../../wire/serial-number.js'
import { fixtureChoice } from './fixture-choice.js'
import { strangeIn } from './fixture-forms.js'
import { isLike, resembling } from './likeness.js'
import type { Guised, PartySource } from './parties.js'

/** What certificates beside those of the kit are issued with. */
export interface StrangerSettings {
  readonly authority: Pick<Authority, 'issue'>
  readonly httpUrl: string
  readonly keyUsage: readonly string[]
  /** Why a party that carries such a mutation cannot be had, where no other reason is known; that the kit has none by default. */
  readonly lacking?: (mutation: Mutation) => string | undefined
}

/** What a certificate takes over from another one, and that it has another key otherwise. */
function shared(what: 'key' | 'serial number' | undefined, { key, chain: [leaf] }: CertifiedKey) {
  if (what === 'key') return { key }
  return { otherKeyThan: [key], ...(what !== undefined && leaf !== undefined && { serial: serialNumberOf(leaf) }) }
}

/**
 * Parties for a ParticipantRegistry target. It looks its clients up in its own data, so the kit's fixture parties
 * stand in for fresh ones. Only what the target must not know is made: an unknown party, a certificate that it does
 * not hold.
 * @param folder Folder of the fixtures and their keys.
 */
export function fixtureParties(
  folder: string,
  { authority, httpUrl, keyUsage, lacking }: StrangerSettings,
): PartySource {
  const none = (mutation: Mutation | undefined): NotTestable =>
    new NotTestable(
      (mutation && lacking?.(mutation)) ??
        `The kit has no fixture party for "${mutation?.name ?? 'a conforming client'}".`,
    )

  const noneLike = ({ guise }: Guised): never => {
    throw new NotTestable(`The kit has no fixture party that is certified as in the guise ${guise.name}.`)
  }

  const { guisedOne, pick, holder } = fixtureChoice(readFixtures(folder))
  const issue = (partyId: string, scope: string, more: Partial<LeafRequest> = {}): Promise<CertifiedKey> =>
    authority.issue({ partyId, keyUsage, revocation: { base: httpUrl, scope }, ...more })
  const stranger = async (partyId: string, scope: string, more?: Partial<LeafRequest>): Promise<Party> => ({
    partyId,
    scope,
    certified: await issue(partyId, scope, more),
  })
  return {
    async make(name, mutation, { guised, control, beside = [] } = {}): Promise<Party> {
      const { unique } = name
      if (guised && !mutation) {
        const one = guisedOne(guised) ?? noneLike(guised)
        if (one !== 'usual') return one.party
      }
      if (isLike(mutation)) {
        // What it holds is given: only what it must not hold can be made.
        if (mutation.entry !== 'certificate' || mutation.registered !== false) throw none(mutation)
        return resembling({ name, mutation, control, usual: strangeIn(guised?.guise) }, issue)
      }
      // Who knows its clients beforehand refuses a stranger whatever the registry says.
      const isUnknown = mutation?.entry === 'record' && mutation.name === 'unknown party'
      if (isUnknown && !lacking) return stranger(name.partyId, unique)
      const hidden = mutation?.entry === 'certificate' && mutation.registered === false
      const fixture = hidden ? holder(mutation, beside) : pick(mutation, beside, guised?.guise)
      if (fixture && hidden) {
        const { partyId, certified } = fixture.party
        const form = strangeIn(guised?.guise)
        return stranger(partyId, unique, { ...form, kind: mutation.kind, ...shared(mutation.shares, certified) })
      }
      if (fixture) return fixture.party
      throw none(mutation)
    },
    register: () => Promise.resolve(),
    reprogram: () => Promise.reject(new HarnessError("A ParticipantRegistry target's own data cannot be programmed.")),
  }
}
