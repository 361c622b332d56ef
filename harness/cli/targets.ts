import { ConfigError } from '../contracts/errors.js'
import type { TargetConfig } from '../contracts/target.js'
import { loadTargets } from '../target/file/target-file.js'
import { roleNamed, targetFromFlags } from '../target/target-flags.js'
import { referenceTargets } from './references.js'

/** Flags that say which targets are meant. */
export interface TargetSelection {
  readonly target?: string
  readonly role: readonly string[]
  readonly partyId?: string
  readonly config?: string
  /** `true`: all roles. */
  readonly reference?: true | readonly string[]
  readonly fault?: string
}

/** The targets that the flags name; without any, the references. @throws ConfigError where the flags contradict each other. */
export async function targetsOf(flags: TargetSelection): Promise<readonly TargetConfig[]> {
  const { target, role, partyId, config, reference, fault } = flags
  if (config !== undefined && target !== undefined)
    throw new ConfigError('--config and --target exclude each other: the target file names the URL.')
  if (config !== undefined) return loadTargets(config)
  if (target !== undefined) return [targetFromFlags({ target, roles: role, ...(partyId !== undefined && { partyId }) })]
  if (role.length > 0)
    throw new ConfigError('--role goes with --target; for reference participants say --reference ROLE.')
  return referenceTargets(Array.isArray(reference) ? reference.map(roleNamed) : undefined, fault)
}
