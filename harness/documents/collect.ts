import { requirement } from '../../requirements/index.js'
import type { Level } from '../../requirements/types.js'
import { pointerOf } from './pointer.js'
import type { DocumentNote, DocumentProblem, Findings } from './types.js'

/** Path within a document. */
export type Path = readonly PropertyKey[]

/** A broken rule: where, which requirement, what is wrong; `level` where it weighs otherwise than the requirement. */
export function problem(path: Path, id: string, says: string, level?: Level): DocumentProblem {
  const { clauses, remedy, level: own } = requirement(id)
  return { pointer: pointerOf(path), clause: clauses[0] ?? '', requirement: id, says, remedy, level: level ?? own }
}

/** A note about one place. */
export const note = (path: Path, id: string, says: string): DocumentNote => ({
  pointer: pointerOf(path),
  requirement: id,
  says,
})

/** Several findings as one. */
export const together = (all: readonly Findings[]): Findings => ({
  problems: all.flatMap(({ problems }) => problems),
  notes: all.flatMap(({ notes }) => notes),
})

/** Nothing found. */
export const nothing: Findings = { problems: [], notes: [] }

/** The same findings within a larger document. */
export const below = (path: Path, { problems, notes }: Findings): Findings => {
  const start = pointerOf(path)
  return {
    problems: problems.map((one) => ({ ...one, pointer: start + one.pointer })),
    notes: notes.map((one) => ({ ...one, pointer: start + one.pointer })),
  }
}
