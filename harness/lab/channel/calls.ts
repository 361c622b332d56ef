import { revocationMisbehaviours } from '../../../ca/index.js'
import { HarnessError } from '../../contracts/errors.js'
import type {
  AnswerGuise,
  CanaryProgram,
  EvidenceProgram,
  Hold,
  HumanProgram,
  LeaseGrant,
  LeaseRequest,
  LedgerEntry,
  LedgerQuery,
  PartyProgram,
  ProviderProgram,
  RegistryOutage,
  RevocationProgram,
} from '../../contracts/lab-protocol.js'
import { newProvider } from '../counterparty/counterparty.js'
import { delegationTokenNamed } from '../evidence-registry/delegation.js'
import { loginBehaviourNamed } from '../identity-provider/login-behaviour.js'
import { misbehaviourNamed } from '../misbehaviour/misbehaviour.js'
import { providerBehaviourNamed } from '../provider/provider-behaviour.js'
import { listForms, report } from '../registry/listing.js'
import { partiesTokenNamed } from '../registry/parties-token.js'
import { forget, type ProgrammedParty, setOutage, type WorldState } from '../storage/state.js'
import { type Leases, openLeases } from './leases.js'

/** What a call knows of its caller. */
export interface CallContext {
  /** The caller's lease, if it holds one. */
  readonly lease: string | undefined
  /** Runs when the caller went away before it was answered. */
  readonly onGone: (then: () => void) => void
}

/** A call of the control channel: answers with JSON, or throws HarnessError for a wrong argument. */
export type Call = (state: WorldState, argument: never, context: CallContext) => unknown

