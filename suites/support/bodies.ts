import type { Mutation } from '../../harness/mutations/types.js'
import type { Fixtures } from './test.js'
import type { Row } from './row.js'

const variants = (row: Row): readonly Mutation[] => ('entry' in row.mutate ? [row.mutate] : row.mutate)

/** Body of a check: the control is granted, every variant is refused. */
export const refusal =
  (row: Row) =>
  async ({ client, judge }: Pick<Fixtures, 'client' | 'judge'>) => {
    const [control, ...mutated] = await client.prepare(...variants(row))
    await judge.grants(control)
    for (const message of mutated) await judge.refuses(message)
  }

/** Body of a check: the control is granted, and so is every variant. */
export const acceptance =
  (row: Row) =>
  async ({ client, judge }: Pick<Fixtures, 'client' | 'judge'>) => {
    const [control, ...mutated] = await client.prepare(...variants(row))
    await judge.grants(control)
    for (const message of mutated) await judge.accepts(message)
  }

/** Body of a check: the control is granted, and what becomes of the variants is noted. */
export const observation =
  (row: Row) =>
  async ({ client, judge }: Pick<Fixtures, 'client' | 'judge'>) => {
    const [control, ...mutated] = await client.prepare(...variants(row))
    await judge.grants(control)
    for (const message of mutated) await judge.records(message, message.recipe[differing(row)] ?? row.title)
  }

const differing = (row: Row): string => variants(row)[0]?.entry ?? ''
