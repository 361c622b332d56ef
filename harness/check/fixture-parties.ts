import { HarnessError, NotTestable } from '../errors.js'
import type { Mutation, Party } from '../mutations/types.js'
import { type Fixture, readFixtures } from '../target/fixtures.js'
import type { PartySource } from './parties.js'

/** What a fixture party is that stands for a conforming client. */
const sound = { status: 'Active', kind: 'sound' }

/**
 * Parties for a ParticipantRegistry target, which looks its clients up in its own data: the kit's fixture parties stand in for fresh ones.
 * @param folder Folder of the fixtures and their keys.
 */
export function fixtureParties(folder: string): PartySource {
  const fixtures = readFixtures(folder)
  const soundOnes = fixtures.filter((fixture) => fixture.status === sound.status && fixture.kind === sound.kind)
  let next = Math.floor(Math.random() * soundOnes.length)
  const pick = (mutation: Mutation | undefined): Fixture | undefined => {
    if (mutation === undefined) return soundOnes[next++ % soundOnes.length]
    if (mutation.entry === 'certificate') return fixtures.find(({ kind }) => kind === mutation.kind)
    if (mutation.entry === 'record') return fixtures.find(({ status }) => mutation.name === `status ${status}`)
    return undefined
  }
  return {
    make(_unique, mutation): Promise<Party> {
      const fixture = pick(mutation)
      if (fixture) return Promise.resolve(fixture.party)
      throw new NotTestable(`The kit has no fixture party for "${mutation?.name ?? 'a conforming client'}".`)
    },
    register: () => Promise.resolve(),
    reprogram: () => Promise.reject(new HarnessError("A ParticipantRegistry target's own data cannot be programmed.")),
  }
}
