import { randomUUID } from 'node:crypto'
import type { LeaseMode } from '../../contracts/lab-protocol.js'

/** Who may use the lab of one world at a time. */
export interface Leases {
  /** Calls `granted` once the lease is held. Returns a function that withdraws a request that still waits. */
  readonly request: (mode: LeaseMode, boundMs: number, granted: (id: string) => void) => () => void
  /** The holder gave a sign of life. False when there is no such lease. */
  readonly touch: (id: string) => boolean
  readonly release: (id: string) => boolean
  /** Whether the lease is held and exclusive. */
  readonly isExclusive: (id: string) => boolean
}

interface Held {
  readonly mode: LeaseMode
  readonly boundMs: number
  timer: NodeJS.Timeout
}

/**
 * Shared leases run together, an exclusive one alone. Granted in order of arrival, so neither kind starves.
 * @param ended Called whenever an exclusive lease is over.
 */
export const openLeases = (ended: () => void): Leases => {
  const held = new Map<string, Held>()
  const waiting: { mode: LeaseMode; boundMs: number; granted: (id: string) => void }[] = []
  let alone = false

  const release = (id: string): boolean => {
    const lease = held.get(id)
    if (lease === undefined) return false
    clearTimeout(lease.timer)
    held.delete(id)
    if (lease.mode === 'exclusive') {
      alone = false
      ended()
    }
    grantNext()
    return true
  }
  const expire = (id: string, boundMs: number): NodeJS.Timeout => setTimeout(() => release(id), boundMs).unref()
  const grantNext = (): void => {
    for (let first = waiting[0]; first !== undefined && !alone; first = waiting[0]) {
      if (first.mode === 'exclusive' && held.size > 0) return
      waiting.shift()
      alone = first.mode === 'exclusive'
      const id = randomUUID()
      held.set(id, { mode: first.mode, boundMs: first.boundMs, timer: expire(id, first.boundMs) })
      first.granted(id)
    }
  }

  return {
    request: (mode, boundMs, granted) => {
      const request = { mode, boundMs, granted }
      waiting.push(request)
      grantNext()
      return () => {
        const place = waiting.indexOf(request)
        if (place < 0) return
        waiting.splice(place, 1)
        grantNext()
      }
    },
    touch: (id) => {
      const lease = held.get(id)
      if (lease === undefined) return false
      clearTimeout(lease.timer)
      lease.timer = expire(id, lease.boundMs)
      return true
    },
    release,
    isExclusive: (id) => held.get(id)?.mode === 'exclusive',
  }
}
