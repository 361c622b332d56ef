/** While somebody fails whom the target needs, it may well say 503, or pass on 429, and ask for patience. */
export const failing = { unavailableIsRefusal: true } as const

/** Time for a target that asks a failing registry again before it gives up: five times with pauses that double add up to half a minute. */
export const insisting = { ...failing, timeoutMs: 40_000 } as const

/** Bound of a check that meets such a target several times, seconds. */
export const insistingBound = 300
