import type { Role } from '../../../requirements/types.js'
import type { SettingLine } from '../../contracts/errors.js'
import type { RunTarget } from '../../contracts/run.js'
import type { TargetConfig } from '../../contracts/target.js'
import type { TargetFile } from '../../contracts/target-file/schema.js'
import { nested } from '../../run/preflight/setting-lines.js'

/** What is known of a server. */
export interface Known {
  readonly name: string
  readonly role: Role
  readonly command?: string
  readonly url?: string
  /** Ports that its kit names, where it runs elsewhere. */
  readonly ports?: TargetConfig['lab']['ports']
  /** Settings that it takes. */
  readonly lines: readonly SettingLine[]
}

/** What is known of one once it grants conforming clients. */
export interface FoundOut extends Known {
  readonly target: RunTarget
}

/** Where a service is looked for at a ServiceProvider. */
const usualService = { path: '/service' }

/** The target file as far as it is known; `without` leaves the service out, which serves nobody. */
export const documentOf = (
  { name, role, command, url, ports, lines }: Known,
  without: { readonly service?: boolean } = {},
): TargetFile => ({
  target: { name, ...(url !== undefined && { baseUrl: url }), roles: [role] },
  ...(command !== undefined && { launch: { command } }),
  ...(role === 'ServiceProvider' && !without.service && { service: usualService }),
  ...(nested(lines) as Partial<TargetFile>),
  ...(ports && { lab: { ports } }),
})
