import type { JsonObject } from '../../contracts/json.js'
import type { FaultName } from '../../faults/faults.js'
import type { Received } from '../engine/received.js'
import { type Change, ruleAbout } from '../engine/rule.js'
import type { KitParty } from '../kit.js'
import type { Participant } from '../participant/participant.js'
import type { Issued } from '../token-endpoint/issued-tokens.js'

/** A `parties_token` that was handed out. */
export interface Kept {
  readonly token: string
  readonly caller: string
}

/** A look-up on its way through the rules; each rule fills in what later ones need. */
export interface LookUp {
  readonly received: Received
  readonly participant: Participant
  readonly faults: ReadonlySet<FaultName>
  /** What the caller's access token stands for. */
  readonly issued: Issued | undefined
  /** Who authenticated last; read by a fault alone. */
  readonly latest: string | undefined
  /** The last answer about each party, which only faults use. */
  readonly kept: Map<string, Kept>
  form: 'query' | 'path'
  /** Party ids as they are written in the request target. */
  written: readonly string[]
  /** Party id that is looked up. */
  partyId: string
  party: KitParty | undefined
  record: JsonObject
  alg: 'RS256' | 'RS512' | 'PS256'
  header: JsonObject
  claims: JsonObject
  body: JsonObject
  /** What goes out before the answer, which only a fault sees to. */
  printed?: string
}

/** Path below which parties are looked up (L207–208). */
export const partiesPath = '/parties'

/** Makes rules about look-ups. */
export const rule = ruleAbout<LookUp, 'http' | 'client' | 'form' | 'lookup' | 'record' | 'parties token'>()

/** Fills in a part; what is given always holds. */
export const set = (lookUp: LookUp, part: Partial<LookUp>): true => {
  Object.assign(lookUp, part)
  return true
}

/** Fills in another part in the place of the right one. */
export const setting =
  (part: (lookUp: LookUp) => Partial<LookUp>): Change<LookUp> =>
  () =>
  (lookUp) =>
    set(lookUp, part(lookUp))
