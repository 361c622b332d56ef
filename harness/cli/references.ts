import type { Role } from '../../requirements/types.js'
import { serverRoles } from '../check/coverage.js'
import { ConfigError } from '../errors.js'
import type { TargetConfig } from '../target/config.js'
import { referenceTarget } from '../target/reference-target.js'

/**
 * The embedded reference participants as targets.
 * @param roles Their roles; all that have a reference by default.
 * @param fault What goes into `ASSAY_FAULT` of each.
 * @throws ConfigError for a role without a reference.
 */
export function referenceTargets(roles: readonly Role[] = serverRoles, fault?: string): readonly TargetConfig[] {
  const without = roles.find((role) => !serverRoles.includes(role))
  if (without)
    throw new ConfigError(`There is no reference ${without} yet; there is one of each of ${serverRoles.join(', ')}.`)
  return roles.map((role) => referenceTarget(role, fault))
}
