import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Profile, Role } from '../../requirements/types.js'
import type { GivenParticipant } from '../check/given-parties.js'
import { HarnessError } from '../errors.js'
import type { Counterparties, CounterpartyAddress } from '../lab/protocol.js'
import { noteSecretsIn } from '../leaks/note.js'
import type { Assumption } from '../target/assumptions.js'
import type { NamedDocument, TargetClock, TargetConfig } from '../target/config.js'
import type { InterfaceSettings } from '../target/interface.js'
import type { Human } from '../target/login.js'
import type { ServiceUnderTest } from '../target/service.js'
import type { Waiver } from '../target/waivers.js'
import type { Shard } from './shard.js'

/** Environment variable that names the run's folder for workers and reporter. */
export const runVariable = 'ASSAY_RUN'

/** What a run is to be: all that the runner has to know for loading its checks, while lab and targets are still being started. */
export interface RunOrder {
  readonly id: string
  readonly seed: number
  readonly seedChosen: boolean
  readonly shard?: Shard
  /** ISO 8601, UTC. */
  readonly startedAt: string
  readonly profile: Profile
  readonly strict: boolean
  readonly only: readonly string[]
  /** Whether a check runs for which humans log in at a relying party. */
  readonly logins: boolean
  readonly workers: number
  /** Where results and reports go. */
  readonly out: string
  /** Temporary folder of the run: keys, kits, this file. */
  readonly folder: string
  readonly targets: readonly { readonly name: string; readonly roles: readonly Role[] }[]
}

/** One run as every process of it sees it. Written once, after preflight, into the run's own folder; gone with it. */
export interface RunFile extends RunOrder {
  readonly control: { readonly url: string; readonly token: string }
  /** Restarts targets on behalf of workers. */
  readonly steward: { readonly url: string; readonly token: string }
  /** Folder of the key pool. */
  readonly keys: string
  readonly targets: readonly RunTarget[]
}

/** One target of a run. */
export interface RunTarget {
  readonly name: string
  readonly version?: string
  readonly roles: readonly Role[]
  /** Name of its world in the lab. */
  readonly world: string
  readonly partyId: string
  readonly baseUrl: string
  readonly replicas: readonly string[]
  readonly settings: InterfaceSettings
  /** PEM file of the root of its TLS certificate. */
  readonly tls: { readonly ca?: string; readonly insecure: boolean }
  readonly keyUsage: readonly string[]
  readonly clock: TargetClock
  /** Clock of the target minus ours, milliseconds. */
  readonly clockOffsetMs?: number
  /** Whether a new access token of a client ends its older ones. */
  readonly oneLiveToken?: boolean
  /** Whether a human who is logged in gets a page all the same, for each relying party at least. */
  readonly pagesEachLogin?: boolean
  /** Roles in which logins at the target as a relying party need no browser. */
  readonly plainLogins?: readonly Role[]
  /** Roles in which a browser has shown the pages of logins. */
  readonly pagesSeen?: readonly Role[]
  /** A page of a ServiceProvider that shows only to a human who is logged in that they are. */
  readonly personalPage?: string
  /** How long after the end of its trigger the ServiceConsumer made its last request in preflight, milliseconds. */
  readonly consumerLateMs?: number
  /** Folder of the world's throwaway PKI. */
  readonly authority: string
  /** PEM file: the certificate chain issued to the target, leaf first. */
  readonly chain: string
  /** The lab's Participant Registry. */
  readonly registry: CounterpartyAddress
  /** The lab's other counterparties. */
  readonly counterparties: Counterparties
  /** The target file's own participants; empty where the lab makes them. */
  readonly participants: readonly GivenParticipant[]
  /** PEM files of the roots of what the target signs (`trust.roots`); where empty, the roots of its participants or of the lab count. */
  readonly trustRoots: readonly string[]
  /** Where the lab's relying parties receive answers. */
  readonly redirectUri: string
  /** Test users that the kit names. */
  readonly humans: readonly Human[]
  /** Where the target file names one. */
  readonly service?: ServiceUnderTest
  /** Base URL of the lab's plain HTTP listener, as the target reaches it. */
  readonly httpUrl: string
  /** Folder of the fixture parties' keys; set for a ParticipantRegistry. */
  readonly fixtures: string
  readonly restartable: boolean
  /** Documents that are judged, and endpoints that take claims; only those that the target file names. */
  readonly documents: readonly NamedDocument[]
  readonly write: TargetConfig['write']
  /** Whether its target file says how a ServiceConsumer is made to call. */
  readonly triggerable: boolean
  readonly configDigest: string
  readonly waivers: readonly Waiver[]
  readonly assumptions: readonly Assumption[]
}

/** How often a worker looks whether the run is set up, milliseconds. */
const pauseMs = 20

const orderFile = (folder: string): string => `${folder}/order.json`
const runFile = (folder: string): string => `${folder}/run.json`

const runFolder = (): string => {
  const folder = process.env[runVariable]
  if (folder === undefined) throw new HarnessError(`No run is going on: ${runVariable} is not set.`)
  return folder
}

/** @throws HarnessError when no run is going on. */
export const readOrder = (): RunOrder => JSON.parse(readFileSync(orderFile(runFolder()), 'utf8')) as RunOrder

/** @throws HarnessError when no run is going on. */
export const readRun = (): RunFile => JSON.parse(readFileSync(runFile(runFolder()), 'utf8')) as RunFile

/** The run as soon as it is set up; a process that waits in vain is ended. @throws HarnessError when no run is going on. */
export async function awaitRun(): Promise<RunFile> {
  const file = runFile(runFolder())
  while (!existsSync(file)) await wait(pauseMs)
  noteSecretsIn(runFolder())
  return readRun()
}

/** Writes the order and tells this process and its children where it is. */
export function writeOrder(order: RunOrder): void {
  noteSecretsIn(order.folder)
  keep(orderFile(order.folder), order)
  process.env[runVariable] = order.folder
}

/** Writes the run file, for which workers may be waiting already. */
export const writeRun = (run: RunFile): void => keep(runFile(run.folder), run)

/** Whole or not at all, since somebody may be waiting for it. */
function keep(file: string, content: RunOrder): void {
  const part = `${file}.part`
  writeFileSync(part, JSON.stringify(content), { mode: 0o600 })
  renameSync(part, file)
}
