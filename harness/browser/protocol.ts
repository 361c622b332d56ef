import type { LoginStep } from '../contracts/login.js'
import type { Seen } from './chromium/visit.js'
import type { BrowserCookie, LoginValues, PageSummary, Screenshot, VisitOptions } from './types.js'

/** What a worker asks of the process that keeps its browser. */
export type Order =
  | { readonly call: 'version' }
  | { readonly call: 'visit'; readonly options: VisitOptions }
  | { readonly call: 'goto'; readonly visit: number; readonly url: string }
  | {
      readonly call: 'follow'
      readonly visit: number
      readonly steps: readonly LoginStep[]
      readonly values: LoginValues
    }
  | { readonly call: 'shows'; readonly visit: number; readonly text: string; readonly ms: number }
  | { readonly call: 'cookies'; readonly visit: number }
  | { readonly call: 'keep'; readonly visit: number; readonly cookies: readonly BrowserCookie[] }
  | { readonly call: 'leave'; readonly visit: number }

/** From the worker: an order, or whether a login has come to its end at an address. */
export type ToHost =
  | { readonly id: number; readonly order: Order }
  | { readonly question: number; readonly yes: boolean }

/** A problem as it travels. */
export interface PlainProblem {
  readonly message: string
  readonly step?: number
  readonly page?: PageSummary
  readonly screenshot?: Screenshot
}

/** What came of an order. */
export interface Reply {
  readonly value?: unknown
  readonly problem?: PlainProblem
  readonly seen?: Seen
}

/** To the worker: that the browser runs, or why not; what came of an order; a question about an address. */
export type FromHost =
  | { readonly ready: true }
  | { readonly ready: false; readonly why: string }
  | ({ readonly id: number } & Reply)
  | { readonly question: number; readonly id: number; readonly url: string }
