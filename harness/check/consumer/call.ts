import { setTimeout as sleep } from 'node:timers/promises'
import { providerPrefix } from '../../contracts/lab-places.js'
import type { LedgerEntry } from '../../contracts/lab-protocol.js'
import type { TimedTrigger, TriggerOrder } from '../../contracts/steward.js'
import type { LabClient } from '../../lab/channel/client.js'
import type { Mutation } from '../../mutations/types.js'
import type { CheckClient } from '../message/client.js'
import type { World } from '../world.js'
import type { CallOptions, ConsumerCall, Provider } from './types.js'

/** How long after the end of its trigger a consumer may take to call, milliseconds. */
export const arrivalMs = 5_000
const pauseMs = 20
/** So often it is noted that a trigger still goes on, milliseconds. */
const tickMs = 250

/** How long a consumer that was so late in preflight may take (milliseconds both). */
export const patience = (lateMs = 0): number => Math.max(arrivalMs, 3 * lateMs)

/** What it takes to have a consumer call. */
export interface CallMeans {
  readonly world: Pick<World, 'lab' | 'counterparties'>
  readonly client: Pick<CheckClient, 'make' | 'register'>
  readonly trigger: (order: TriggerOrder) => Promise<TimedTrigger>
  /** How long after its trigger a call is awaited, milliseconds; `arrivalMs` by default. */
  readonly patienceMs?: number
  /** Hears of the milliseconds that are no time of the check. */
  readonly borne?: (ms: number) => void
  /** Id of the check. */
  readonly check: string
}

/**
 * Programmes a ServiceProvider of the lab, triggers, and waits for the calls: at a conforming provider until its
 * service was called; at another one, or when the trigger failed, for `lingerMs` after the end of the trigger and the
 * first call.
 * @param isAwaited The first call is waited for as long as one at a conforming provider, where the trigger worked.
 */
export async function callProvider(
  means: CallMeans,
  { behaviour, like, at, answered, unserved, besideOthers, nextTo }: CallOptions,
  { lingerMs, isAwaited }: { readonly lingerMs: number; readonly isAwaited: boolean },
): Promise<ConsumerCall> {
  const { world, trigger, check, patienceMs = arrivalMs, borne } = means
  const { lab } = world
  const made = at ?? (await newProvider(means, like))
  const { scope, partyId } = made
  const since = Date.now()
  const program = { scope, partyId, ...(behaviour && { behaviour }), ...(answered && { guise: answered }) }
  const [ownUrl = ''] = await lab.providers([program])
  const baseUrl = nextTo ? belowOrigin(nextTo.baseUrl, scope) : ownUrl
  const provider = { scope, partyId, baseUrl }
  const call = { ASSAY_PROVIDER_URL: baseUrl, ASSAY_PROVIDER_PARTY_ID: partyId, ASSAY_CHECK: check }
  // How long a consumer takes, and the triggers before it, is no time of the check.
  const ticking = setInterval(() => borne?.(tickMs), tickMs)
  const triggered = await trigger({ call, ...(besideOthers && { besideOthers }) }).finally(() => clearInterval(ticking))
  const ended = Date.now()
  const waitMs = behaviour === undefined && !unserved && triggered.succeeded ? patienceMs : lingerMs
  const firstMs = isAwaited && triggered.succeeded ? patienceMs : waitMs
  const entries = await untilServed(lab, { scope, since, ended, waitMs, firstMs })
  borne?.(Math.max(0, Date.now() - ended - tickMs))
  const of = (kind: LedgerEntry['kind']) => entries.filter((entry) => entry.kind === kind)
  return {
    provider,
    tokenRequests: of('provider-token'),
    serviceCalls: of('service'),
    lured: await lab.ledger({ subjects: [`lure-${scope}`], kinds: ['canary'], since }),
    triggered,
    durationMs: triggered.durationMs,
    outlived: triggered.outlived === true,
    lateMs: Math.max(0, ...entries.map((entry) => entry.at - ended)),
  }
}

/** Where a provider of the lab is found, too, whatever its own address is. */
const belowOrigin = (baseUrl: string, scope: string): string =>
  `${new URL(baseUrl).origin}${providerPrefix}${encodeURIComponent(scope)}`

/** A ServiceProvider in good standing that nobody has called yet. */
async function newProvider({ client }: CallMeans, like?: Mutation): Promise<Omit<Provider, 'baseUrl'>> {
  const { partyId, scope } = await client.make(like)
  await client.register()
  return { partyId, scope }
}

/** Which calls are waited for; milliseconds. */
interface Awaited {
  readonly scope: string
  readonly since: number
  /** When the trigger ended. */
  readonly ended: number
  /** How long after that and the first call. */
  readonly waitMs: number
  /** How long after that for the first call. */
  readonly firstMs: number
}

async function untilServed(
  lab: Pick<LabClient, 'ledger'>,
  { scope, since, ended, waitMs, firstMs }: Awaited,
): Promise<readonly LedgerEntry[]> {
  for (;;) {
    const entries = await lab.ledger({ subjects: [scope], kinds: ['provider-token', 'service'], since })
    if (entries.some(({ kind, status }) => kind === 'service' && status === 200)) return entries
    const [first] = entries
    // A consumer that has begun goes on soon, however long it took to begin.
    const end = first ? Math.max(ended, first.at) + Math.min(waitMs, arrivalMs) : ended + firstMs
    if (Date.now() >= end) return entries
    await sleep(pauseMs)
  }
}
