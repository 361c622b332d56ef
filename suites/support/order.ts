import { createHash } from 'node:crypto'
import type { RunOrder } from '../../harness/contracts/run.js'
import { readOrder, runVariable } from '../../harness/run/run-file.js'

const seed: RunOrder['seed'] | undefined = process.env[runVariable] === undefined ? undefined : readOrder().seed

/** Rows in an order that follows from the seed of the run, so that no check leans on the one before it; as written while they are only listed. */
export const inOrder = <T extends { readonly id: string }>(rows: readonly T[]): readonly T[] =>
  seed === undefined ? rows : [...rows].sort((a, b) => (rank(a.id) < rank(b.id) ? -1 : 1))

const rank = (id: string): string => createHash('sha256').update(`${seed} ${id}`).digest('hex')
