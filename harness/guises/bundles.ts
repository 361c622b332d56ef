import { createRequire } from 'node:module'
import type covertable from 'covertable'
import type { Profile } from '../../requirements/types.js'
import { type Dimension, dimensions, type GuiseValue } from './types.js'
import { guiseValues } from './values.js'

/** Names of values that are played together. */
export type Bundle = readonly string[]

const valuesOf = (dimension: Dimension): readonly GuiseValue[] =>
  guiseValues.filter((value) => value.dimension === dimension)

type Wanted = (value: GuiseValue) => boolean

/** Every such value in one of as few bundles as there are values of the largest dimension. */
const spread = (wanted: Wanted): readonly Bundle[] => {
  const columns = dimensions.map((dimension) => valuesOf(dimension).filter(wanted))
  const count = Math.max(...columns.map(({ length }) => length))
  return Array.from({ length: count }, (_, index) => columns.flatMap((values) => values[index]?.name ?? []))
}

const isCheap: Wanted = ({ deep }) => !deep

const algorithms: readonly Bundle[] = ['RS384', 'RS512'].map((alg) => [`alg=${alg}`, `answer=${alg}`])

/**
 * What a run of that profile plays beside the default guise: the digests; every value; every pair of values.
 * @param concerns Whether a value makes a difference to whom it is played for; pairs are made of those alone.
 */
export function bundlesOf(profile: Profile, concerns: Wanted = () => true): readonly Bundle[] {
  if (profile === 'quick') return algorithms
  return profile === 'standard' ? spread(isCheap) : pairs(concerns)
}

/** What a target is asked at first, to learn which of the values that such a run plays it takes. */
export const triedAtFirst = (profile: Profile): readonly Bundle[] =>
  profile === 'deep' ? spread(() => true) : bundlesOf(profile)

/** Loads what one profile alone needs, and what takes as long to load as fifty modules of ours. */
const require = createRequire(import.meta.url)

const made = new Map<string, readonly Bundle[]>()

/** A covering array of strength 2, the default values among the others. */
function pairs(wanted: Wanted): readonly Bundle[] {
  const columns = dimensions
    .map((dimension) =>
      valuesOf(dimension)
        .filter(wanted)
        .map(({ name }) => name as string),
    )
    .filter(({ length }) => length > 0)
  const key = columns.join('; ')
  const known = made.get(key) ?? (columns.length > 1 ? covering(columns) : columns.flat().map((name) => [name]))
  made.set(key, known)
  return known
}

const covering = (columns: readonly (readonly string[])[]): readonly Bundle[] =>
  (require('covertable') as typeof covertable)
    .make(columns.map((names) => ['', ...names]))
    .map((row) => row.filter((name) => name !== ''))
    .filter((row) => row.length > 0)
