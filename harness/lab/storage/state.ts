import type { Authority } from '../../../ca/index.js'
import type {
  CanaryProgram,
  EvidenceProgram,
  OutageAt,
  PartyProgram,
  RegistryOutage,
  RevocationProgram,
} from '../../contracts/lab-protocol.js'
import type { Speaker } from '../../mutations/signed-token.js'
import { type Leases, openLeases } from '../channel/leases.js'
import { type CounterpartySet, defaultScope, newProvider, type Provider } from '../counterparty/counterparty.js'
import { type LoginMemory, openLoginMemory } from '../identity-provider/login-memory.js'
import type { LabInterface } from '../interface.js'
import { unlist } from '../registry/listing.js'
import { type AccessTokens, openAccessTokens } from './access-tokens.js'
import { type Ledger, openLedger } from './ledger.js'

/** A programmed party and how often it was looked up. */
export interface ProgrammedParty {
  readonly program: PartyProgram
  lookups: number
  /** The answer of its first look-up, while the program repeats it. */
  firstToken?: string
}

/** What is programmed about one consumer, and how often it was asked for. */
export interface ProgrammedEvidence {
  readonly program: EvidenceProgram
  asked: number
}

/** Everything that one world remembers. */
export interface WorldState {
  readonly name: string
  readonly authority: Authority
  /** Base of CRL, OCSP and canary URLs as the target reaches them. */
  readonly httpUrl: string
  readonly names: LabInterface
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
  /** Those of the registry. */
  readonly tokens: AccessTokens
  /** Everybody else whom kits name. */
  readonly counterparties: CounterpartySet
  /** By the consumer that they are about. */
  readonly evidence: Map<string, ProgrammedEvidence>
  /** By scope. */
  readonly providers: Map<string, Provider>
  readonly logins: LoginMemory
  readonly ledger: Ledger
  readonly leases: Leases
  /** Turns of checks that share a client, by its Party Identifier. */
  readonly turns: Map<string, Leases>
  /** What is out of order for every party. */
  outage: RegistryOutage
  breaker: string | null
  /** Until when the target is not to be asked anything, and when the next request may begin where it has a pace; milliseconds since epoch. */
  heldUntil: number
  nextSlot: number
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
  | 'counterparties'
>

/** The state of a world in which nothing has happened yet. */
export const newState = (identity: WorldIdentity): WorldState => {
  const state: WorldState = {
    ...identity,
    parties: new Map(),
    revocations: new Map(),
    canaries: new Map(),
    tokens: openAccessTokens(identity.tokenSeconds),
    evidence: new Map(),
    providers: new Map([[defaultScope, ofKit(identity)]]),
    logins: openLoginMemory(),
    ledger: openLedger(),
    leases: openLeases(() => {
      setOutage(state, {})
      unlist(state)
    }),
    turns: new Map(),
    outage: {},
    breaker: null,
    heldUntil: 0,
    nextSlot: 0,
    closeConnections: () => undefined,
  }
  return state
}

/** Puts an outage in the place of the present one; `{}` restores order. */
export const setOutage = (state: WorldState, outage: RegistryOutage): void => {
  const before = state.outage
  state.outage = outage
  for (const tokens of tokensAt(state)) tokens.recall()
  if (outage.forgetTokens) for (const tokens of tokensAt(state, outage.at ?? 'registry')) tokens.forget()
  if (before.tlsCertificate !== outage.tlsCertificate || outage.reset) state.closeConnections()
}

/** The provider that kits name. */
const ofKit = ({ counterparties, tokenSeconds }: WorldIdentity): Provider => ({
  ...newProvider({ scope: defaultScope, partyId: counterparties.serviceProvider.partyId }, tokenSeconds),
  tokens: counterparties.serviceProvider.tokens,
})

/** The stores of access tokens that an outage concerns; all by default. */
const tokensAt = ({ tokens, counterparties, providers }: WorldState, at?: OutageAt): readonly AccessTokens[] => [
  ...(at === undefined || at === 'registry' ? [tokens] : []),
  ...(at === undefined || at === 'evidence'
    ? [counterparties.authorisationRegistry.tokens, counterparties.entitledParty.tokens]
    : []),
  ...(at === undefined || at === 'providers' ? [...providers.values()].map((provider) => provider.tokens) : []),
]
