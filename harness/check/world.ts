import type { KeyObject } from 'node:crypto'
import type { Authority, KeyPool } from '../../ca/index.js'
import type { CertifiedKey } from '../../ca/types.js'
import type { Role } from '../../requirements/types.js'
import type { Browser } from '../browser/types.js'
import type { InterfaceSettings } from '../contracts/interface.js'
import type { Counterparties, CounterpartyAddress } from '../contracts/lab-protocol.js'
import type { Human, LoginUnderTest } from '../contracts/login.js'
import type { Blocked } from '../contracts/run.js'
import type { ServiceUnderTest } from '../contracts/service.js'
import type { TargetClock } from '../contracts/target.js'
import type { Guise } from '../guises/types.js'
import type { LabClient } from '../lab/channel/client.js'
import type { DelegationFixtures } from '../target/kit/delegation-fixtures.js'
import type { HttpClient } from '../wire/http.js'
import type { AnswersOfRun } from './answers/listen.js'
import type { LoginCodes } from './identity-provider/types.js'
import type { PartySource } from './parties/parties.js'
import type { GivenParty } from './parties/statements.js'
import type { Patience } from './patience.js'
import type { SecondLooks } from './second-looks.js'
import type { Watch } from './watch.js'

/** Everything around one target that the checks of a worker share. */
export interface World {
  readonly target: {
    readonly name: string
    readonly role: Role
    readonly partyId: string
    readonly baseUrl: string
    readonly tokenUrl: string
    readonly publicKey: KeyObject
    /** DER of its certificate and of those above it. */
    readonly chain: readonly Buffer[]
    readonly replicas: readonly string[]
    readonly partyIdForm?: string
    /** `sub` of signed requests for authorization, where it wants such ones (`interface.login.request`). */
    readonly requestSubject?: string
    readonly furtherClaims: readonly string[]
    readonly clientIdNames: readonly string[]
    readonly parameterTypes: readonly string[]
    readonly clock: TargetClock
    /** Seconds by which messages are dated back, because its clock is behind ours; less than none where it is ahead. */
    readonly datedBack: number
    /** Its clock minus ours, milliseconds; 0 where its answers do not tell. */
    readonly clockOffsetMs: number
  }
  readonly settings: InterfaceSettings
  readonly registry: CounterpartyAddress
  readonly counterparties: Counterparties
  /** Only for a ServiceProvider whose target file names it. */
  readonly service?: ServiceUnderTest
  /**
   * The browser of this worker, started when first asked for and closed with the world; absent where none was found
   * (`noChromium`). Throws `NotTestable` where it does not start.
   */
  readonly browser?: () => Promise<Browser>
  /** For windows without a browser; takes any server certificate, as the browser does. */
  readonly pages: HttpClient
  /** Authorization requests of checks go through the browser though their pages may need none, as the deep profile wishes. */
  readonly alwaysInBrowser?: boolean
  /** A browser has shown the pages of the target's logins, in preflight: nothing that hides there is in anybody's way. */
  readonly pagesSeen?: boolean
  /** A ServiceProvider that forwarded nothing yet got no evidence, as preflight saw. */
  readonly wantsForwarded?: boolean
  /** Logins at the target as a relying party need no browser, as preflight saw. */
  readonly plainLogins?: boolean
  /** A page of a ServiceProvider that shows `login.successText` only to a human who is logged in, as preflight saw. */
  readonly personalPage?: string
  /** Parties whose certificates have other key usages; absent where the parties are given, or known to the target beforehand. */
  readonly otherParties?: (keyUsage: readonly string[]) => PartySource
  /** Parties that are new to the target; only where it takes none but those that were registered with it, so that `parties` are these. */
  readonly newcomers?: PartySource
  /** What checks cannot rest on, as preflight saw. */
  readonly blocked?: Blocked
  /** Where the lab's relying parties receive answers. */
  readonly redirectUri: string
  /** Test users that the kit names. */
  readonly humans: readonly Human[]
  /** Values of the target file that no evidence may hold. */
  readonly secrets?: readonly string[]
  /** How a human logs in; for a ServiceProvider only where the target file says where a login starts. */
  readonly login?: LoginUnderTest
  /** Base URL of the lab's plain HTTP listener, as the target reaches it. */
  readonly httpUrl: string
  readonly keyUsage: readonly string[]
  /** Nothing is sent while anything else is under way: this is a safe run. */
  readonly oneAtATime?: boolean
  /** A new access token of a client ends its older ones, so that checks take turns with the clients that they share. */
  readonly oneLiveToken?: boolean
  /** A client is refused once some wrong messages came in its name, so that each has a client of its own. */
  readonly locksOut?: boolean
  /** Another conforming form of all that the check sends and of the world around it. */
  readonly guise?: Guise
  readonly lab: LabClient
  readonly http: HttpClient
  /** Sees every exchange of `http`. */
  readonly watch: Watch
  /** What came back by `http`. */
  readonly answers: AnswersOfRun
  readonly patience: Patience
  readonly secondLooks: SecondLooks
  readonly authority: Authority
  readonly keys: KeyPool
  readonly parties: PartySource
  /** Only for an IdentityProvider or IdentityBroker: where the codes of its token requests come from. */
  readonly codes?: LoginCodes
  /** The target file's own participants, where the target asks another registry than the lab's. */
  readonly given?: readonly GivenParty[]
  /** DER of the roots against which the target's own JWTs are verified. */
  readonly roots: () => Promise<readonly Buffer[]>
  /** Policies that the target was asked to load, with their parties; only for an AuthorisationRegistry or EntitledParty. */
  readonly delegation?: DelegationFixtures
  /** Folder that keeps the keys of the kit's fixture parties (`readDelegationFixtures`). */
  readonly fixtures: string
  /** A key and chain of the same names that no trusted root stands behind. */
  readonly untrusted: CertifiedKey
  readonly foreignKey: KeyObject
}
