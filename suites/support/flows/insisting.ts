/** While somebody fails whom the target needs, it may well say 503, and ask for patience. */
export const failing = { unavailableIsRefusal: true } as const

/** Time for a target that asks a failing registry again before it gives up: three times with growing pauses is usual. One that still asks then has granted nothing (L277). */
export const insisting = { ...failing, timeoutMs: 25_000, noAnswerIsRefusal: true } as const
