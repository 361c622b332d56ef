import { type InterfaceOverrides, type InterfaceSettings, leaves, override } from '../contracts/interface.js'
import { isObject, type Json } from '../contracts/json.js'
import type { LabAddresses, TargetConfig, Waiver } from '../contracts/target.js'
import type { ParsedTarget } from '../contracts/target-file/schema.js'
import { presetNamed, presets } from './presets.js'

/** What is known of a target beside its own document. */
export interface Origin {
  readonly folder: string
  readonly digest: string
  /** Content of the preset file, where `interface.preset` names one. */
  readonly presetFile?: InterfaceOverrides | undefined
  /** Values from the environment that nobody else may read. */
  readonly secrets?: readonly string[]
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
    secrets: origin.secrets ?? [],
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
      warmSeconds: launch.readyTimeoutSeconds ?? 5,
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
      patienceSeconds: parsed.clock?.patienceSeconds ?? 60,
    },
    pace: parsed.pace,
    lab: {
      host: lab?.host ?? '127.0.0.1',
      tls: lab?.tls ?? true,
      ports: { https: lab?.ports?.https ?? 0, http: lab?.ports?.http ?? 0 },
      publicUrls: { https: bareOrNull(lab?.publicUrls?.https), http: bareOrNull(lab?.publicUrls?.http) },
      ...ownOrigins(parsed),
    },
    watched: parsed.watch?.paths ?? [],
    waivers: origin.waivers ?? [],
    given: leaves(parsed as unknown as InterfaceOverrides).map(([path]) => path),
  }
}

/** A ServiceConsumer is often given a host to which it appends absolute paths; every other target reads base URLs from its kit. */
function ownOrigins({ lab, target: { roles } }: ParsedTarget): Pick<LabAddresses, 'ownOrigins'> {
  if (lab?.origins !== undefined) return lab.origins === 'own' ? { ownOrigins: 'must' } : {}
  const isReached = (lab?.host ?? '127.0.0.1') === '127.0.0.1' && !lab?.publicUrls?.https
  return isReached && roles.every((role) => role === 'ServiceConsumer') ? { ownOrigins: 'may' } : {}
}

/** Leaves in which one interface differs from another, and what it lacks. */
const differences = (one: InterfaceSettings, other: InterfaceSettings): readonly string[] => {
  const before = new Map(leaves(one as unknown as InterfaceOverrides))
  const changed = leaves(other as unknown as InterfaceOverrides).filter(([path, value]) => before.get(path) !== value)
  return [...changed.map(([path]) => path), ...missing(one as unknown as Json, other as unknown as Json)]
}

const missing = (one: Json, other: Json, prefix = ''): readonly string[] =>
  isObject(one) && isObject(other)
    ? Object.entries(one).flatMap(([name, value]) =>
        Object.hasOwn(other, name) ? missing(value, other[name] ?? null, `${prefix}${name}.`) : [`${prefix}${name}`],
      )
    : []

const bare = (url: string): string => url.replace(/\/+$/, '')

const bareOrNull = (url: string | null | undefined): string | null => (url ? bare(url) : null)

const texts = (record: Readonly<Record<string, string | number | boolean>>): Record<string, string> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, String(value)]))

const withTexts = (settings: InterfaceSettings): InterfaceSettings => ({
  ...settings,
  token: { ...settings.token, parameters: texts(settings.token.parameters) },
})
