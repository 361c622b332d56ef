/** A wrong behaviour that a reference participant can be given (`ASSAY_FAULT`). */
export interface Fault {
  /** What the participant then does wrong, in the present tense. */
  readonly does: string
  /** `party`: can be switched on for one client. `global`: concerns the participant as a whole. */
  readonly scope: 'party' | 'global'
}