/** Every call by its name in the URL. The argument comes from our own client, so only names are checked. */
export const calls = {
  parties: ({ parties }: WorldState, programs: readonly PartyProgram[]): void => {
    for (const program of programs) checkNames(program)
    for (const program of programs) {
      const party: ProgrammedParty = { program, lookups: 0 }
      const alias = encodeURIComponent(program.partyId)
      parties.set(program.partyId, party)
      if (program.answer?.twiceEncoded) parties.set(alias, party)
      else if (alias !== program.partyId && parties.get(alias)?.program.partyId === program.partyId)
        parties.delete(alias)
    }
  },
  evidence: async (
    { evidence, names, counterparties: { authorisationRegistry, entitledParty } }: WorldState,
    programs: readonly EvidenceProgram[],
  ): Promise<void> => {
    for (const { token, transport } of programs) {
      if (token !== undefined && delegationTokenNamed(token) === undefined)
        throw new HarnessError(`the lab has no delegation_token "${token}"`)
      checkTransport(transport)
    }
    for (const program of programs) evidence.set(program.subject, { program, asked: 0 })
    if (names.delegation.answer !== 'evidence') await listForms([authorisationRegistry, entitledParty], programs)
  },
  providers: async (
    { providers, tokenSeconds, providerBase }: WorldState,
    programs: readonly ProviderProgram[],
  ): Promise<readonly string[]> => {
    for (const { behaviour } of programs)
      if (behaviour !== undefined && providerBehaviourNamed(behaviour) === undefined)
        throw new HarnessError(`the lab has no behaviour "${behaviour}" of a ServiceProvider`)
    for (const program of programs) providers.set(program.scope, newProvider(program, tokenSeconds))
    return Promise.all(programs.map(({ scope }) => providerBase(scope)))
  },
  humans: async (state: WorldState, programs: readonly HumanProgram[]): Promise<void> => {
    const { identityProviderA, identityProviderB } = state.counterparties
    for (const { behaviour } of programs)
      if (behaviour !== undefined && loginBehaviourNamed(behaviour) === undefined)
        throw new HarnessError(`the lab has no behaviour "${behaviour}" of an IdentityProvider`)
    for (const program of programs) state.logins.humans.set(program.username, { program, asked: 0 })
    await listForms([identityProviderA, identityProviderB], programs)
    for (const { behaviour } of programs) {
      const says = loginBehaviourNamed(behaviour)?.idToken?.registry
      // The human may choose either.
      if (says !== undefined) for (const one of [identityProviderA, identityProviderB]) await report(state, one, says)
    }
  },
  loginTokens: ({ logins }: WorldState, { username }: Pick<HumanProgram, 'username'>): readonly string[] =>
    logins.humans.get(username)?.tokens ?? [],
  tokenAnswers: (state: WorldState, forms: readonly AnswerGuise[]): void => {
    state.tokenAnswers = { forms, given: 0 }
  },
  revocation: ({ revocations }: WorldState, program: RevocationProgram): void => {
    const { misbehaviour } = program
    if (misbehaviour !== undefined && !revocationMisbehaviours.some(({ name }) => name === misbehaviour)) {
      throw new HarnessError(`the lab has no misbehaviour "${misbehaviour}" of revocation sources`)
    }
    revocations.set(program.scope, program)
  },
  canary: ({ canaries }: WorldState, program: CanaryProgram): void => {
    canaries.set(program.name, program)
  },
  ledger: ({ ledger }: WorldState, query: LedgerQuery) => ledger.find(query),
  subjects: ({ ledger }: WorldState, { kind }: Pick<LedgerEntry, 'kind'>) => ledger.subjects(kind),
  outage: (state: WorldState, outage: RegistryOutage, { lease }: CallContext): void => {
    if (lease === undefined || !state.leases.isExclusive(lease))
      throw new HarnessError('an outage needs the exclusive lease')
    setOutage(state, outage)
  },
  lease: (state: WorldState, { mode, boundMs, party }: LeaseRequest, { onGone }: CallContext): Promise<LeaseGrant> =>
    new Promise((resolve) => {
      const leases = leasesOf(state, party)
      let held: string | undefined
      const withdraw = leases.request(mode, boundMs, (id) => {
        held = id
        resolve({ id, breaker: state.breaker, heldMs: heldMs(state) })
      })
      onGone(() => (held === undefined ? withdraw() : leases.release(held)))
    }),
  release: (state: WorldState, { id, party }: Pick<LeaseGrant, 'id'> & Pick<LeaseRequest, 'party'>): void => {
    leasesOf(state, party).release(id)
  },
  hold: (state: WorldState, { ms }: { readonly ms: number }): Hold => {
    const first = heldMs(state) === 0
    state.heldUntil = Math.max(state.heldUntil, Date.now() + ms)
    return { ms: heldMs(state), first }
  },
  slot: (state: WorldState, { count, pace }: { readonly count: number; readonly pace: number }): number => {
    const at = Math.max(Date.now(), state.nextSlot)
    state.nextSlot = at + (count * 1000) / pace
    return at - Date.now()
  },
  breaker: (state: WorldState, { reason }: { readonly reason: string | null }): void => {
    // The first reason is the one that tells what happened.
    state.breaker = reason === null ? null : (state.breaker ?? reason)
  },
  anew: (state: WorldState): void => forget(state),
} satisfies Readonly<Record<string, Call>>

/** For how long the target is not to be asked anything. */
const heldMs = ({ heldUntil }: WorldState): number => Math.max(0, heldUntil - Date.now())

/** The leases of the whole lab, or the turns with one client. */
const leasesOf = ({ leases, turns }: WorldState, party: string | undefined): Leases => {
  if (party === undefined) return leases
  const found = turns.get(party) ?? openLeases(() => {})
  turns.set(party, found)
  return found
}

const checkNames = ({ answer }: PartyProgram): void => {
  if (answer?.token !== undefined && partiesTokenNamed(answer.token) === undefined) {
    throw new HarnessError(`the lab has no parties_token "${answer.token}"`)
  }
  checkTransport(answer?.transport)
}

const checkTransport = (transport: string | undefined): void => {
  if (transport !== undefined && misbehaviourNamed(transport) === undefined)
    throw new HarnessError(`the lab has no misbehaviour "${transport}"`)
}
