/**
 * Second looks at checks that came to nothing, as on a machine that was busy for a moment. A violation gets none: it
 * stands, whatever would come next.
 */
export interface SecondLooks {
  areLeft(): boolean
  /** One was taken. @param decided Whether there is a verdict now. */
  took(decided: boolean): void
}

/** Looks in vain after which none is left: what such a target leaves open is not the machine's doing. */
const mostInVain = 4

/** Those of one worker at one target. */
export function createSecondLooks(): SecondLooks {
  let inVain = 0
  return {
    areLeft: () => inVain < mostInVain,
    took: (decided) => {
      inVain = decided ? 0 : inVain + 1
    },
  }
}
