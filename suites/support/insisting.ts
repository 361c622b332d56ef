/** Time for a target that asks a failing registry again before it gives up: three times with growing pauses is usual. */
export const insisting = { timeoutMs: 25_000 } as const
