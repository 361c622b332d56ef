import type { Coverage } from '../../harness/check/coverage.js'
import type { FaultName } from '../../harness/faults/faults.js'
import type { Mutation } from '../../harness/mutations/types.js'
import type { CaseId } from '../../requirements/cases/index.js'
import { cases } from '../../requirements/index.js'
import type { RequirementId } from '../../requirements/list.js'

export type { Coverage }

/** One row of a `*.cases.ts` table. */
export interface Row extends Coverage {
  /** Completes the sentence "refuses …", "accepts …" or "records …". */
  readonly title: string
  /** One mutation, or several of which each differs from the control in itself alone. */
  readonly mutate: Mutation | readonly Mutation[]
}

/** What a check is about: catalogued cases, and requirements where those of the cases are not meant. */
type About = RequirementId | CaseId

type Several<T> = T | readonly T[]
export type More = Partial<Omit<Coverage, 'id' | 'requirements' | 'cases' | 'detects'>>

/**
 * What a check is.
 * @param id `<topic>.<mnemonic>`
 * @param about Without requirements those of the cases count.
 * @param detects Faults of which each must turn it red.
 * @param more Level, profile, roles and order, where they are not the usual ones.
 */
export function check(id: string, about: Several<About>, detects: Several<FaultName> = [], more: More = {}): Coverage {
  const named: readonly About[] = [about].flat()
  const own = named.filter(isCase)
  const stated = named.filter((one): one is RequirementId => !isCase(one))
  const ofCases = [...new Set(own.map((one) => requirementOf.get(one) as RequirementId))]
  return {
    id,
    requirements: stated.length > 0 ? stated : ofCases,
    cases: own,
    detects: [detects].flat(),
    ...more,
  }
}

const requirementOf = new Map(cases.map((one) => [one.id as CaseId, one.requirement]))

const isCase = (one: About): one is CaseId => requirementOf.has(one as CaseId)

/** Makes checks that have so much in common. */
export const checksWith =
  (usual: More) =>
  (id: string, about: Several<About>, detects: Several<FaultName> = [], more: More = {}): Coverage =>
    check(id, about, detects, { ...usual, ...more })

/** The beginning of a row: what the check is. What it sends follows. */
export interface RowBegun {
  /**
   * @param title Completes the sentence "refuses …", "accepts …" or "records …".
   * @param mutate What is other than in the control: one mutation, or several that are sent one by one.
   */
  sends<M extends object>(
    title: string,
    mutate: M,
  ): Omit<Coverage, 'mutate'> & { readonly title: string; readonly mutate: M }
}

/** Makes rows that have so much in common. */
export const rowsWith =
  (usual: More) =>
  (...its: Parameters<typeof check>): RowBegun => ({
    sends: (title, mutate) => ({ ...checksWith(usual)(...its), title, mutate }),
  })

/** A row: what the check is as with `check`, then `sends`. */
export const row = rowsWith({})
