import type { Judge } from '../../harness/check/types.js'
import type { Mutation } from '../../harness/mutations/types.js'
import { readingsOf } from '../../requirements/readings.js'
import { oftenEnough } from './processes.js'
import type { Row } from './row.js'
import type { Fixtures } from './test.js'

/** The mutations of a row, each of which is sent alone. */
export const mutationsOf = (row: Row): readonly Mutation[] => ('entry' in row.mutate ? [row.mutate] : row.mutate)

/** What the mutation at `index` is called. */
export const nameOf = (row: Row, index: number): string => mutationsOf(row)[index]?.name ?? row.title

/** Body of a check: the control is granted, every mutation is refused. */
export const refusal =
  (row: Row, options?: Parameters<Judge['refuses']>[1]) =>
  async ({ client, judge }: Pick<Fixtures, 'client' | 'judge'>) => {
    const [control, ...mutated] = await client.prepare(...mutationsOf(row))
    await judge.grants(control)
    for (const message of mutated) await judge.refuses(message, options)
  }

/** Body of a check: the control is granted, every mutation is refused as often as its client comes. */
export const refusalAgain =
  (row: Row) =>
  async ({ client, judge }: Pick<Fixtures, 'client' | 'judge'>) => {
    const [control, ...mutated] = await client.prepare(...mutationsOf(row))
    await judge.grants(control)
    for (const message of mutated) {
      await judge.refuses(message)
      for (let count = 1; count < oftenEnough; count += 1) await judge.refuses(client.next(message))
    }
  }

/** Body of a check: the control is granted, and so is every mutation. */
export const acceptance =
  (row: Row) =>
  async ({ client, judge }: Pick<Fixtures, 'client' | 'judge'>) => {
    const [control, ...mutated] = await client.prepare(...mutationsOf(row))
    await judge.grants(control)
    for (const message of mutated) await judge.accepts(message)
  }

/** Body of a check: the control is granted, and what becomes of the mutations is noted. */
export const observation =
  (row: Row) =>
  async ({ client, judge }: Pick<Fixtures, 'client' | 'judge'>) => {
    const [control, ...mutated] = await client.prepare(...mutationsOf(row))
    await judge.grants(control)
    const isRead = row.requirements.some((id) => Object.keys(readingsOf(id)).length > 0)
    for (const [index, message] of mutated.entries()) await judge.records(message, nameOf(row, index), { isRead })
  }

/** Body of a check: whatever becomes of the mutations, the next conforming request of the client is granted. */
export const survival =
  (row: Row) =>
  async ({ client, judge }: Pick<Fixtures, 'client' | 'judge'>) => {
    const [control, ...mutated] = await client.prepare(...mutationsOf(row))
    await judge.grants(control)
    for (const [index, message] of mutated.entries()) {
      await judge.records(message, nameOf(row, index))
      await judge.accepts(client.next(control))
    }
  }
