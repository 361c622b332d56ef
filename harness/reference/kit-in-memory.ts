import { namedVariants } from './engine/variants.js'
import type { Kit } from './kit.js'
import type { Resource } from './token-endpoint/resource.js'

/** Other ways to have a kit (`ASSAY_REFERENCE_VARIANT`). */
export const kitVariants = ['keeps-kit-in-memory'] as const

/** A kit as a reference has it, and what is served for that. */
export interface KeptKit {
  readonly kit: Kit
  readonly resources: readonly Resource[]
}

/**
 * Parties, policies and humans of the kit are there from the start. A variant has none of them until `POST /kit` says so,
 * as of a server that keeps in memory alone what its `provision` loads.
 */
export function keptKit(kit: Kit, variants: string | undefined): KeptKit {
  if (!namedVariants(kitVariants, variants).has('keeps-kit-in-memory')) return { kit, resources: [] }
  let isLoaded = false
  const held = <T>(all: readonly T[]): readonly T[] => (isLoaded ? all : [])
  const answer: Resource['answer'] = ({ method }) => {
    if (method === 'POST') isLoaded = true
    return Promise.resolve({ status: method === 'POST' ? 204 : 405, headers: {}, body: '' })
  }
  return {
    kit: {
      ...kit,
      get parties() {
        return held(kit.parties)
      },
      get policies() {
        return held(kit.policies)
      },
      get humans() {
        return held(kit.humans)
      },
    },
    resources: [{ serves: (path) => path === '/kit', answer }],
  }
}
