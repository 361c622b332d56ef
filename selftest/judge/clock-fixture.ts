import assert from 'node:assert/strict'
import { syncBuiltinESMExports } from 'node:module'
import { afterEach, beforeEach, mock } from 'node:test'
import { patient } from '../../harness/check/patience.js'
import type { HttpClient } from '../../harness/wire/http.js'
import type { Exchange, HttpRequest } from '../../harness/wire/types.js'

/** The loop's own turn, which no clock of a test stops. */
const { setImmediate: othersTurn } = globalThis

/** Stops the clock in each test of the file that calls this. */
export function stopsTheClock(): void {
  beforeEach(() => {
    mock.timers.enable({ apis: ['Date', 'setTimeout', 'setInterval'] })
    syncBuiltinESMExports()
  })
  afterEach(() => {
    mock.timers.reset()
    syncBuiltinESMExports()
  })
}

/** What work comes to, and after how many seconds of its clock. */
export async function clocked<T>(work: Promise<T>): Promise<{ readonly value: T; readonly seconds: number }> {
  let over = false
  const end = work.finally(() => {
    over = true
  })
  for (let seconds = 0; ; seconds += 0.5) {
    await new Promise((resolve) => othersTurn(resolve))
    if (over) return { value: await end, seconds }
    assert.ok(seconds < 600, 'it comes to no end')
    mock.timers.tick(500)
  }
}

export const answered = (status: number, body = '', retryAfter?: string): Exchange =>
  ({
    response: {
      ...{ status, body, truncated: false },
      headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
    },
  }) as unknown as Exchange
export const request: HttpRequest = { method: 'POST', url: 'http://127.0.0.1/token', headers: [] }
export const granted = answered(200, '{"access_token":"t"}')
export const putOff = (seconds: string): Exchange => answered(429, '', seconds)
export const reset = (reusedConnection: boolean): Exchange =>
  ({ noAnswer: { kind: 'reset', message: 'reset', ...(reusedConnection && { reusedConnection }) } }) as Exchange

/** A client with patience, beside others who share it through the lab. */
export function patiently(http: HttpClient, { pace }: { readonly pace?: number } = {}) {
  const lines: string[] = []
  let [until, nextSlot] = [0, 0]
  const lab = {
    hold: async (ms: number) => {
      const first = until <= Date.now()
      until = Math.max(until, Date.now() + ms)
      return { ms: until - Date.now(), first }
    },
    slot: async (count: number, perSecond: number) => {
      const at = Math.max(Date.now(), nextSlot)
      nextSlot = at + (count * 1000) / perSecond
      return at - Date.now()
    },
  }
  return { ...patient(http, { lab, pace, mostSeconds: 60, tell: (line) => void lines.push(line) }), lines }
}
