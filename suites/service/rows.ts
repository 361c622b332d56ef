import type { Judge } from '../../harness/check/types.js'
import type { ServiceMutation } from '../../harness/mutations/evidence.js'
import { type Coverage, checksWith, rowsWith } from '../support/row.js'
import type { Fixtures } from '../support/test.js'

/** One row about calls of the service. */
export interface ServiceRow extends Coverage {
  /** Completes the sentence "refuses its service …", "grants its service …" or "records whether it serves …". */
  readonly title: string
  /** Each differs from the control in itself alone. */
  readonly mutate: readonly ServiceMutation[]
}

/** A row, and a check, of ServiceProviders. */
export const row = rowsWith({ roles: ['ServiceProvider'] })
export const flow = checksWith({ roles: ['ServiceProvider'] })

type Tools = Pick<Fixtures, 'service' | 'judge'>

/** Body of a check: the control is granted, every mutation is refused. */
export const serviceRefusal =
  ({ mutate }: ServiceRow, options?: Parameters<Judge['refuses']>[1]) =>
  async ({ service, judge }: Tools) => {
    const [control, ...mutated] = await service.prepare(...mutate)
    await judge.grants(control)
    for (const message of mutated) await judge.refuses(message, options)
  }

/** Body of a check: the control is granted, and so is every mutation. */
export const serviceGrant =
  ({ mutate }: ServiceRow) =>
  async ({ service, judge }: Tools) => {
    const [control, ...mutated] = await service.prepare(...mutate)
    await judge.grants(control)
    for (const message of mutated) await judge.accepts(message)
  }

/** Body of a check: the control is granted, what becomes of the mutations is noted, and the control is granted again. */
export const serviceObservation =
  ({ mutate }: ServiceRow) =>
  async ({ service, judge }: Tools) => {
    const [control, ...mutated] = await service.prepare(...mutate)
    await judge.grants(control)
    for (const [index, message] of mutated.entries()) await judge.records(message, mutate[index]?.name ?? '')
    await judge.accepts(service.next(control))
  }
