import { createRequire } from 'node:module'
import type covertable from 'covertable'
import type { Profile } from '../../requirements/types.js'
import { type Dimension, dimensions, type GuiseValue } from './types.js'
import { guiseValues } from './values.js'

/** Names of values that are played together. */
export type Bundle = readonly string[]

const valuesOf = (dimension: Dimension): readonly GuiseValue[] =>
  guiseValues.filter((value) => value.dimension === dimension)

/** Every value but the dear ones in one of as few bundles as there are values of the largest dimension. */
const spread = (): readonly Bundle[] => {
  const columns = dimensions.map((dimension) => valuesOf(dimension).filter(({ deep }) => !deep))
  const count = Math.max(...columns.map(({ length }) => length))
  return Array.from({ length: count }, (_, index) => columns.flatMap((values) => values[index]?.name ?? []))
}

const algorithms: readonly Bundle[] = ['RS384', 'RS512'].map((alg) => [`alg=${alg}`, `answer=${alg}`])

/**
 * What a run of that profile plays beside the default guise: the digests; every value; every pair of values.
 */
export function bundlesOf(profile: Profile): readonly Bundle[] {
  if (profile === 'quick') return algorithms
  return profile === 'standard' ? spread() : pairs()
}

/** Loads what one profile alone needs, and what takes as long to load as fifty modules of ours. */
const require = createRequire(import.meta.url)

/** A covering array of strength 2, the default values among the others. */
const pairs = (): readonly Bundle[] =>
  (require('covertable') as typeof covertable)
    .make(dimensions.map((dimension) => ['', ...valuesOf(dimension).map(({ name }) => name as string)]))
    .map((row) => row.filter((name) => name !== ''))
    .filter((row) => row.length > 0)
