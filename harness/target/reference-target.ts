import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Role } from '../../requirements/types.js'
import { resolveTarget, type TargetConfig } from './config.js'

/** The server roles, for which there are reference participants. */
const serverRoles: readonly Role[] = [
  'ServiceProvider',
  'AuthorisationRegistry',
  'EntitledParty',
  'ParticipantRegistry',
]

/** The reference participants of some roles, all server roles by default, each a target of its own. */
export const referenceTargets = (roles: readonly Role[] = serverRoles, fault?: string): readonly TargetConfig[] =>
  roles.map((role) => referenceTarget(role, fault))

/** A reference participant as a target like any other: a command that is launched with a kit. `fault` goes into `ASSAY_FAULT`. */
export const referenceTarget = (role: Role, fault?: string): TargetConfig => {
  const main = fileURLToPath(new URL('../reference/main.js', import.meta.url))
  const document = {
    target: { name: `reference ${role}`, roles: [role] },
    launch: {
      command: `exec ${[process.execPath, main, role].map(quote).join(' ')}`,
      ...(fault !== undefined && { env: { ASSAY_FAULT: fault } }),
    },
  }
  const digest = createHash('sha256')
    .update(JSON.stringify([role, fault ?? null]))
    .digest('hex')
  return resolveTarget(document, { folder: process.cwd(), digest })
}

/** One word for a POSIX shell. */
const quote = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`
