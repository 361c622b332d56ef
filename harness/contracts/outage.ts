/** The message after which a target ends: sent alone, to a target that had just been started. */
export interface Killer {
  /** Id of the check that sends it. */
  readonly check: string
  /** What it is, in the words of its recipe. */
  readonly message: string
  /** What it is made of; absent where a conforming message is made of the same. */
  readonly shape?: string
}

/** A time in which a target was gone although nobody had ended it. */
export interface Outage {
  /** When it was missed first, milliseconds since epoch. */
  readonly from: number
  /** When it answered again; absent while it does not. */
  readonly to?: number
  /** How its process ended, or how else it is known. */
  readonly how: string
  /** Assay started it again. */
  readonly startedAgain?: true
  /** Last lines of a process that Assay launched, as it printed them. */
  readonly output?: readonly string[]
  readonly killer?: Killer
}

/** What became of a target since the run began. */
export interface Standing {
  readonly outages: readonly Outage[]
  /** It is gone, and waited for. */
  readonly waiting?: true
  /** Why it is not waited for any more. */
  readonly lost?: string
  /** How often it can be started again; absent where Assay does not start it. */
  readonly startsLeft?: number
  /** Checks that were played alone, because one of their messages may have ended it. */
  readonly suspects: number
}

/** What a check tells of a target. */
export interface Sighting {
  /** When a message was not answered, as if nobody was there; milliseconds since epoch. */
  readonly missedAt?: number
  /** Nothing was missed for certain: one look is enough. */
  readonly inPassing?: true
  /** One more check is to be played alone. */
  readonly suspect?: true
  /** What ended the target just now. */
  readonly killer?: Killer
}
