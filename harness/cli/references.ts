import { roles as allRoles, type Role } from '../../requirements/types.js'
import type { TargetConfig } from '../contracts/target.js'
import { referenceTarget } from '../target/reference-target.js'

/**
 * The embedded reference participants as targets.
 * @param roles Their roles; all seven by default.
 * @param fault Value of `ASSAY_FAULT` for each.
 */
export const referenceTargets = (roles: readonly Role[] = allRoles, fault?: string): readonly TargetConfig[] =>
  roles.map((role) => referenceTarget(role, fault))
