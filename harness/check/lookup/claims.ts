import { validateClaims } from '../../documents/claims.js'
import type { DocumentProblem } from '../../documents/types.js'
import type { PartyRecord } from './record.js'

/** What is wrong with the typed claims of a record, each judged by itself; the pointer begins with the place of the claim in the list. */
export const claimProblems = ({ claims }: PartyRecord): readonly DocumentProblem[] =>
  claims.flatMap((claim, index) =>
    validateClaims(claim).problems.map((problem) => ({ ...problem, pointer: `/${index}${problem.pointer}` })),
  )
