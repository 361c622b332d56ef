import type { Level } from '../../requirements/types.js'

/** One broken rule at one place of a document. */
export interface DocumentProblem {
  /** RFC 6901; of a missing member the place where it would stand; empty = the whole document. */
  readonly pointer: string
  /** First clause of the requirement, for example `L105`. */
  readonly clause: string
  /** Id of the requirement that is broken. */
  readonly requirement: string
  /** What is wrong, beginning with a verb: `is missing`. */
  readonly says: string
  /** What an implementer does about it: as the requirement says, or what the side does that wrote the document. */
  readonly remedy: string
  /** That of the requirement, or less where its wording is open at this point; more where it speaks of receivers alone. */
  readonly level: Level
}

/** Something worth knowing that breaks no rule: which of several readings was seen. */
export interface DocumentNote {
  readonly pointer: string
  /** Id of the requirement that it belongs to. */
  readonly requirement: string
  readonly says: string
}

/** Everything found in one document, in the order of its places. */
export interface Findings {
  readonly problems: readonly DocumentProblem[]
  readonly notes: readonly DocumentNote[]
}

/** What the validation goes by beside the document itself. */
export interface ValidationOptions {
  /** Milliseconds since epoch. */
  readonly now: number
  /** URI that has to stand second in `@context`; any string when absent (L158). */
  readonly context?: string
}
