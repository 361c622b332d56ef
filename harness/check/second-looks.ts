/**
 * Second looks at checks that came to nothing, as on a machine that was busy for a moment. A violation gets none: it
 * stands, whatever would come next.
 */
export interface SecondLooks {
  areLeft(): boolean
  /** A check came to a verdict at its first look. */
  decided(): void
  /** One was taken. @param decided Whether there is a verdict now. */
  took(decided: boolean): void
}

/** Looks in vain after which none is left until a check is decided: what such a target leaves open is not the machine's doing. */
const mostInVain = 4

/** Looks in vain that a worker takes at all: each holds up all other checks. */
const mostInAll = 8

/** Those of one worker at one target. */
export function createSecondLooks(): SecondLooks {
  let inARow = 0
  let inAll = 0
  const decided = (): void => {
    inARow = 0
  }
  return {
    areLeft: () => inARow < mostInVain && inAll < mostInAll,
    decided,
    took(isDecided) {
      if (isDecided) return decided()
      inARow += 1
      inAll += 1
    },
  }
}
