import { allOf, anyOf, F, T, type Tree } from '../../harness/mutations/conditions.js'
import { flow } from './rows.js'

const kinds = [anyOf, allOf]
const leaves = [F, T]

/** Both operators at the top, both below, and each value of four leaves: 64 trees of three levels. */
export const table: readonly Tree[] = kinds.flatMap((outer) =>
  kinds.flatMap((inner) =>
    leaves.flatMap((a) =>
      leaves.flatMap((b) => leaves.flatMap((c) => leaves.map((d) => outer(inner(a, b), inner(c, d))))),
    ),
  ),
)

export const truthTable = flow('service.truth-table', 'DLG-09', [
  'ignores-conditions-at-service',
  'any-of-needs-all-at-service',
  'any-of-reads-first-at-service',
  'all-of-needs-one-at-service',
  'all-of-reads-first-at-service',
  'all-of-reads-last-at-service',
  'flattens-nesting-at-service',
])

export const fewRandom = flow(
  'service.random-trees',
  'DLG-09',
  ['ignores-conditions-at-service', 'flattens-nesting-at-service'],
  { profile: 'standard' },
)
