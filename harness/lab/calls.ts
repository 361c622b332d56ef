import { revocationMisbehaviours } from '../../ca/index.js'
import { HarnessError } from '../errors.js'
import { misbehaviourNamed } from './misbehaviour.js'
import { partiesTokenNamed } from './parties-token.js'
import type {
  CanaryProgram,
  LeaseGrant,
  LeaseMode,
  LedgerQuery,
  PartyProgram,
  RegistryOutage,
  RevocationProgram,
} from './protocol.js'
import { type ProgrammedParty, setOutage, type WorldState } from './state.js'

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
  outage: (state: WorldState, outage: RegistryOutage, { lease }: CallContext): void => {
    if (lease === undefined || !state.leases.isExclusive(lease))
      throw new HarnessError('an outage needs the exclusive lease')
    setOutage(state, outage)
  },
  lease: (
    state: WorldState,
    { mode, boundMs }: { readonly mode: LeaseMode; readonly boundMs: number },
    { onGone }: CallContext,
  ): Promise<LeaseGrant> =>
    new Promise((resolve) => {
      let held: string | undefined
      const withdraw = state.leases.request(mode, boundMs, (id) => {
        held = id
        resolve({ id, breaker: state.breaker })
      })
      onGone(() => (held === undefined ? withdraw() : state.leases.release(held)))
    }),
  release: ({ leases }: WorldState, { id }: Pick<LeaseGrant, 'id'>): void => {
    leases.release(id)
  },
  breaker: (state: WorldState, { reason }: { readonly reason: string | null }): void => {
    // The first reason is the one that tells what happened.
    state.breaker = reason === null ? null : (state.breaker ?? reason)
  },
} satisfies Readonly<Record<string, Call>>

const checkNames = ({ answer }: PartyProgram): void => {
  if (answer?.token !== undefined && partiesTokenNamed(answer.token) === undefined) {
    throw new HarnessError(`the lab has no parties_token "${answer.token}"`)
  }
  if (answer?.transport !== undefined && misbehaviourNamed(answer.transport) === undefined) {
    throw new HarnessError(`the lab has no misbehaviour "${answer.transport}"`)
  }
}
