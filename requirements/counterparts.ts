import { requirement } from './index.js'
import type { Role } from './types.js'

/** Rules of machine-to-machine authentication, and what stands for them where a human logs in (L218, L281–285, ruling 23). */
const counterparts: readonly (readonly [rules: RegExp, counterpart: string])[] = [
  [/^(REGISTRY|PARTIES-TOKEN)-/, 'LOGIN-ADHERENCE'],
  [/^CERT-REVOCATION(-CHAIN)?$/, 'LOGIN-REVOCATION'],
  [/^TOKEN-NO-GET(-DISGUISED)?$/, 'LOGIN-POST'],
  [/^TOKEN-NO-REFRESH$/, 'LOGIN-NO-REFRESH'],
  [/^TOKEN-GRANTED$/, 'LOGIN-OIDC'],
  [/^CLIENT-ID-(ISS|EXACT|VALID)$/, 'LOGIN-CLIENT-ID'],
]

/**
 * The requirement that speaks to a role where this one binds other roles alone; itself otherwise.
 * @param id Throws for one that does not exist.
 */
export const requirementFor = (id: string, role: Role): string => {
  if (role !== 'IdentityProvider' && role !== 'IdentityBroker') return id
  if (requirement(id).binds.some((binding) => binding.role === role)) return id
  return counterparts.find(([rules]) => rules.test(id))?.[1] ?? id
}
