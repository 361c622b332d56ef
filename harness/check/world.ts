import type { KeyObject } from 'node:crypto'
import type { Authority, KeyPool } from '../../ca/index.js'
import type { CertifiedKey } from '../../ca/types.js'
import type { Role } from '../../requirements/types.js'
import type { LabClient } from '../lab/client.js'
import type { InterfaceSettings } from '../target/interface.js'
import type { HttpClient } from '../wire/http.js'
import type { PartySource } from './parties.js'

/** Everything around one target that the checks of a worker share. */
export interface World {
  readonly target: {
    readonly name: string
    readonly role: Role
    readonly partyId: string
    readonly baseUrl: string
    readonly tokenUrl: string
    readonly publicKey: KeyObject
    readonly replicas: readonly string[]
  }
  readonly settings: InterfaceSettings
  readonly registry: { readonly partyId: string; readonly baseUrl: string }
  /** Base URL of the lab's plain HTTP listener, as the target reaches it. */
  readonly httpUrl: string
  readonly keyUsage: readonly string[]
  readonly lab: LabClient
  readonly http: HttpClient
  readonly authority: Authority
  readonly keys: KeyPool
  readonly parties: PartySource
  /** A key and chain of the same names that no trusted root stands behind. */
  readonly untrusted: CertifiedKey
  readonly foreignKey: KeyObject
}
