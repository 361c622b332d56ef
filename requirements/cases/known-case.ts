import type { RequirementId } from '../list.js'
import type { CatalogueCase } from '../types.js'

/** A case that names a requirement that there is. */
export type KnownCase = CatalogueCase & { readonly requirement: RequirementId }
