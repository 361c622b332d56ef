import { readFileSync } from 'node:fs'
import type { GivenParticipant } from '../../contracts/run.js'
import type { Mutation, Party } from '../../mutations/types.js'
import { readCertificates, readPrivateKey } from '../../target/pem.js'
import type { PartySource } from './parties.js'
import { type GivenParty, lacking, partyWith, restsOn, stateFor } from './statements.js'

/** Reads the participants that a target file gives. Their files were checked with the target file. */
export const readParticipants = (given: readonly GivenParticipant[]): readonly GivenParty[] =>
  given.map(({ partyId, key, chain, is }) => ({
    partyId,
    scope: partyId,
    ...(is !== undefined && { is }),
    certified: {
      key: readPrivateKey(readFileSync(key, 'utf8')),
      chain: readCertificates(readFileSync(chain, 'utf8')).map(({ raw }) => raw),
    },
  }))

/** Why the parties of a target and its registry are out of a check's hands. */
export const outOfHands = {
  given: 'the target file names `participants`',
  registered: 'the target takes none but registered relying parties (`login.registered`)',
} as const

/** Why a check ends that needs more of a target's surroundings than identities, by what it needs. */
export const because = (why: string) => {
  const uncontrolled = `It needs control of the registry, but ${why}.`
  return {
    certificate: `It needs certificates that the registry holds, but ${why}.`,
    'party id': `It needs other Party Identifiers in the registry, but ${why}.`,
    record: uncontrolled,
    registry: uncontrolled,
    unseen: `It needs to see what the target asks, which only the lab's registry tells, but ${why}.`,
    registryId: `It needs the Party Identifier of the target's registry, but ${why}.`,
    fixtures: `It needs the kit's parties in the registry, but ${why}.`,
    evidence: `It needs to say what the AuthorisationRegistry answers, but ${why}.`,
  } satisfies Readonly<Record<string, string>>
}

/** Why a party that carries such a mutation cannot be had; `undefined` where any party can. */
export function lackOf({ entry }: Mutation, why: string): string | undefined {
  const reasons: Readonly<Record<string, string>> = because(why)
  return Object.hasOwn(reasons, entry) ? reasons[entry] : undefined
}

/** What is done with the participants of a target file. */
export interface GivenUse {
  /** Hears what a verdict rests on beside what was seen: that a participant is what the target file says. */
  readonly rests?: (reason: string) => void
  /** Each serves more than once: preflight asks for more parties than a check, and needs none of them apart. */
  readonly again?: boolean
}

/**
 * The target file's own participants in place of fresh parties, each once per check, since checks need distinct
 * parties.
 * @param stop Ends the check as not testable.
 */
export function givenParties(
  all: readonly GivenParty[],
  stop: (reason: string) => never,
  { rests = () => undefined, again = false }: GivenUse = {},
): PartySource {
  const participants = all.filter(({ is }) => is === undefined)
  const start = Math.floor(Math.random() * participants.length)
  let made = 0
  const nth = (index: number, scope: string): Party => ({
    ...(participants[(start + index) % participants.length] as Party),
    // Names of canaries are made of it, and have to be unique to the check.
    scope,
  })
  return {
    async make({ unique }, mutation, { guised } = {}) {
      if (guised?.guise.values.some(({ certified }) => certified)) return stop(because(outOfHands.given).certificate)
      const state = mutation && stateFor(mutation)
      if (mutation && state !== undefined) {
        const party = partyWith(mutation, state, all) ?? stop(lacking(state))
        if (party.is !== undefined) rests(restsOn(party))
        return party
      }
      const reason = mutation && lackOf(mutation, outOfHands.given)
      if (reason !== undefined) return stop(reason)
      if (made >= participants.length && !again)
        return stop(`It needs more than ${made} different \`participants\`, and the target file names no more.`)
      return nth(made++, unique)
    },
    // Another one than those that the check has, as long as the target file names one.
    spare: async ({ unique }) => nth(made < participants.length ? made : made - 1, unique),
    register: () => Promise.resolve(),
    reprogram: async () => stop(because(outOfHands.given).record),
  }
}
