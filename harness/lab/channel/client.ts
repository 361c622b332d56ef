import { Pool } from 'undici'
import { HarnessError } from '../../contracts/errors.js'
import type {
  AnswerGuise,
  CanaryProgram,
  EvidenceProgram,
  Hold,
  HumanProgram,
  LabReady,
  LeaseGrant,
  LeaseMode,
  LeaseRequest,
  LedgerEntry,
  LedgerQuery,
  PartyProgram,
  ProviderProgram,
  RegistryOutage,
  RevocationProgram,
} from '../../contracts/lab-protocol.js'

/** A lease that is held until it is released, or its bound passes without any call of its holder. */
export interface HeldLease {
  /** Why the breaker was tripped; null while the target answers. */
  readonly breaker: string | null
  /** For how long the target is not to be asked anything, milliseconds. */
  readonly heldMs: number
  readonly release: () => Promise<void>
}

/** One world of a running lab. Every call throws HarnessError when the lab does not do as told. */
export interface LabClient {
  /** Programmes parties into the registry; a party that is programmed again starts anew. */
  readonly register: (parties: readonly PartyProgram[]) => Promise<void>
  /** Programmes what the AuthorisationRegistry and the EntitledParty answer; a consumer that is programmed again starts anew. */
  readonly evidence: (programs: readonly EvidenceProgram[]) => Promise<void>
  /** Programmes ServiceProviders; one that is programmed again knows none of its access tokens any more. */
  /** Answers with their base URLs. */
  readonly providers: (programs: readonly ProviderProgram[]) => Promise<readonly string[]>
  /** Programmes humans into the IdentityProviders; one that is programmed again starts anew. */
  readonly humans: (programs: readonly HumanProgram[]) => Promise<void>
  /** The tokens that the IdentityProviders gave in the last login of a human; secret. */
  readonly loginTokens: (username: string) => Promise<readonly string[]>
  /** Forms in which the token endpoint of the registry answers in turn from now on, the usual one among them. */
  readonly tokenAnswers: (forms: readonly AnswerGuise[]) => Promise<void>
  readonly revocation: (program: RevocationProgram) => Promise<void>
  readonly canary: (program: CanaryProgram) => Promise<void>
  readonly ledger: (query: LedgerQuery) => Promise<readonly LedgerEntry[]>
  /** Who was asked about in all entries of a kind, also in those that the ledger has forgotten. */
  readonly subjects: (kind: LedgerEntry['kind']) => Promise<readonly string[]>
  /** Needs the exclusive lease; over at the latest when that ends. */
  readonly outage: (outage: RegistryOutage) => Promise<void>
  readonly restore: () => Promise<void>
  /** Waits until the lease is granted. At most one at a time per client. */
  readonly lease: (mode: LeaseMode, boundMs: number) => Promise<HeldLease>
  /** Waits until nobody else has a turn with that client; returns what ends the turn, which is over after `boundMs` in any case. */
  readonly turn: (party: string, boundMs: number) => Promise<() => Promise<void>>
  /** The target asked not to be asked for so long, milliseconds. */
  readonly hold: (ms: number) => Promise<Hold>
  /** After how many milliseconds so many requests may begin, at that pace per second. */
  readonly slot: (count: number, pace: number) => Promise<number>
  /** Tells every later lease that the target stopped answering. */
  readonly tripBreaker: (reason: string) => Promise<void>
  /** The target answers again. */
  readonly resetBreaker: () => Promise<void>
  /** The world is as if nothing had happened in it: it forgets parties, tokens, leases and its ledger. */
  readonly beginAnew: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Bound of a call, milliseconds; a lease may be waited for as long as it takes. */
const callMs = 30_000

/** Connects to one world of a lab that said that it is ready. */
export const connectLab = (control: LabReady['control'], world: string): LabClient => {
  const pool = new Pool(control.url, { connections: null, bodyTimeout: callMs })
  let held: string | undefined

  const call = async <T>(name: string, argument: unknown, headersTimeout = callMs): Promise<T> => {
    const path = `/${encodeURIComponent(world)}/${name}`
    const headers = {
      authorization: `Bearer ${control.token}`,
      'content-type': 'application/json',
      ...(held === undefined ? {} : { 'x-assay-lease': held }),
    }
    const body = JSON.stringify(argument)
    const answer = await pool
      .request({ path, method: 'POST', headers, body, headersTimeout })
      .catch((cause: unknown) => {
        throw new HarnessError(`The lab does not answer (${name}).`, { cause })
      })
    const text = await answer.body.text()
    if (answer.statusCode === 401) throw new HarnessError('The lab does not know the token of its control channel.')
    const value = JSON.parse(text) as T
    if (answer.statusCode === 200) return value
    throw new HarnessError(`The lab refuses ${name}: ${(value as { error: string }).error}`)
  }

  const grant = (request: LeaseRequest): Promise<LeaseGrant> => call('lease', request, 0)

  return {
    register: (parties) => call('parties', parties),
    evidence: (programs) => call('evidence', programs),
    providers: (programs) => call('providers', programs),
    humans: (programs) => call('humans', programs),
    loginTokens: (username) => call('loginTokens', { username }),
    tokenAnswers: (forms) => call('tokenAnswers', forms),
    revocation: (program) => call('revocation', program),
    canary: (program) => call('canary', program),
    ledger: (query) => call('ledger', query),
    subjects: (kind) => call('subjects', { kind }),
    outage: (outage) => call('outage', outage),
    restore: () => call('outage', {}),
    lease: async (mode, boundMs) => {
      const { id, breaker, heldMs } = await grant({ mode, boundMs })
      held = id
      return {
        breaker,
        heldMs,
        release: async () => {
          if (held === id) held = undefined
          await call('release', { id })
        },
      }
    },
    turn: async (party, boundMs) => {
      const { id } = await grant({ mode: 'exclusive', boundMs, party })
      return () => call('release', { id, party })
    },
    hold: (ms) => call('hold', { ms }),
    slot: (count, pace) => call('slot', { count, pace }),
    tripBreaker: (reason) => call('breaker', { reason }),
    resetBreaker: () => call('breaker', { reason: null }),
    beginAnew: () => call('anew', {}),
    close: () => pool.destroy(),
  }
}
