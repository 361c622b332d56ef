import type { PlannedCheck } from '../contracts/plan.js'

/** What a run asks of a process of lanes. */
export type Order =
  | { readonly kind: 'load'; readonly files: readonly string[] }
  | { readonly kind: 'carry-out'; readonly lane: number; readonly planned: PlannedCheck }
  | { readonly kind: 'interrupt'; readonly lane: number }
  | { readonly kind: 'close' }

/** What a process of lanes says; a sign of life every second. */
export type Word =
  | { readonly kind: 'over'; readonly lane: number; readonly problem?: string }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'alive' }

/** How often it gives a sign of life, milliseconds. */
export const lifeMs = 1_000
