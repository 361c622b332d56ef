import type { Role } from '../../requirements/types.js'
import type { DocumentKind } from '../documents/types.js'
import { type InterfaceOverrides, type InterfaceSettings, leaves, override } from './interface.js'
import { presetNamed, presets } from './presets.js'
import type { ParsedTarget } from './schema.js'
import type { Waiver } from './waivers.js'

type Section<K extends keyof ParsedTarget> = Readonly<NonNullable<ParsedTarget[K]>>

/** A target as every other part sees it: validated, with defaults, every file name absolute, every URL without slash at its end. */
export interface TargetConfig {
  /** Folder of the target file; commands run there. */
  readonly folder: string
  /** SHA-256 of the target's document as written, before values from the environment, lower-case hex. */
  readonly digest: string
  readonly name: string
  readonly version?: string | undefined
  /** Absent for a launched target until `chooseBaseUrl`, and for a ServiceConsumer. */
  readonly baseUrl?: string | undefined
  /** Absent = the one that the kit issues. */
  readonly partyId?: string | undefined
  readonly roles: readonly Role[]
  readonly replicas: readonly string[]
  readonly tls: { readonly ca?: string | undefined; readonly insecure: boolean }
  readonly launch?: LaunchSettings | undefined
  readonly restart?: Section<'restart'> | undefined
  readonly provision?: Section<'provision'> | undefined
  /** Name or file of the preset on which its interface settings stand. */
  readonly preset: string
  readonly interface: InterfaceSettings
  /** Dotted paths of interface settings that do not come from the default preset. */
  readonly overrides: readonly string[]
  readonly certificates: { readonly keyUsage: readonly string[] }
  readonly participants: Section<'participants'>
  readonly trust?: Section<'trust'> | undefined
  readonly service?: Section<'service'> | undefined
  readonly trigger?: Section<'trigger'> | undefined
  readonly documents: readonly NamedDocument[]
  readonly write: Section<'write'>
  readonly login?: Section<'login'> | undefined
  readonly clock: TargetClock
  readonly lab: LabAddresses
  readonly waivers: readonly Waiver[]
  /** Dotted paths of every setting that the target file gives. */
  readonly given: readonly string[]
}

/** A document that the target file names. */
export interface NamedDocument {
  readonly kind: DocumentKind
  /** Below the base URL where the target serves it, else a file. */
  readonly path: string
  readonly served: boolean
}

/** Times that a target takes, seconds. */
export interface TargetClock {
  /** How long it may go by an answer of the registry that it looked up before. */
  readonly registryCacheSeconds: number
  /** How long a ServiceProvider may go by evidence that it was given before. */
  readonly evidenceCacheSeconds: number
  /** How long an authorization code lives at most; the ten minutes of RFC 6749 §4.1.2 by default. */
  readonly codeLifetimeSeconds: number
}

/** How Assay starts the target. */
export interface LaunchSettings {
  readonly command: string
  readonly env: Readonly<Record<string, string>>
  readonly readyTimeoutSeconds: number
}

/** Where the lab listens for one target; the shape of `WorldSettings` (`harness/lab/protocol.ts`). */
export interface LabAddresses {
  readonly host: string
  readonly tls: boolean
  readonly ports: { readonly https: number; readonly http: number }
  readonly publicUrls: { readonly https: string | null; readonly http: string | null }
}

/** What is known of a target beside its own document. */
export interface Origin {
  readonly folder: string
  readonly digest: string
  /** Content of the preset file, where `interface.preset` names one. */
  readonly presetFile?: InterfaceOverrides | undefined
  /** Content of the file of waivers, where there is one. */
  readonly waivers?: readonly Waiver[] | undefined
}

/** Fills in every default. File names have to be absolute already. */
export const resolveTarget = (parsed: ParsedTarget, origin: Origin): TargetConfig => {
  const { target, launch, lab } = parsed
  const { preset, ...own } = parsed.interface ?? {}
  const stated = presets.default.settings
  const base = presetNamed(preset ?? 'default')?.settings ?? stated
  const file = origin.presetFile ?? {}
  const changes = own as InterfaceOverrides
  const settings = withTexts(override(override(base, file), changes))
  return {
    folder: origin.folder,
    digest: origin.digest,
    name: target.name,
    version: target.version,
    baseUrl: target.baseUrl && bare(target.baseUrl),
    partyId: target.partyId,
    roles: target.roles,
    replicas: (target.replicas ?? []).map(bare),
    tls: { ca: target.tls?.ca, insecure: target.tls?.insecure ?? false },
    launch: launch && {
      command: launch.command,
      env: texts(launch.env ?? {}),
      readyTimeoutSeconds: launch.readyTimeoutSeconds ?? 20,
    },
    restart: parsed.restart,
    provision: parsed.provision,
    preset: preset ?? 'default',
    interface: settings,
    overrides: [
      ...new Set([...differences(stated, base), ...[...leaves(file), ...leaves(changes)].map(([path]) => path)]),
    ],
    certificates: parsed.certificates ?? { keyUsage: ['nonRepudiation'] },
    participants: parsed.participants ?? [],
    trust: parsed.trust,
    service: parsed.service,
    trigger: parsed.trigger,
    documents: (parsed.documents ?? []).map((one) => ({ served: true, ...one })),
    write: parsed.write ?? [],
    login: parsed.login,
    clock: {
      registryCacheSeconds: parsed.clock?.registryCacheSeconds ?? 0,
      evidenceCacheSeconds: parsed.clock?.evidenceCacheSeconds ?? 0,
      codeLifetimeSeconds: parsed.clock?.codeLifetimeSeconds ?? 600,
    },
    lab: {
      host: lab?.host ?? '127.0.0.1',
      tls: lab?.tls ?? true,
      ports: { https: lab?.ports?.https ?? 0, http: lab?.ports?.http ?? 0 },
      publicUrls: { https: bareOrNull(lab?.publicUrls?.https), http: bareOrNull(lab?.publicUrls?.http) },
    },
    waivers: origin.waivers ?? [],
    given: leaves(parsed as unknown as InterfaceOverrides).map(([path]) => path),
  }
}

/** Leaves in which one interface differs from another. */
const differences = (one: InterfaceSettings, other: InterfaceSettings): readonly string[] => {
  const before = new Map(leaves(one as unknown as InterfaceOverrides))
  return leaves(other as unknown as InterfaceOverrides).flatMap(([path, value]) =>
    before.get(path) === value ? [] : [path],
  )
}

const bare = (url: string): string => url.replace(/\/+$/, '')

const bareOrNull = (url: string | null | undefined): string | null => (url ? bare(url) : null)

const texts = (record: Readonly<Record<string, string | number | boolean>>): Record<string, string> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, String(value)]))

const withTexts = (settings: InterfaceSettings): InterfaceSettings => ({
  ...settings,
  token: { ...settings.token, parameters: texts(settings.token.parameters) },
})
