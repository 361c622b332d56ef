/** A wrong behaviour that a reference participant can be given. */
export interface Fault {
  /** What the participant then does wrong, in the present tense. */
  readonly does: string
  /** Catalogue cases that must notice it. */
  readonly cases: readonly string[]
  /** `party`: can be switched on for one client. `global`: concerns the participant as a whole. */
  readonly scope: 'party' | 'global'
}

/** A fault that can be switched on for one client. */
export const party = (does: string, ...cases: string[]): Fault => ({ does, cases, scope: 'party' })

/** A fault of the participant as a whole. */
export const global = (does: string, ...cases: string[]): Fault => ({ does, cases, scope: 'global' })
