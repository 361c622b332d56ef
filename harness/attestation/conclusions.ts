import { isDeepStrictEqual } from 'node:util'
import type { Results } from '../contracts/results.js'
import { keyOf } from '../evidence/compare.js'
import { concludeAgain } from '../judge/conclude.js'
import { requirementRows } from '../run/results.js'
import { missingRows } from './rows.js'

/** Compares the requirements of results with those that bind the roles of the run. @returns every difference, in words. */
export function requirementProblems({ targets, requirements, policy }: Results): readonly string[] {
  const expected = targets.flatMap(({ name, roles }) =>
    roles.flatMap(({ role }) => requirementRows(name, role, policy ? { policy } : {})),
  )
  const rows = requirements.map(({ verdict: _, checks: __, ...row }) => row)
  const known = new Map(expected.map((row) => [keyOf(row), row]))
  const found = new Set(rows.map(keyOf))
  return [
    ...missingRows(
      'requirement',
      expected.filter((row) => !found.has(keyOf(row))),
    ),
    ...rows
      .filter((row) => !isDeepStrictEqual(row, plain(known.get(keyOf(row)))))
      .map(
        ({ id, target, role }) => `requirement ${id} of ${target} as ${role} says something else than that of Assay`,
      ),
  ]
}

/** What stands in the results beside verdicts, and does not follow from the rows of the checks, in words. */
export function conclusionProblems(results: Results): readonly string[] {
  const again = plain(concludeAgain(results).results)
  const members = ['targets', 'requirements', 'waivers'] as const
  // That a run was interrupted is among the reasons and nowhere else.
  const all = results.complete ? ([...members, 'gateReasons'] as const) : members
  return all
    .filter((member) => !isDeepStrictEqual(again[member], results[member]))
    .map((member) => `what the results say under "${member}" does not follow from the checks`)
}

/** As it stands in a file. */
const plain = <T>(value: T): T => (value === undefined ? value : (JSON.parse(JSON.stringify(value)) as T))
