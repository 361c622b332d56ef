import type { Mutation } from '../../harness/mutations/types.js'
import { tokenRequestRows } from '../token-requests.js'
import { mutationsOf } from './bodies.js'

/** A mutation of a token request, under the check that sends it. */
export interface NamedMutation {
  readonly check: string
  readonly name: string
}

/** Every mutation of a token request, in the order of the suite. */
export const namedMutations: readonly NamedMutation[] = tokenRequestRows.flatMap((row) =>
  mutationsOf(row).map(({ name }) => ({ check: row.id, name })),
)

/** A mutation by its own name, or by the check that sends it: the first of several, or `CHECK#2` for the second; `undefined` where there is none. */
export function mutationNamed(wanted: string): Mutation | undefined {
  const [, check = wanted, number = '1'] = /^(.*)#(\d+)$/.exec(wanted) ?? []
  const row = tokenRequestRows.find(({ id }) => id === check)
  return row
    ? mutationsOf(row)[Number(number) - 1]
    : tokenRequestRows.flatMap(mutationsOf).find(({ name }) => name === wanted)
}

/** What a mutation can be called: the ids of checks, and the names of mutations. */
export const mutationNames: readonly string[] = [...new Set(namedMutations.flatMap(({ check, name }) => [check, name]))]
