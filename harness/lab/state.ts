import type { Authority } from '../../ca/index.js'
import type { Speaker } from '../mutations/parties-token.js'
import { type AccessTokens, openAccessTokens } from './access-tokens.js'
import type { RegistryInterface } from './interface.js'
import { type Leases, openLeases } from './leases.js'
import { type Ledger, openLedger } from './ledger.js'
import type { CanaryProgram, PartyProgram, RegistryOutage, RevocationProgram } from './protocol.js'

/** A programmed party and how often it was looked up. */
export interface ProgrammedParty {
  readonly program: PartyProgram
  lookups: number
  /** The answer of its first look-up, while the program repeats it. */
  firstToken?: string
}

/** Everything that one world remembers. */
export interface WorldState {
  readonly name: string
  readonly authority: Authority
  /** Base of CRL, OCSP and canary URLs as the target reaches them. */
  readonly httpUrl: string
  readonly names: RegistryInterface
  readonly registry: Speaker
  readonly participant: Speaker
  readonly untrusted: Speaker
  /** DER of the roots on the trusted list. */
  readonly roots: readonly Buffer[]
  /** Audience of `parties_token` when nobody authenticated. */
  readonly targetPartyId: string
  readonly tokenSeconds: number
  readonly parties: Map<string, ProgrammedParty>
  readonly revocations: Map<string, RevocationProgram>
  readonly canaries: Map<string, CanaryProgram>
  readonly tokens: AccessTokens
  readonly ledger: Ledger
  readonly leases: Leases
  /** What is out of order for every party. */
  outage: RegistryOutage
  breaker: string | null
  /** Our own mistake while a request was answered. Nothing that the target did since can be judged. */
  failure?: string
  /** Closes the kept-alive connections of the counterparties, so that what changed about TLS is seen. */
  closeConnections: () => void
}

/** What of a state is given from outside. */
export type WorldIdentity = Pick<
  WorldState,
  | 'name'
  | 'authority'
  | 'httpUrl'
  | 'names'
  | 'registry'
  | 'participant'
  | 'untrusted'
  | 'roots'
  | 'targetPartyId'
  | 'tokenSeconds'
>

/** The state of a world in which nothing has happened yet. */
export const newState = (identity: WorldIdentity): WorldState => {
  const state: WorldState = {
    ...identity,
    parties: new Map(),
    revocations: new Map(),
    canaries: new Map(),
    tokens: openAccessTokens(identity.tokenSeconds),
    ledger: openLedger(),
    leases: openLeases(() => setOutage(state, {})),
    outage: {},
    breaker: null,
    closeConnections: () => undefined,
  }
  return state
}

/** Puts an outage in the place of the present one; `{}` restores order. */
export const setOutage = (state: WorldState, outage: RegistryOutage): void => {
  const before = state.outage
  state.outage = outage
  if (outage.forgetTokens) state.tokens.forget()
  else state.tokens.recall()
  if (before.wrongTlsCertificate !== outage.wrongTlsCertificate || outage.reset) state.closeConnections()
}
