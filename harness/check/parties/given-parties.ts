import { readFileSync } from 'node:fs'
import type { LedgerEntry } from '../../contracts/lab-protocol.js'
import type { GivenParticipant } from '../../contracts/run.js'
import type { LabClient } from '../../lab/channel/client.js'
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

const uncontrolled = 'It needs control of the registry, but the target file names `participants`.'

/** Why a check ends that needs more of a target's surroundings than identities. */
export const because = {
  certificate: 'It needs certificates that the registry holds, but the target file names `participants`.',
  'party id': 'It needs other Party Identifiers in the registry, but the target file names `participants`.',
  record: uncontrolled,
  registry: uncontrolled,
  unseen:
    "It needs to see what the target asks, which only the lab's registry tells, but the target file names `participants`.",
  registryId: "It needs the Party Identifier of the target's registry, but the target file names `participants`.",
  fixtures: "It needs the kit's parties in the registry, but the target file names `participants`.",
  evidence: 'It needs to say what the AuthorisationRegistry answers, but the target file names `participants`.',
} satisfies Readonly<Record<string, string>>

const needs = (entry: Mutation['entry']): string | undefined =>
  Object.hasOwn(because, entry) ? because[entry as keyof typeof because] : undefined

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
    async make({ unique }, mutation) {
      const state = mutation && stateFor(mutation)
      if (mutation && state !== undefined) {
        const party = partyWith(mutation, state, all) ?? stop(lacking(state))
        if (party.is !== undefined) rests(restsOn(party))
        return party
      }
      const reason = mutation && needs(mutation.entry)
      if (reason !== undefined) return stop(reason)
      if (made >= participants.length && !again)
        return stop(`It needs more than ${made} different \`participants\`, and the target file names no more.`)
      return nth(made++, unique)
    },
    spare: async ({ unique }) => nth(Math.max(0, made - 1), unique),
    register: () => Promise.resolve(),
    reprogram: async () => stop(because.record),
  }
}

/** Kinds of requests that such a target may send to the lab all the same, because a message named the place. */
const seen = (kind: LedgerEntry['kind']): boolean => kind === 'canary' || kind === 'other'

/**
 * The lab for a target that does not talk to it. Ends a check that would programme the lab, or read what the target
 * asked of it: the lab's silence says nothing about the target.
 */
export function labBeyondReach(lab: LabClient, stop: (reason: string) => never): LabClient {
  const beyond = async (): Promise<never> => stop(because.registry)
  return {
    ...lab,
    register: beyond,
    evidence: beyond,
    providers: beyond,
    revocation: beyond,
    outage: beyond,
    ledger: async (query) => (query.kinds?.every(seen) ? lab.ledger(query) : stop(because.unseen)),
  }
}
