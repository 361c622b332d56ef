import type { FaultName } from '../../faults/faults.js'
import type { Kit } from '../kit.js'
import { AuthenticatedClient, type Transports } from './authenticated-client.js'
import type { RegistryAnswer } from './transport.js'

/** The Participant Registry as a client sees it: looks parties up. */
export class RegistryClient extends AuthenticatedClient {
  readonly #partiesPath: string

  constructor(kit: Kit, transports: Transports, faults: ReadonlySet<FaultName>) {
    super(kit, kit.participantRegistry, transports, faults)
    this.#partiesPath = `${this.prefix}${kit.participantRegistry.paths.parties ?? '/parties'}`
  }

  /** Path of the look-up by query (L207); the party id comes behind it. */
  get queryPath(): string {
    return `${this.#partiesPath}?party_id=`
  }

  /** Path of the look-up by path (L208); the party id comes behind it. */
  get itemPath(): string {
    return `${this.#partiesPath}/`
  }

  /** Looks up with the own access token. Throws `RegistryFailure`. */
  lookUp(path: string): Promise<RegistryAnswer> {
    return this.call({ method: 'GET', path })
  }

  /** One look-up with the given bearer token or none. */
  ask(path: string, token?: string): Promise<RegistryAnswer> {
    return this.send({ method: 'GET', path }, token)
  }
}
