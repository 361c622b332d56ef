import { readFileSync, writeFileSync } from 'node:fs'
import type { Profile, Role } from '../../requirements/types.js'
import { HarnessError } from '../errors.js'
import type { Assumption } from '../target/assumptions.js'
import type { InterfaceSettings } from '../target/interface.js'

/** Environment variable that names the run file for workers and reporter. */
export const runVariable = 'ASSAY_RUN'

/** One run as every process of it sees it. Written once, after preflight, into the run's own folder; gone with it. */
export interface RunFile {
  readonly id: string
  readonly seed: number
  /** ISO 8601, UTC. */
  readonly startedAt: string
  readonly profile: Profile
  readonly strict: boolean
  readonly only: readonly string[]
  readonly workers: number
  /** Where results and reports go. */
  readonly out: string
  /** Temporary folder of the run: keys, kits, this file. */
  readonly folder: string
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
  readonly registryCacheSeconds: number
  /** Clock of the target minus ours, milliseconds. */
  readonly clockOffsetMs?: number
  /** Folder of the world's throwaway PKI. */
  readonly authority: string
  /** PEM file: the certificate chain issued to the target, leaf first. */
  readonly chain: string
  /** The lab's Participant Registry. */
  readonly registry: { readonly partyId: string; readonly baseUrl: string }
  /** Base URL of the lab's plain HTTP listener, as the target reaches it. */
  readonly httpUrl: string
  /** Folder of the fixture parties' keys; set for a ParticipantRegistry. */
  readonly fixtures: string
  readonly restartable: boolean
  readonly configDigest: string
  readonly assumptions: readonly Assumption[]
}

/** @throws HarnessError when no run is going on. */
export function readRun(): RunFile {
  const file = process.env[runVariable]
  if (file === undefined) throw new HarnessError(`No run is going on: ${runVariable} is not set.`)
  return JSON.parse(readFileSync(file, 'utf8')) as RunFile
}

/** Writes the run file and tells this process and its children where it is. */
export function writeRun(run: RunFile): void {
  const file = `${run.folder}/run.json`
  writeFileSync(file, JSON.stringify(run), { mode: 0o600 })
  process.env[runVariable] = file
}
