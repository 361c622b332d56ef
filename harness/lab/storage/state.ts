import type { IncomingMessage } from 'node:http'
import type { Authority, KeyPool } from '../../../ca/index.js'
import { defaultScope } from '../../contracts/lab-places.js'
import type {
  AnswerGuise,
  CanaryProgram,
  EvidenceProgram,
  OutageAt,
  PartyProgram,
  RegistryOutage,
  RevocationProgram,
} from '../../contracts/lab-protocol.js'
import type { Speaker } from '../../mutations/signed-token.js'
import { type Leases, openLeases } from '../channel/leases.js'
import { type CounterpartySet, newProvider, type Provider } from '../counterparty/counterparty.js'
import type { LabRequest } from '../http/request.js'
import { type LoginMemory, openLoginMemory } from '../identity-provider/login-memory.js'
import type { LabInterface } from '../interface.js'
import { unlist } from '../registry/listing.js'
import { recordOf } from '../registry/record.js'
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
  readonly keys: Pick<KeyPool, 'own'>
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
  /** Forms in which the token endpoint of the registry answers in turn, and how often it has. */
  tokenAnswers: { readonly forms: readonly AnswerGuise[]; given: number }
  /** What is out of order for every party. */
  outage: RegistryOutage
  breaker: string | null
  /** Until when the target is not to be asked anything, and when the next request may begin where it has a pace; milliseconds since epoch. */
  heldUntil: number
  nextSlot: number
  /** Our own mistake while a request was answered. Nothing that the target did since can be judged. */
  failure?: string
  /** Closes the kept-alive connections of the counterparties, so that what changed about TLS is seen; not that of a request. */
  closeConnections: (kept?: IncomingMessage) => void
  /** Base URL of a ServiceProvider by its scope. */
  providerBase: (scope: string) => Promise<string>
}

/** What of a state is given from outside. */
export type WorldIdentity = Pick<
  WorldState,
  | 'name'
  | 'authority'
  | 'keys'
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
    ...memoryOf(identity),
    leases: leasesOf(() => state),
    closeConnections: () => undefined,
    providerBase: async (scope) => scope,
  }
  return state
}

/** Puts a world back to where nothing had happened; identities and addresses stay. */
export const forget = (state: WorldState): void => {
  setOutage(state, {})
  for (const { tokens } of Object.values(state.counterparties)) tokens.clear()
  delete state.failure
  const leases = leasesOf(() => state)
  Object.assign(state, memoryOf(state), { leases })
}

/** Leases whose end ends an outage; not those of a time that is forgotten, of which a late one may still be released. */
const leasesOf = (stateOf: () => WorldState): Leases => {
  const own: Leases = openLeases(() => {
    const state = stateOf()
    if (state.leases !== own) return
    setOutage(state, {})
    unlist(state)
  })
  return own
}

/** What a world remembers of what happened, when nothing has. */
const memoryOf = (identity: WorldIdentity) => {
  const { registry } = identity
  const program = { partyId: registry.partyId, record: recordOf(registry) }
  return {
    parties: new Map<string, ProgrammedParty>([[registry.partyId, { program, lookups: 0 }]]),
    revocations: new Map<string, RevocationProgram>(),
    canaries: new Map<string, CanaryProgram>(),
    tokens: openAccessTokens(registry.partyId, identity.tokenSeconds),
    evidence: new Map<string, ProgrammedEvidence>(),
    providers: new Map([[defaultScope, ofKit(identity)]]),
    logins: openLoginMemory(),
    ledger: openLedger(),
    turns: new Map<string, Leases>(),
    tokenAnswers: { forms: [] as readonly AnswerGuise[], given: 0 },
    outage: {} as RegistryOutage,
    breaker: null as string | null,
    heldUntil: 0,
    nextSlot: 0,
  }
}

/** Puts an outage in the place of the present one; `{}` restores order. */
export const setOutage = (state: WorldState, outage: RegistryOutage): void => {
  const before = state.outage
  state.outage = outage
  for (const tokens of tokensAt(state)) tokens.recall()
  const forgotten = [...(outage.forgetTokens ? [outage.at ?? 'registry'] : []), ...(outage.forgetTokensOf ?? [])]
  for (const tokens of forgotten.flatMap((at) => tokensAt(state, at))) tokens.forget()
  if (before.tlsCertificate !== outage.tlsCertificate || outage.reset) state.closeConnections()
}

/** What comes from now on, comes over a connection with the certificate that the outage has for after that. */
export function changeCertificate(
  state: WorldState,
  { request, response }: Pick<LabRequest, 'request' | 'response'>,
  after: 'tlsCertificateAfterToken' | 'tlsCertificateAfterLookUp' | 'tlsCertificateAfterRefusal',
): void {
  const { [after]: tlsCertificate, ...outage } = state.outage
  if (tlsCertificate === undefined) return
  state.outage = { ...outage, tlsCertificate }
  state.closeConnections(request)
  response.setHeader('connection', 'close')
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
